import { changePaymentInstructions } from '@carhouse/contract/payment-instructions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { makeCardEvent, postEvent, readSandboxKeys, signBody } from '../../testing/card-events.ts';
import { dumpRows } from '../../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeMultipartBody, postMultipart } from '../../testing/uploads.ts';

// Lists every way in which users' texts reach the server: each field of each body in the API contract, the sign-in service's
// own calls, queries, file names, the User-Agent header, and the card provider's events.

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
};
type OpenApiOperation = {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
};
type OpenApiDocument = { readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>> };
type TextField = {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly body: unknown;
  readonly name: string;
};

const cardNumber = '4242 4242 4242 4242';
const unknownId = '0190f3a1-0000-7000-8000-00000000abcd';

let server: TestServer;
let usersOfRoles: TestUser[];
/** A server on which buyers pay sellers directly, for the calls that work only there. */
let introducerServer: TestServer;
let introducerUsers: TestUser[];
let document: OpenApiDocument;

beforeAll(async () => {
  server = await startTestServer();
  introducerServer = await startTestServer(undefined, undefined, { BUSINESS_MODE: 'introducer' });
  usersOfRoles = await makeUserOfEachRole(server);
  introducerUsers = await makeUserOfEachRole(introducerServer);
  await makeCar(server, usersOfRoles[1] as TestUser);
  document = (await server.app.inject({ url: '/api/docs/json' })).json<OpenApiDocument>();
});
afterAll(async () => {
  await introducerServer.close();
  await server.close();
});

async function makeUserOfEachRole(testServer: TestServer): Promise<TestUser[]> {
  const users: TestUser[] = [];
  for (const role of ['Buyer', 'Seller', 'admin'] as const) users.push(await makeUser(testServer, role));
  return users;
}

/** Makes one body for each text field of the schema, with the text in that field and valid values in the other fields. */
function listBodies(schema: Schema, text: string, name = ''): { readonly name: string; readonly body: unknown }[] {
  const bodies = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((each) =>
    listBodies(each, text, name),
  );
  if ([schema.type].flat().includes('string')) bodies.push({ name, body: text });
  for (const [field, innerSchema] of Object.entries(schema.properties ?? {})) {
    const innerBodies = listBodies(innerSchema, text, `${name}.${field}`);
    bodies.push(...innerBodies.map((each) => ({ name: each.name, body: { [field]: each.body } })));
  }
  if (schema.items !== undefined) {
    bodies.push(...listBodies(schema.items, text, `${name}[]`).map((each) => ({ name: each.name, body: [each.body] })));
  }
  if (typeof schema.additionalProperties === 'object') {
    const innerBodies = listBodies(schema.additionalProperties, text, `${name}.*`);
    bodies.push(...innerBodies.map((each) => ({ name: each.name, body: { any: each.body } })));
  }
  return bodies;
}

const fillPathParameters = (path: string): string => path.replaceAll(/\{\w+\}/g, unknownId);

function listTextFields(text: string): TextField[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    (['post', 'put'] as const).flatMap((method) => {
      const schema = item[method]?.requestBody?.content['application/json']?.schema;
      if (schema === undefined) return [];
      return listBodies(schema, text).map(({ name, body }) => ({
        method: method.toUpperCase() as 'POST' | 'PUT',
        url: fillPathParameters(path),
        body,
        name: `${method} ${path} ${name}`,
      }));
    }),
  );
}

/** Returns the error codes that a visitor and each role get for this field. */
async function listRefusalCodes({ method, url, body }: TextField): Promise<string[]> {
  const isIntroducerMode = url === changePaymentInstructions.path;
  const errorCodes: string[] = [];
  for (const caller of [null, ...(isIntroducerMode ? introducerUsers : usersOfRoles)]) {
    const answer = await (isIntroducerMode ? introducerServer : server).app.inject({
      method,
      url,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(caller === null ? {} : { authorization: caller.token }) },
    });
    errorCodes.push(answer.statusCode < 400 ? String(answer.statusCode) : answer.json<{ code: string }>().code);
  }
  return errorCodes;
}

