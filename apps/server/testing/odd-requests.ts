import fc from 'fast-check';

/** A request with unusual syntax: the lines of an HTTP message. Each character of a line is sent as one byte. */
export type OddRequest = {
  /** The path in its usual spelling. */
  readonly path: string;
  readonly method: string;
  readonly target: string;
  readonly lines: readonly string[];
};

/** Placeholders for values that are known only when the request is sent. */
export const hostPlaceholder = '@@host@@';
export const entityTagPlaceholder = '@@etag@@';

const makeByte = (code: number): string => String.fromCharCode(code);
/** Bytes that header parsers may treat as white space or drop. */
const blankCharacters = [0x09, 0x0b, 0x0c, 0x1f, 0x20, 0x22, 0x2c, 0x7f, 0x80, 0x85, 0xa0, 0xad, 0xff].map(makeByte);

/** Spellings of a path that some part of a server may treat as the same path. */
const pathSpellings: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path,
  (path) => path,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/[a-z](?=[^a-z]*$)/i, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
  (path) => `/${path}`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/%2e${path}`,
  (path) => path.replace(/^\/(\w+)\//, '/$1/./'),
  (path) => path.replace(/^\/(\w+)\//, '/$1%2F'),
  (path) => `${path}/`,
  (path) => path.toUpperCase(),
  (path) => `${path}?`,
  (path) => `${path}?x=1`,
  (path) => `${path};x=1`,
  (path) => `${path}#x`,
  (path) => `http://${hostPlaceholder}${path}`,
  (path) => `HTTP://${hostPlaceholder}${path}`,
  (path) => `http://evil.example${path}`,
  (path) => path.replaceAll('/', '\\'),
];

function generateCookieLines(session: string): fc.Arbitrary<readonly string[]> {
  const [name = '', value = ''] = session.split('=');
  const arbitraryBlank = fc.constantFrom(...blankCharacters);
  const arbitraryCookie = fc.oneof(
    fc.constantFrom('theme=dark', 'theme=light', 'a=1', '', '=', 'theme', 'caf\xe9=1', `${name}=`, `${name}=made-up`),
    fc.constantFrom(session, `__Host-${session}`, `__Secure-${session}`, session.toUpperCase(), `"${session}"`),
    arbitraryBlank.map((each) => `${each}${session}`),
    arbitraryBlank.map((each) => `${name}${each}=${value}`),
    arbitraryBlank.map((each) => `${name}=${each}${value}`),
    arbitraryBlank.map((each) => `${session}${each}`),
    arbitraryBlank.map((each) => `a=1${each}${session}`),
  );
  const arbitraryCookieHeader = fc
    .tuple(
      fc.constantFrom('Cookie', 'cookie', 'COOKIE'),
      fc.array(arbitraryCookie, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('; ', ';', ';\t'),
    )
    .map(([headerName, cookiePairs, separator]) => `${headerName}: ${cookiePairs.join(separator)}`);
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.constant([`Cookie: ${session}`]) },
    { weight: 4, arbitrary: fc.tuple(arbitraryCookieHeader) },
    { weight: 1, arbitrary: fc.tuple(arbitraryCookieHeader, arbitraryCookieHeader) },
  );
}

function generateAuthorizationLines(token: string): fc.Arbitrary<readonly string[]> {
  const tokenWithoutScheme = token.replace('Bearer ', '');
  const line = fc.constantFrom(
    `Authorization: ${token}`,
    `authorization: ${tokenWithoutScheme}`,
    `Authorization: bearer\t${tokenWithoutScheme}`,
    `Authorization: Bearer ${makeByte(0xa0)}${tokenWithoutScheme}`,
    `Authorization: ${makeByte(0xa0)}${token}`,
    'Authorization: Basic YTpi',
    'Authorization:',
    'Authorization: Bearer',
    'Authorization: made-up',
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.tuple(line) },
    { weight: 1, arbitrary: fc.tuple(line, line) },
  );
}

const arbitraryHostLines: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 12, arbitrary: fc.constant([`Host: ${hostPlaceholder}`]) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ['Host: localhost'],
      ['host: LOCALHOST.:80'],
      ['Host: evil.example'],
      [`Host: ${hostPlaceholder}`, `Host: ${hostPlaceholder}`],
      [`Host: ${hostPlaceholder}`, 'Host: evil.example'],
      ['Host: evil.example', `Host: ${hostPlaceholder}`],
      ['Host:'],
      [],
    ),
  },
);

const headerLines: fc.Arbitrary<readonly string[]> = fc
  .subarray(
    [
      'Accept-Encoding: gzip',
      'Accept-Encoding: br;q=1.0, gzip;q=0',
      'Accept-Encoding: *;q=0',
      'Accept-Encoding: identity;q=0, made-up',
      'Accept-Encoding: GZIP',
      'Range: bytes=0-9',
      'Range: bytes=5-',
      'If-None-Match: *',
      `If-None-Match: ${entityTagPlaceholder}`,
      'If-None-Match: W/"other", "',
      `If-None-Match: "x", ${entityTagPlaceholder}`,
      'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT',
      'X-Forwarded-For: 203.0.113.9',
      'X-Forwarded-Host: evil.example',
      'X-Original-URL: /api/usersrole',
      'X-HTTP-Method-Override: DELETE',
      'Accept: application/xml',
      'Content-Length: 0',
      'Expect: 100-continue',
    ],
    { maxLength: 3 },
  )
  .map((lines) => [...lines]);

/**
 * Generates requests for one of the paths, without credentials or with valid, altered or invalid session credentials.
 * The same seed generates the same requests.
 * @param session the name and value of a valid session cookie.
 */
export function listOddRequests(
  paths: readonly string[],
  credentials: { readonly session: string; readonly token: string },
): fc.Arbitrary<OddRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant('GET') },
        { weight: 2, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'get', 'POST') },
      ),
      path: fc.constantFrom(...paths),
      spell: fc.constantFrom(...pathSpellings),
      host: arbitraryHostLines,
      cookies: generateCookieLines(credentials.session),
      authorizations: generateAuthorizationLines(credentials.token),
      others: headerLines,
    })
    .map(({ method, path, spell: spellAddress, host, cookies, authorizations, others }) => ({
      path,
      method,
      target: spellAddress(path),
      lines: [...host, ...others, ...authorizations, ...cookies],
    }));
}
