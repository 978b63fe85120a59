import type { AccountId, Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import type { Database } from '@carhouse/database/connect';
import type pg from 'pg';
import { createAccount, type NewAccount } from './create-account.ts';
import { successOf } from './library-errors.ts';
import { createOwnOriginCheck, mayComeFromBrowser, type OwnOriginCheck } from './own-origins.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hashing.ts';
import { hasOwnAuthorization, readSessionToken } from './session-token.ts';
import { extendSession, findSession, type Session, sessionSeconds } from './sessions.ts';
import { authPath, createSignInLibrary } from './sign-in-library.ts';
import { readSignIn, readSignUp } from './sign-up-fields.ts';

export type IdentityOptions = {
  /** The same database twice: the query builder, and its pool for the prepared lookup of every request. */
  readonly database: Database;
  readonly pool: pg.Pool;
  /** Signs session tokens; at least 32 characters. Another secret signs everybody out. */
  readonly secret: string;
  /** Origin under which people reach the house, such as `http://127.0.0.1:3000`. With https the cookie is Secure. */
  readonly baseUrl: string;
  readonly trustedOrigins: readonly string[];
  readonly now: () => Date;
  /** Makes a UUIDv7. */
  readonly randomId: () => string;
  readonly hasher?: PasswordHasher;
};

/** `renewedCookie` is a Set-Cookie value when the session was extended and the client holds it in a cookie. */
export type LiveSession = Session & { readonly renewedCookie: string | null };

export type Identity = {
  /**
   * Answers sign-up, sign-in, sign-out and get-session below /api/auth.
   * @throws DomainError for every refusal; other errors are faults of ours.
   */
  handler(request: Request): Promise<Response>;
  /** The live session of a request, or null. Call it once a request: it extends the session when a day has gone by. */
  sessionOf(headers: Headers): Promise<LiveSession | null>;
  actorOf(headers: Headers): Promise<Actor | null>;
  createAccount(account: NewAccount): Promise<AccountId>;
  /** Whether these headers come from a page of this site: the check for the state-changing calls of other rooms. */
  readonly isOwnOrigin: OwnOriginCheck;
};

/** Sign-up, sign-in and sessions. @throws RangeError when the secret is too short. */
export function createIdentity(options: IdentityOptions): Identity {
  const { pool, secret, now } = options;
  if (secret.length < 32) throw new RangeError('The session secret needs at least 32 characters.');
  const hasher = options.hasher ?? createPasswordHasher();
  const library = createSignInLibrary({ ...options, hasher });
  const isOwnOrigin = createOwnOriginCheck(options.baseUrl, options.trustedOrigins);
  const tokens = { cookieName: library.cookieName, secret };

  const calls: Readonly<Record<string, { method: string; answer: (request: Request) => Promise<Response> }>> = {
    '/sign-up/email': { method: 'POST', answer: signUp },
    '/sign-in/email': { method: 'POST', answer: signIn },
    '/sign-out': { method: 'POST', answer: signOut },
    '/get-session': { method: 'GET', answer: getSession },
  };

  async function handler(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    const call = path.startsWith(`${authPath}/`) ? calls[path.slice(authPath.length)] : undefined;
    if (call === undefined) throw new DomainError('NOT_FOUND');
    if (request.method !== call.method) throw new DomainError('METHOD_NOT_ALLOWED');
    if (request.method === 'POST') refuseForeignPage(request.headers);
    return call.answer(request);
  }

  async function signUp(request: Request): Promise<Response> {
    const { name, email, password, photoUrl } = readSignUp(await readJson(request));
    // Hashing here and not inside the library's transaction: a connection must not wait in the hashing queue.
    const hash = await hasher.hash(password);
    const image = photoUrl === null ? {} : { image: photoUrl };
    const answer = await library.run(
      libraryRequest('/sign-up/email', request, { name, email, password, ...image }),
      hash,
    );
    return withoutToken(await successOf(answer));
  }

  async function signIn(request: Request): Promise<Response> {
    const fields = readSignIn(await readJson(request));
    return withoutToken(await successOf(await library.run(libraryRequest('/sign-in/email', request, fields))));
  }

  async function signOut(request: Request): Promise<Response> {
    const token = readSessionToken(request.headers, tokens);
    const held = token === null ? {} : { authorization: `Bearer ${token.signed}` };
    const response = await successOf(await library.run(libraryRequest('/sign-out', request, {}, held)));
    return answerJson({ success: true }, cookiesOf(response));
  }

  async function getSession(request: Request): Promise<Response> {
    const session = await sessionOf(request.headers);
    if (session === null) return answerJson(null, []);
    const { actor, photoUrl, emailVerified, id, expiresAt, renewedCookie } = session;
    const user = {
      id: actor.accountId,
      name: actor.name,
      email: actor.email,
      emailVerified,
      image: photoUrl,
      role: actor.role,
    };
    const cookies = renewedCookie === null ? [] : [renewedCookie];
    return answerJson({ session: { id, userId: actor.accountId, expiresAt }, user }, cookies);
  }

  async function sessionOf(headers: Headers): Promise<LiveSession | null> {
    const token = readSessionToken(headers, tokens);
    if (token === null) return null;
    const at = now();
    const session = await findSession(pool, token.token, at);
    if (session === null) return null;
    const extended = await extendSession(pool, token.token, session, at);
    const renewed = extended && token.from === 'cookie';
    const value = `${library.cookieName}=${encodeURIComponent(token.signed)}`;
    return {
      ...session,
      renewedCookie: renewed ? `${value}; Max-Age=${sessionSeconds}; ${library.cookieAttributes}` : null,
    };
  }

  function refuseForeignPage(headers: Headers): void {
    if (hasOwnAuthorization(headers) || !mayComeFromBrowser(headers)) return;
    if (!isOwnOrigin(headers)) throw new DomainError('CSRF');
  }

  /** A request of our own making: the library sees nothing of the caller's but these fields, the token and the browser's name. */
  function libraryRequest(path: string, request: Request, body: object, held: Record<string, string> = {}): Request {
    const agent = (request.headers.get('user-agent') ?? '').slice(0, 300);
    return new Request(new URL(`${authPath}${path}`, options.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent, ...held },
      body: JSON.stringify(body),
    });
  }

  return {
    handler,
    sessionOf,
    actorOf: async (headers) => (await sessionOf(headers))?.actor ?? null,
    createAccount: (account) => createAccount({ ...options, hasher }, account),
    isOwnOrigin,
  };
}

async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  try {
    return await request.json();
  } catch (cause) {
    throw new DomainError('BAD_REQUEST', { cause });
  }
}

/** Scripts of a page can read the body but not the cookie, so the token stays out of the body (ASVS 3.3.4). */
async function withoutToken(response: Response): Promise<Response> {
  const { user } = (await response.json()) as { user: unknown };
  const answer = answerJson({ user }, cookiesOf(response));
  const token = response.headers.get('set-auth-token');
  if (token !== null) answer.headers.set('set-auth-token', token);
  return answer;
}

function cookiesOf(response: Response): string[] {
  return response.headers.getSetCookie();
}

function answerJson(body: unknown, cookies: readonly string[]): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(JSON.stringify(body), { status: 200, headers });
}