/** The error codes of the authorisation, which is checked before the fields are validated. */
const authorisationErrorCodes = ['UNAUTHENTICATED', 'ROLE_REQUIRED', 'PASSWORD_CHANGE_REQUIRED'];

describe('a text in a body of the contract', () => {
  it.each([
    ['a card number', cardNumber, 'CARD_NUMBER_REFUSED'],
    ['a card number with unseen characters in it', '4242\u200b4242\u200d4242\ufeff4242', 'CARD_NUMBER_REFUSED'],
    ['a card number in digits of two other scripts', '٤٢٤٢-٤٢٤٢-𝟺𝟸𝟺𝟸-𝟺𝟸𝟺𝟸', 'CARD_NUMBER_REFUSED'],
    ['a NUL', 'a\0b', 'INVALID'],
    ['half a surrogate pair', 'a\ud800b', 'INVALID'],
  ])('is refused with %s, in every field', { timeout: 300_000 }, async (_caseName, text, code) => {
    const rowsBefore = await dumpRows(server);
    const fields = listTextFields(text);
    expect(fields.length).toBeGreaterThan(60);
    for (const field of fields) {
      const errorCodes = await listRefusalCodes(field);
      expect(errorCodes, field.name).toContain(code);
      expect(
        errorCodes.filter((each) => each !== code && !authorisationErrorCodes.includes(each)),
        field.name,
      ).toEqual([]);
    }
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });

  it('comes in by no route but those of the contract and these', () => {
    const documentedPaths = new Set(Object.keys(document.paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1')));
    const otherRoutes = server.firstApp.routeList.filter(
      ({ methods, url }) => methods.some((method) => /^(?:POST|PUT|PATCH)$/.test(method)) && !documentedPaths.has(url),
    );
    // The sandbox card provider stores its data in a file of its own, and not in the product's database.
    expect([...new Set(otherRoutes.map(({ url }) => url))].sort()).toEqual([
      '/api/auth/*',
      '/api/webhooks/card-provider',
      '/sandbox-card-provider/*',
    ]);
  });
});

describe('a text in a query', () => {
  it.each([
    ['%00', 'NUL'],
    ['4242424242424242', 'card number'],
    [encodeURIComponent('٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢'), 'card number'],
  ])('is refused when it holds %s (%s)', async (text) => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const { name } of item.get?.parameters?.filter((each) => each.in === 'query') ?? []) {
        for (const caller of [null, ...usersOfRoles]) {
          const answer = await server.app.inject({
            url: `${fillPathParameters(path)}?${name}=${text}`,
            ...(caller === null ? {} : { headers: { authorization: caller.token } }),
          });
          expect([400, 401, 403, 404, 422], `${path} ${name}: ${answer.statusCode}`).toContain(answer.statusCode);
        }
      }
    }
  });

  it('and in a path leads to no fault, whatever bytes it has', async () => {
    for (const path of Object.keys(document.paths).filter((each) => each.includes('{'))) {
      for (const text of ['%00', '%ED%A0%80', 'a%00b', '%EF%BF%BF']) {
        for (const caller of [null, ...usersOfRoles]) {
          const answer = await server.app.inject({
            url: path.replaceAll(/\{\w+\}/g, text),
            ...(caller === null ? {} : { headers: { authorization: caller.token } }),
          });
          expect(answer.statusCode, `${path} ${text}`).toBeLessThan(500);
        }
      }
    }
  });
});

