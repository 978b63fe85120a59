import fc from 'fast-check';

/** The parts of a JSON schema that the product's OpenAPI document uses. */
type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly maxLength?: number;
};
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
};
type ApiOperation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
};
export type OpenApiDocument = { readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> };

export type GeneratedCall = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | undefined;
  /** Index of the caller in the list of users; -1 is a visitor. */
  readonly caller: number;
};

/**
 * A placeholder in a generated call for the id of an existing record: `@@listing:3@@` is the fourth listing.
 * Placeholders with an even index stand for records of the caller, if there are any; `booking` and `price` with the
 * same index belong together.
 */
export const placeholderPattern = /@@([a-z]+):(\d+)@@/g;

/** Texts that have broken other servers of this kind (docs/reliability.md, hostile input A to C, E). */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\ufeff',
  "' or '1'='1",
  '1; select pg_sleep(5)--',
  "\\'; --",
  'a & | b',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'A\r\nSet-Cookie: x=1',
  '../../etc/passwd',
  '..%2f..%2fetc/passwd',
  '507f1f77bcf86cd799439011',
  '0',
  '-1',
  '2147483648',
  '9223372036854775808',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'Admin@X.com',
  'a@b',
  '4242 4242 4242 4242',
  'Bugatti',
  'Tesla ',
  'admin',
  'Verified',
  '\u202eevil',
  '👩‍👩‍👧‍👦'.repeat(30),
  `Z${'\u0301'.repeat(1000)}`,
  'x'.repeat(10_000),
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
] as const;

const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  -1,
  0,
  0.001,
  1e-7,
  19.999,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  [],
  {},
  ['a'],
  [null],
  { $ne: null },
  { toString: 'x' },
  { length: 1e9 },
  [[[[[[[[[[]]]]]]]]]],
];

/** Fields that only the server may set; adding them to a body must have no effect. */
const forbiddenFields = [
  'role',
  'permission',
  'verified',
  'verifiedAt',
  'paid',
  'price',
  'status',
  'sellerId',
  'accountId',
  'actor',
  '_id',
  'id',
  '__proto__',
  'constructor',
  'emailVerified',
] as const;

const hostileBodies = [
  '',
  '{',
  '{"a":',
  '[]',
  'null',
  '"x"',
  '{}{}',
  '\ufeff{}',
  '{"__proto__":{"role":"admin"}}',
  '{"a":1e400}',
  '{"a":{"b":{"c":'.repeat(500),
  '['.repeat(30_000),
  `{"a":"${'x'.repeat(70_000)}"}`,
] as const;

const hostileHeaders: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'x-forwarded-for': '1.2.3.4, 5.6.7.8' },
  { 'x-http-method-override': 'DELETE' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-encoding': 'gzip' },
  { accept: 'application/xml' },
  { cookie: 'carhouse.session_token=x.y; carhouse.session_token=z' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'idempotency-key': '"a"' },
  { 'if-none-match': `"${'x'.repeat(5_000)}"` },
  { role: 'admin', 'x-user': 'admin', 'x-user-id': '1' },
];

/** Generates usual values of an API field by its name, so that many generated calls are valid. */
function generateLikelyValue(name: string): fc.Arbitrary<unknown> | undefined {
  const generatePlaceholder = (recordKind: string): fc.Arbitrary<string> =>
    fc.nat({ max: 40 }).map((index) => `@@${recordKind}:${index}@@`);
  if (/email/i.test(name)) return generatePlaceholder('email');
  if (/^(image|photo|productImg|photoURL|productImage)/i.test(name)) return generatePlaceholder('image');
  if (/^(productId|listingId)$/.test(name)) return generatePlaceholder('listing');
  if (/^(paymentId|bookingId)$/.test(name)) return generatePlaceholder('booking');
  if (/^_?id$/.test(name)) return generatePlaceholder('any');
  if (/password/i.test(name)) return fc.constant('Fuzz!Password1');
  if (/price/i.test(name)) {
    return fc.oneof(fc.integer({ min: 1, max: 2_000_000 }), fc.constantFrom(999_999.99, '5000'), {
      weight: 2,
      arbitrary: generatePlaceholder('price'),
    });
  }
  if (/^transactionId$/.test(name)) return generatePlaceholder('intent');
  if (/^(category|brand)$/.test(name)) return fc.constantFrom('Ferrari', 'Tesla', 'BMW', 'Rolls_Royce');
  // A booking needs a valid telephone number.
  if (/^(buyerNumber|phone)$/.test(name)) return fc.constantFrom('9123 4567', '+65 8123 4567');
  if (/^yearOfPurchase$/.test(name)) return fc.integer({ min: 1899, max: 2028 });
  return undefined;
}

