import { replaceSessionToken, type SessionAndAccountIds } from '@carhouse/database/accounts/sessions';
import type { Database } from '@carhouse/database/connection/connect';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Id } from '@carhouse/domain/ids/id';
import type pg from 'pg';
import { type AttemptGuard, createAttemptGuard, makeRateLimitedError } from './attempt-guard.ts';
import { type AccountCreationHooks, createAccount, type NewAccount } from './create-account.ts';
import { createSecondFactorRoutes, type IdentityCall } from './create-second-factor-routes.ts';
import { findPasswordHash, readSignedInPerson, type SignedInPerson } from './credentials.ts';
import { type PasswordOwner, refuseGuessablePassword } from './guessable-password.ts';
import { answerJson, readJson, removeTokenFromBody } from './json-bodies.ts';
import { assertOk, isAddressTakenError } from './library-errors.ts';
import { makeToken, type SignedToken } from './new-session.ts';
import type { OpenidProvider } from './openid-provider.ts';
import { createOpenidSignIn, type OpenidHooks, type OpenidStart } from './openid-sign-in.ts';
import { createOwnOriginCheck, mayBeForged, type OwnOriginCheck } from './own-origins.ts';
import { createPasskeyCeremonies, type PasskeyCeremonies } from './passkey-ceremonies.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hashing.ts';
import { type FactorProofSession, getFactorProofOptions, proveFactor } from './prove-factor.ts';
import type { RequestIdentity } from './request-identity.ts';
import { sealSecret } from './seal-secret.ts';
import { beginSecondStep, findTimeStepOfAppCode, type RequiredSecondStep } from './second-step.ts';
import { readFactorAnswer } from './second-step-fields.ts';
import { verifyPresentedToken } from './session-token.ts';
import {
  endSession,
  findSession,
  hasSessionAtAddress,
  recordSessionUse,
  type Session,
  sessionSeconds,
} from './sessions.ts';
import { type SignInTools, signIn as signInByPassword } from './sign-in.ts';
import { createSignInGate } from './sign-in-gate.ts';
import { authPath, createSignInLibrary } from './sign-in-library.ts';
import { readOpenidStart, readSignIn, readVisitorSignUp, refuseBrokenPassword } from './sign-up-fields.ts';
import { readUserAgent } from './user-agent.ts';

export type IdentityOptions = {
  /** The database as the query builder uses it. With `pool`, a prepared statement finds the session of a request. */
  readonly database: Database;
  readonly pool: pg.Pool;
  /** The secret that signs session tokens, at least 32 characters. All sessions end when the secret is changed. */
  readonly secret: string;
  /** The origin of the server for browsers: `http://127.0.0.1:3000`. With https, the session cookie is Secure. */
  readonly baseUrl: string;
  readonly trustedOrigins: readonly string[];
  readonly now: () => Date;
  /** Returns a new UUIDv7. */
  readonly randomId: () => string;
  readonly hasher?: PasswordHasher;
  /** The sign-in providers that can be used besides the password. None by default. */
  readonly openid?: readonly OpenidProvider[];
  /**
   * The function is called with each error of a sign-in by OpenID. The browser gets only a redirect without the error's
   * text.
   */
  readonly reportFault?: (fault: unknown) => void;
};

export type LiveSession = Session & {
  /** A Set-Cookie value, when this call has extended the session and the client stores the session in a cookie. */
  readonly renewedCookie: string | null;
  /** Whether the user of the session has authenticated within the last 15 minutes. */
  readonly isRecent: boolean;
};

/** Irreversible calls and exports require an authentication within this time in milliseconds (docs/reliability.md, calls). */
const recentSignInMs = 15 * 60_000;

/** The parts of a new session that a client stores: a Set-Cookie value, and the token for the Authorization header. */
export type NewToken = { readonly cookie: string; readonly signedToken: string };

/** The address (or subnet) by which limits count a client, its credentials, and a keyed hash of its network. */
export type Caller = { readonly bucket: string; readonly identity: RequestIdentity; readonly network?: string | null };

