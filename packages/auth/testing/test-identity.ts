import { randomBytes } from 'node:crypto';
import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { makeId } from '@carhouse/domain/ids/id';
import { createIdentity, type Identity, type IdentityOptions } from '../create-identity.ts';
import { type RequestIdentity, readRequestIdentity } from '../request-identity.ts';

export const baseUrl = 'http://127.0.0.1:3000';
export const password = 'Quiet!Harbour7';

export type SignedUpUser = { readonly email: string; readonly response: Response; readonly headers: Headers };

export type TestIdentity = {
  readonly db: TestDatabase;
  readonly identity: Identity;
  /** Creates another identity on the same database. */
  createIdentityWith(options: Partial<IdentityOptions>): Identity;
  /**
   * Sends a request as an API client would, without cookies and browser headers. Each request has another client
   * address.
   */
  post(path: string, body: unknown, headers?: Record<string, string>, clientAddress?: string): Promise<Response>;
  makeNewEmail(): string;
  /** Signs up a new user. The returned `headers` contain the session cookie. */
  signUp(overriddenFields?: Record<string, unknown>): Promise<SignedUpUser>;
  findAccount(email: string): ReturnType<typeof findAccount>;
  /**
   * Sets the clock of the sessions to a fixed time. After a call with undefined, the sessions use the real time again.
   */
  setClock(fixedTime: Date | undefined): void;
};

/** Creates an identity with a separate database. The caller must close its `db`. */
export async function createTestIdentity(): Promise<TestIdentity> {
  const db = await makeTestDatabase();
  let clock: Date | undefined;
  let userCount = 0;

  function createIdentityWith(options: Partial<IdentityOptions>): Identity {
    return createIdentity({
      database: db.database,
      pool: db.pool,
      secret: 'a-secret-of-the-tests-that-is-long-enough',
      baseUrl,
      trustedOrigins: ['https://carhouse.example'],
      now: () => clock ?? new Date(),
      randomId: () => makeId(new Date(), randomBytes(10)),
      ...options,
    });
  }

  const identity = createIdentityWith({});
  let callerCount = 0;
  const post: TestIdentity['post'] = (path, body, headers = {}, clientAddress = `10.0.0.${++callerCount}`) =>
    handleRequest(identity, makePostRequest(path, body, headers), clientAddress);

  function makeNewEmail(): string {
    userCount += 1;
    return `person${userCount}@carhouse.example`;
  }

  return {
    db,
    identity,
    createIdentityWith,
    post,
    makeNewEmail,
    signUp: async (overriddenFields = {}) => {
      const email = makeNewEmail();
      const fields = { name: 'Mei', email, password, image: 'https://a.example/b.png', ...overriddenFields };
      const response = await post('/sign-up/email', fields);
      return { email, response, headers: readCookieHeaders(response) };
    },
    findAccount: (email) => findAccount(db, email),
    setClock: (fixedTime) => {
      clock = fixedTime;
    },
  };
}

/** Returns the credentials in these headers, as the server reads them. */
export function readIdentity(headers: Headers): RequestIdentity {
  return readRequestIdentity([...headers].flat());
}

/** Returns the identity service's response to a request from a client address or subnet (`bucket`). */
export function handleRequest(identity: Identity, request: Request, bucket = ''): Promise<Response> {
  return identity.handler(request, { bucket, identity: readIdentity(request.headers) });
}

export function makePostRequest(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const allHeaders = { 'content-type': 'application/json', ...headers };
  return new Request(`${baseUrl}/api/auth${path}`, { method: 'POST', headers: allHeaders, body: text });
}

/** Returns a Cookie header with the session cookie of a response, as a browser would send it back. */
export function readCookieHeaders(response: Response): Headers {
  const cookie = response.headers.getSetCookie().find((each) => each.includes('session_token'));
  return new Headers({ cookie: cookie?.split(';')[0] ?? '' });
}

export type Refusal = { readonly code: string; readonly message: string; readonly errors: readonly unknown[] };

/** Returns the error of a call that is expected to fail. */
export function refusal(answer: Promise<Response>): Promise<Refusal> {
  return answer.then(
    () => Promise.reject(new Error('This was expected to be refused.')),
    (error: unknown) => error as Refusal,
  );
}

function findAccount(db: TestDatabase, email: string) {
  return db.database.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
}