function generateTextOfSchema(schema: JsonSchema): fc.Arbitrary<string> {
  const maxLength = Math.min(schema.maxLength ?? 60, 60);
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength }) },
  );
}

function generateValue(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const schemaChoices = schema.anyOf ?? schema.oneOf;
  const likelyValueOfName = generateLikelyValue(name);
  if (likelyValueOfName !== undefined && schema.type !== 'object' && schema.type !== 'array') {
    return fc.oneof(
      { weight: 6, arbitrary: likelyValueOfName },
      { weight: 1, arbitrary: fc.constantFrom(...hostileValues) },
    );
  }
  if (schemaChoices !== undefined) return fc.oneof(...schemaChoices.map((choice) => generateValue(choice, name)));
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.[0] ?? 'any');
  if (type === 'string') return generateTextOfSchema(schema);
  if (type === 'integer') return fc.integer({ min: -5, max: 3_000 });
  if (type === 'number') return fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.double());
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') {
    return fc.array(generateValue(schema.items ?? {}, name.replace(/s$/, '')), {
      maxLength: Math.min(schema.maxItems ?? 6, 14),
    });
  }
  if (type === 'object') return generateObject(schema);
  return fc.jsonValue({ maxDepth: 3 });
}

function generateObject(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, innerSchema]) => [name, generateValue(innerSchema, name)]),
  );
  const body = fc.record(model, { requiredKeys: [...(schema.required ?? [])] }) as fc.Arbitrary<
    Record<string, unknown>
  >;
  return fc
    .tuple(body, fc.option(fc.nat({ max: 40 })))
    .map(([generatedBody, place]) => (place === null ? generatedBody : matchRecords(generatedBody, place)));
}

/** Makes all records of a body belong together; otherwise a payment would never have the price of its booking. */
function matchRecords(body: Record<string, unknown>, index: number): Record<string, unknown> {
  const changeValue = (value: unknown): unknown =>
    typeof value === 'string'
      ? value.replace(placeholderPattern, (_whole, recordKind: string) => `@@${recordKind}:${index}@@`)
      : value;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, changeValue(value)]));
}

/**
 * Generates a valid object with one fault: a wrong value, a missing or an additional field, or the object inside an array.
 */
function generateNearlyValidBody(schema: JsonSchema): fc.Arbitrary<string> {
  return fc
    .tuple(
      generateObject(schema),
      fc.constantFrom(...hostileValues),
      fc.constantFrom(...forbiddenFields),
      fc.nat(),
      fc.nat(3),
    )
    .map(([body, wrongValue, field, place, fault]) => {
      const names = Object.keys(body);
      const name = names[place % Math.max(1, names.length)] ?? 'x';
      if (fault === 0) return JSON.stringify({ ...body, [name]: wrongValue });
      if (fault === 1) return JSON.stringify(Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)));
      if (fault === 2) return `${JSON.stringify(body).slice(0, -1)}${names.length > 0 ? ',' : ''}"${field}":"admin"}`;
      return JSON.stringify([body]);
    });
}

function generatePayload(operation: ApiOperation): fc.Arbitrary<string | undefined> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) {
    return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant('{}') });
  }
  return fc.oneof(
    { weight: 5, arbitrary: generateValue(schema, 'body').map((body) => JSON.stringify(body)) },
    { weight: 4, arbitrary: generateNearlyValidBody(schema) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileBodies) },
  );
}