export type Identity = {
  /**
   * Handles sign-up, sign-in (by password and by OpenID), sign-out and get-session below /api/auth. The credentials are
   * taken from `caller.identity`, and not from the headers of `request`.
   * @throws DomainError for every refusal; any other error is a defect or an outage.
   */
  handler(request: Request, caller: Caller, hooks?: OpenidHooks): Promise<Response>;
  /**
   * Returns the live session of a request, or null. The call extends a session whose last extension is a day old, so it
   * should be made only once per request.
   */
  findSession(identity: RequestIdentity): Promise<LiveSession | null>;
  findActor(identity: RequestIdentity): Promise<Actor | null>;
  createAccount(account: NewAccount, creationHooks?: AccountCreationHooks): Promise<AccountId>;
  /** Checks a new password, the specification's rules first. @throws DomainError PASSWORD_RULE */
  checkNewPassword(password: string, owner: PasswordOwner): Promise<void>;
  /**
   * Checks and hashes a new password. @throws DomainError PASSWORD_RULE, RATE_LIMITED, UNAVAILABLE (the queue is full)
   */
  hashPassword(password: string, owner: PasswordOwner, caller: Pick<Caller, 'bucket'>): Promise<string>;
  /**
   * Whether this is the account's password. The caller counts attempts. @throws DomainError RATE_LIMITED, UNAVAILABLE
   */
  isPasswordOf(accountId: AccountId, password: string, caller: Pick<Caller, 'bucket'>): Promise<boolean>;
  /**
   * Replaces the caller's session by a new one, which counts as a sign-in, when the password is right (ASVS 7.2.4).
   * @throws DomainError UNAUTHENTICATED, OLD_PASSWORD_WRONG, RATE_LIMITED, UNAVAILABLE, RECENT_SIGN_IN_REQUIRED (no
   * password)
   */
  confirmSession(headers: Headers, password: string, caller: Caller): Promise<NewToken | RequiredSecondStep>;
  /** The methods by which the user of a session can prove a second factor, for changes of the factors. */
  getFactorProofOptions(session: FactorProofSession): ReturnType<typeof getFactorProofOptions>;
  /**
   * Proves a second factor in a session. The session gets a new token.
   * @throws DomainError for the same reasons as `readFactorAnswer` and `proveFactor`
   */
  proveFactor(session: FactorProofSession, answer: unknown, caller: Pick<Caller, 'bucket'>): Promise<NewToken>;
  /** Gives a session a new token in a transaction. @throws DomainError UNAUTHENTICATED (the session has ended) */
  renewToken(trx: Transaction, session: SessionAndAccountIds): Promise<NewToken>;
  /** Whether the account has a live session that began at this client address or subnet. */
  hasSessionAt(accountId: AccountId, bucket: string): Promise<boolean>;
  /** The WebAuthn functions for adding passkeys. */
  readonly passkeys: PasskeyCeremonies;
  /** Encrypts the secret of an authenticator app for the database. */
  sealAppSecret(accountId: AccountId, secret: string): Uint8Array;
  /** Returns the time step of a code for an encrypted secret; undefined when the code is wrong. */
  findAppCodeTimeStep(accountId: AccountId, sealedSecret: Uint8Array, code: string): number | undefined;
  /** The limits on attempts, stored in the database. */
  readonly guard: AttemptGuard;
  /** Starts to connect a provider. @throws DomainError UNAUTHENTICATED, NOT_FOUND, SIGN_IN_PROVIDER_UNAVAILABLE */
  startConnecting(identity: RequestIdentity, providerId: string): Promise<OpenidStart>;
  /** Whether a page of this site sent the request with these headers. Every call that changes data makes this check. */
  readonly isOwnOrigin: OwnOriginCheck;
};