describe('the calls of the sign-in service', () => {
  const signUpBody = { name: 'Mei', email: 'mei.tan@people.example', password: 'Quiet!Harbour7', image: '' };
  const postSignUp = (path: string, payload: object, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, headers });

  it.each([
    ['name', { name: `Mei ${cardNumber}` }],
    ['name', { name: '４２４２４２４２４２４２４２４２' }],
    ['name', { name: 'Mei 4242.4242.4242.4242' }],
    ['name', { name: '4242/4242/4242/4242' }],
    ['email', { email: '4242424242424242@people.example' }],
    ['password', { password: `Quiet!Harbour ${cardNumber}` }],
    ['image', { image: 'https://a.example/4242424242424242.png' }],
  ])('take no card number in %s of a sign-up', async (path, changedFields) => {
    const rowsBefore = await dumpRows(server);
    const answer = await postSignUp('/sign-up/email', { ...signUpBody, ...changedFields });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'CARD_NUMBER_REFUSED', errors: [expect.objectContaining({ path })] }),
    ]);
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });

  it.each(['\0', '\ud800'])('take no %j in a sign-up or in the start of a sign-in', async (text) => {
    for (const name of ['name', 'email', 'password', 'image']) {
      expect((await postSignUp('/sign-up/email', { ...signUpBody, [name]: `a${text}` })).statusCode, name).toBe(422);
    }
    expect((await postSignUp('/sign-in/openid', { provider: `google${text}`, from: '/' })).statusCode).toBe(422);
    expect((await postSignUp('/sign-in/email', { email: `a${text}@b.example`, password: 'x' })).statusCode).toBe(401);
  });

  it('keep no browser whose name holds a card number', async () => {
    const { email } = usersOfRoles[0] as TestUser;
    for (const userAgent of [`Mine/1 (${cardNumber})`, 'Mine/1 (4242-4242-4242-4242)']) {
      const answer = await postSignUp(
        '/sign-in/email',
        { email, password: 'Test!Password1' },
        { 'user-agent': userAgent },
      );
      expect(answer.statusCode).toBe(200);
    }
    const { rows } = await server.context.pool.query("SELECT 1 FROM session WHERE user_agent LIKE '%4242%'");
    expect(rows).toEqual([]);
  });
});

describe('the name of a file', () => {
  it('is refused with a card number in it', async () => {
    const bytes = Buffer.from('title,brand\nA,Audi\n');
    const body = makeMultipartBody([{ name: 'file', file: 'cars 4242424242424242.csv', type: 'text/csv', bytes }]);
    const answer = await postMultipart(server, usersOfRoles[1] as TestUser, body, undefined, '/api/v1/imports');
    expect([answer.status, answer.body.code]).toEqual([422, 'CARD_NUMBER_REFUSED']);
    const { rows } = await server.context.pool.query('SELECT 1 FROM import');
    expect(rows).toEqual([]);
  });
});

describe('a signed event of the card provider', () => {
  async function sendFields(changedFields: object) {
    const body = JSON.stringify({ ...makeCardEvent('pi_unknown'), ...changedFields });
    return postEvent(server, body, signBody(body, (await readSandboxKeys(server)).webhookSecret));
  }

  it.each([
    ['a NUL in its id', { id: 'evt_\0' }],
    ['half a surrogate pair in its id', { id: 'evt_\ud800' }],
    ['a NUL in its type', { type: 'a\0' }],
    ['an id of 10,000 letters', { id: 'x'.repeat(10_000) }],
    ['an empty id', { id: '' }],
  ])('is refused with %s', async (_caseName, changedFields) => {
    expect([(await sendFields(changedFields)).status, (await sendFields(changedFields)).body.code]).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });

  it.each([
    ['a NUL in the id of its object', { data: { object: { id: 'pi_\0', object: 'payment_intent' } } }],
    ['a long id of its object', { data: { object: { id: 'x'.repeat(10_000), object: 'payment_intent' } } }],
    ['broken texts elsewhere', { data: { object: { id: 'x', object: 'y', metadata: { 'a\0': 'b\ud800\\u0000' } } } }],
  ])('is kept without effect with %s', async (_caseName, changedFields) => {
    expect((await sendFields(changedFields)).status).toBe(200);
  });
});