function generateParameterText(parameter: Parameter): fc.Arbitrary<string> {
  const isIdInPath = parameter.in === 'path' && /id$/i.test(parameter.name);
  const arbitraryParameter = isIdInPath
    ? fc.nat({ max: 60 }).map((index) => `@@any:${index}@@`)
    : generateValue(parameter.schema, parameter.name);
  const arbitraryText = arbitraryParameter.map((parameterValue) => {
    const result = typeof parameterValue === 'string' ? parameterValue : JSON.stringify(parameterValue);
    return result.startsWith('@@') ? result : encodeForUrl(result);
  });
  return fc.oneof(
    { weight: 7, arbitrary: arbitraryText },
    { weight: 2, arbitrary: fc.constantFrom(...hostileTexts).map(encodeForUrl) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%ff', '%00', '%2e%2e%2f', '%2540', '..;', ';jsessionid=1', '%C0%AF'),
    },
  );
}

/**
 * Encodes text for a URL as a client does; text that cannot be encoded, such as an unpaired surrogate, becomes a replacement
 * character.
 */
function encodeForUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function generateUrl(path: string, operation: ApiOperation): fc.Arbitrary<string> {
  const parameters = operation.parameters ?? [];
  const pathParameters = parameters.filter((parameter) => parameter.in === 'path');
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query');
  const arbitraryPathTexts = fc.tuple(...pathParameters.map(generateParameterText));
  const arbitraryQueryTexts = fc.tuple(
    ...queryParameters.map((parameter) =>
      fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 4, arbitrary: fc.tuple(generateParameterText(parameter)) },
        { weight: 1, arbitrary: fc.tuple(generateParameterText(parameter), generateParameterText(parameter)) },
      ),
    ),
  );
  return fc.tuple(arbitraryPathTexts, arbitraryQueryTexts, fc.nat(19)).map(([texts, queries, spelling]) => {
    const filledPath = pathParameters.reduce(
      (url, parameter, index) => url.replace(`{${parameter.name}}`, texts[index] ?? ''),
      path,
    );
    const pairs = queries.flatMap((values, index) =>
      values.map((value: string) => `${queryParameters[index]?.name ?? ''}=${value}`),
    );
    const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
    if (spelling === 0) return `/${filledPath}${query}`;
    if (spelling === 1) return `${filledPath}/${query}`;
    if (spelling === 2) return `${filledPath.toUpperCase()}${query}`;
    return `${filledPath}${query}`;
  });
}

/** Routes of the sign-in library, which the OpenAPI document does not contain. */
const signIn: OpenApiDocument['paths'] = {
  '/api/auth/sign-in/email': { post: makeOperation(['email', 'password']) },
  '/api/auth/sign-up/email': { post: makeOperation(['name', 'email', 'password', 'image']) },
};

function makeOperation(names: readonly string[]): ApiOperation {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return {
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties, required: names } } } },
  };
}

/** Calls that need several matching records to succeed, and that are required for payments and the home page. */
const journeyPaths: ReadonlySet<string> = new Set([
  '/api/bookingData',
  '/api/wishLists',
  '/api/advertisement',
  '/api/create-payment-intent',
  '/api/v1/bookings/{id}/paynow-code',
]);

/**
 * Calls that change data are generated more often than reads. The weight of a journey grows with the number of operations,
 * so that new operations do not make journeys rarer.
 */
function weighOperation(path: string, method: string, operationCount: number): number {
  if (method === 'GET') return 1;
  return journeyPaths.has(path) ? Math.ceil(operationCount / 12) : 4;
}

/**
 * Generates calls from the OpenAPI document, by visitors and `userCount` different users. About half of the calls are valid in
 * form; the others have one fault or are hostile. The same seed generates the same calls.
 */
export function generateCall(document: OpenApiDocument, userCount: number): fc.Arbitrary<GeneratedCall> {
  const operations = Object.entries({ ...document.paths, ...signIn }).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const weightedOperations = operations.flatMap((each) =>
    Array.from({ length: weighOperation(each.path, each.method, operations.length) }, () => each),
  );
  return fc.constantFrom(...weightedOperations).chain(({ path, method, operation }) =>
    fc.record({
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS') },
      ),
      url: generateUrl(path, operation),
      headers: fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...hostileHeaders) },
      ),
      payload: generatePayload(operation),
      caller: fc.integer({ min: -1, max: userCount - 1 }),
    }),
  );
}