/** Creates the functions for sign-up, sign-in and sessions. @throws RangeError when the secret is too short. */
export function createIdentity(options: IdentityOptions): Identity {
  const { pool, secret, now } = options;
  if (secret.length < 32) throw new RangeError('The session secret needs at least 32 characters.');
  const hasher = options.hasher ?? createPasswordHasher();
  const guard = createAttemptGuard(options.database, secret, now);
  const signInGate = createSignInGate();
  const library = createSignInLibrary({ ...options, hasher });
  const isOwnOrigin = createOwnOriginCheck(options.baseUrl, options.trustedOrigins);
  const reportFault = options.reportFault ?? (() => undefined);
  const ceremonies = createPasskeyCeremonies(options);
  const tools: SignInTools = { ...options, hasher, guard, signInGate, ceremonies, reportFault };
  const openid = createOpenidSignIn({
    ...options,
    hasher,
    guard,
    providers: options.openid ?? [],
    reportFault,
    beginSecondStep: (accountId, providerId) =>
      inTransaction(options.database, (trx) =>
        beginSecondStep(tools, trx, { accountId, providerId, replacedSessionId: null }),
      ),
  });
  const tokens = { cookieName: library.cookieName, secret };

  const callsByPath: Readonly<Record<string, IdentityCall>> = {
    '/sign-up/email': { method: 'POST', answer: signUp },
    '/sign-in/email': { method: 'POST', answer: signIn },
    ...createSecondFactorRoutes(tools, { readJson, answerJson, answerTokenOwner }),
    '/sign-out': { method: 'POST', answer: signOut },
    '/get-session': { method: 'GET', answer: (_request, caller) => getSession(caller) },
    '/sign-in/openid': { method: 'POST', answer: startOpenid },
    '/callback/google': { method: 'GET', answer: (...args) => finishOpenid('google', ...args) },
    '/callback/openid': { method: 'GET', answer: (...args) => finishOpenid('openid', ...args) },
  };

  async function handler(request: Request, caller: Caller, hooks?: OpenidHooks): Promise<Response> {
    const path = new URL(request.url).pathname;
    const call = path.startsWith(`${authPath}/`) ? callsByPath[path.slice(authPath.length)] : undefined;
    if (call === undefined) throw new DomainError('NOT_FOUND');
    if (request.method !== call.method) throw new DomainError('METHOD_NOT_ALLOWED');
    if (request.method === 'POST') refuseForeignPage(request.headers, caller.identity);
    return call.answer(request, caller, hooks);
  }

  async function signUp(request: Request, caller: Caller): Promise<Response> {
    const { name, email, password, photoUrl } = readVisitorSignUp(await readJson(request));
    // The limit applies to every address, because a refusal must not reveal whether the address is taken.
    const waitMs = await guard.findWaitMs('sign-up taken', caller.bucket);
    if (waitMs > 0) throw makeRateLimitedError(waitMs, 'sign-up taken');
    await guard.take('sign-up address', caller.bucket);
    await refuseGuessablePassword(password, { name, email });
    // The password is hashed before the library opens its transaction. If the password were hashed in the transaction,
    // a database connection would be occupied while the password waits in the hashing queue.
    const hash = await hasher.hash(password, caller.bucket);
    const image = photoUrl === null ? {} : { image: photoUrl };
    const answer = await library.run(
      makeRequest('/sign-up/email', request, { name, email, password, ...image }),
      hash,
      caller.network,
    );
    const response = await assertOk(answer).catch(async (error: unknown) => {
      if (isAddressTakenError(error)) await guard.take('sign-up taken', caller.bucket);
      throw error;
    });
    return removeTokenFromBody(response);
  }

  async function signIn(request: Request, caller: Caller): Promise<Response> {
    const fields = readSignIn(await readJson(request));
    const findSessionAccountId = async () => (await findLiveSession(caller.identity))?.actor.accountId ?? null;
    const signInCaller = { bucket: caller.bucket, userAgent: readUserAgent(request.headers), findSessionAccountId };
    const login = await signInByPassword(tools, fields, signInCaller);
    return 'credential' in login ? answerSignedIn(login, login.credential) : answerJson({ secondStep: login }, [], 202);
  }

  async function answerTokenOwner(signedToken: SignedToken): Promise<Response> {
    return answerSignedIn(signedToken, await readSignedInPerson(pool, signedToken.accountId));
  }

  function answerSignedIn({ signedToken, seconds }: SignedToken, person: SignedInPerson): Response {
    const { accountId, name, email, emailVerified, photoUrl, createdAt, updatedAt } = person;
    const user = { id: accountId, name, email, emailVerified, image: photoUrl, createdAt, updatedAt };
    const answer = answerJson({ user }, [makeSessionCookie(signedToken, seconds)]);
    answer.headers.set('set-auth-token', signedToken);
    return answer;
  }

  async function confirmSession(
    headers: Headers,
    password: string,
    caller: Caller,
  ): Promise<NewToken | RequiredSecondStep> {
    const session = await findLiveSession(caller.identity);
    if (session === null) throw new DomainError('UNAUTHENTICATED');
    const { accountId, email } = session.actor;
    if ((await findPasswordHash(pool, accountId)) === null) throw new DomainError('RECENT_SIGN_IN_REQUIRED');
    const signInCaller = {
      bucket: caller.bucket,
      userAgent: readUserAgent(headers),
      findSessionAccountId: async () => accountId,
      replacedSessionId: session.id as Id<'session'>,
      // Confirming the password keeps the time of the sign-in, so an admin must sign in again after eight hours.
      signedInAt: session.signedInAt,
    };
    // A signed-in user could try further passwords from other client addresses, so this limit counts by account.
    const attempt = await guard.take('password change', accountId);
    const result = await signInByPassword(tools, { email, password }, signInCaller).catch(async (error: unknown) => {
      if (isWrongPassword(error)) throw new DomainError('OLD_PASSWORD_WRONG');
      await attempt.release();
      throw error;
    });
    await attempt.release();
    if (!('credential' in result)) return result;
    const { signedToken, seconds } = result;
    await endSession(pool, session.id);
    return { cookie: makeSessionCookie(signedToken, seconds), signedToken };
  }

  async function signOut(request: Request, { identity }: Caller): Promise<Response> {
    const token = verifyPresentedToken(identity.presentedCredentials, tokens);
    const credentialHeaders = token === null ? {} : { authorization: `Bearer ${token.signedText}` };
    const response = await assertOk(await library.run(makeRequest('/sign-out', request, {}, credentialHeaders)));
    return answerJson({ success: true }, response.headers.getSetCookie());
  }

  async function startOpenid(request: Request): Promise<Response> {
    const { provider, from } = readOpenidStart(await readJson(request));
    const { url, cookie } = await openid.start(provider, from);
    return answerJson({ url }, [cookie]);
  }

  async function finishOpenid(
    providerId: OpenidProvider['id'],
    request: Request,
    { identity, bucket, network = null }: Caller,
    hooks?: OpenidHooks,
  ): Promise<Response> {
    const session = await findLiveSession(identity);
    const callerSession = session === null ? null : { accountId: session.actor.accountId, sessionId: session.id };
    const caller = { accountId: callerSession?.accountId ?? null, network, bucket };
    return openid.finishSignIn(providerId, request, identity.openidStates, caller, {
      onAdopted: hooks?.onAdopted,
      onConnected: async () => (callerSession === null ? undefined : hooks?.onConnected?.(callerSession)),
    });
  }

  async function startConnecting(identity: RequestIdentity, providerId: string): Promise<OpenidStart> {
    const token = verifyPresentedToken(identity.presentedCredentials, tokens);
    if (token === null) throw new DomainError('UNAUTHENTICATED');
    return openid.startConnecting(providerId, token.signedText);
  }

  async function getSession({ identity }: Caller): Promise<Response> {
    const session = await findLiveSession(identity);
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

  async function findLiveSession({ presentedCredentials }: RequestIdentity): Promise<LiveSession | null> {
    const token = verifyPresentedToken(presentedCredentials, tokens);
    if (token === null) return null;
    const at = now();
    const session = await findSession(pool, token.token, at);
    if (session === null) return null;
    const wasSessionExtended = await recordSessionUse(pool, token.token, session, at);
    const needsCookie = wasSessionExtended && token.from === 'cookie';
    return {
      ...session,
      renewedCookie: needsCookie ? makeSessionCookie(token.signedText, sessionSeconds) : null,
      isRecent: at.getTime() - session.createdAt.getTime() <= recentSignInMs,
    };
  }

  function makeSessionCookie(signedToken: string, seconds: number): string {
    const value = `${library.cookieName}=${encodeURIComponent(signedToken)}`;
    return `${value}; Max-Age=${seconds}; ${library.cookieAttributes}`;
  }

  function refuseForeignPage(headers: Headers, identity: RequestIdentity): void {
    if (mayBeForged(identity, headers) && !isOwnOrigin(headers)) throw new DomainError('CSRF');
  }

  /** Builds a new request for the library, which sees only these fields, the token and the user agent. */
  function makeRequest(path: string, request: Request, body: object, headers: Record<string, string> = {}): Request {
    return new Request(new URL(`${authPath}${path}`, options.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': readUserAgent(request.headers), ...headers },
      body: JSON.stringify(body),
    });
  }

  return {
    handler,
    findSession: findLiveSession,
    findActor: async (identity) => (await findLiveSession(identity))?.actor ?? null,
    createAccount: (account, creationHooks) => createAccount({ ...options, hasher }, account, creationHooks),
    checkNewPassword,
    hashPassword: async (password, owner, caller) => {
      await checkNewPassword(password, owner);
      return hasher.hash(password, caller.bucket);
    },
    isPasswordOf: async (accountId, password, caller) => {
      const hash = await findPasswordHash(pool, accountId);
      return hash !== null && hasher.verify({ hash, password }, caller.bucket);
    },
    confirmSession,
    getFactorProofOptions: (session) => getFactorProofOptions(tools, session),
    proveFactor: async (session, answer, caller) => {
      const { signedToken, seconds } = await proveFactor(tools, session, readFactorAnswer(answer), caller);
      return { cookie: makeSessionCookie(signedToken, seconds), signedToken };
    },
    renewToken: async (trx, session) => {
      const at = now();
      const { token, signedToken } = makeToken(secret);
      const expiresAt = await replaceSessionToken(trx, session, { token, now: at });
      if (expiresAt === undefined) throw new DomainError('UNAUTHENTICATED');
      const seconds = Math.ceil((expiresAt.getTime() - at.getTime()) / 1000);
      return { cookie: makeSessionCookie(signedToken, seconds), signedToken };
    },
    hasSessionAt: (accountId, bucket) =>
      hasSessionAtAddress(pool, { accountId, addressHash: guard.hashSubject('session address', bucket), now: now() }),
    guard,
    passkeys: ceremonies,
    sealAppSecret: (accountId, text) => sealSecret(secret, accountId, text),
    findAppCodeTimeStep: (accountId, sealedSecret, code) => findTimeStepOfAppCode(tools, accountId, sealedSecret, code),
    startConnecting,
    isOwnOrigin,
  };
}

async function checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
  refuseBrokenPassword(password);
  await refuseGuessablePassword(password, owner);
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'INVALID_CREDENTIALS';
}
