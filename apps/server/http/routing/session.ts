import type { Identity, LiveSession } from '@carhouse/auth/create-identity';
import type { RequestIdentity } from '@carhouse/auth/request-identity';
import type { WalPosition } from '@carhouse/database/connection/wal-position';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readIdentity } from './request-identity.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    duringPasswordChange?: boolean;
    duringFactorSetUp?: boolean;
  }
  interface FastifyRequest {
    sessionLookup: SessionLookup | null;
  }
}

/** The lookup of a request's session. The first call reads the database, and later calls return the same result. */
type SessionLookup = {
  read(): Promise<LiveSession | null>;
  /** Reads the session from the database again, for a response that takes long. */
  readAgain(): Promise<LiveSession | null>;
  findRenewedCookie(): string | null;
};

/** Configures `findActor`, and adds the renewed cookie to the response when the session was extended. */
export function registerSession(app: FastifyInstance, identity: Identity): void {
  app.decorateRequest('sessionLookup', null);
  /**
   * The lookups by the credentials of a request. The API calls with which the server renders a page have the same
   * credentials object, so they share the page's lookup.
   */
  const lookupsByIdentity = new WeakMap<RequestIdentity, SessionLookup>();
  app.addHook('onRequest', async (request) => {
    const requestIdentity = readIdentity(request.raw);
    if (requestIdentity.presentedCredentials.kind === 'nothing') return;
    const requestLookup = lookupsByIdentity.get(requestIdentity) ?? createSessionLookup(identity, requestIdentity);
    lookupsByIdentity.set(requestIdentity, requestLookup);
    request.sessionLookup = requestLookup;
  });
  app.addHook('onSend', async (request, reply) => {
    const cookie = request.sessionLookup?.findRenewedCookie() ?? null;
    // A response that sets the cookie of a new session must not set the old cookie again.
    const setsSessionCookie = String(reply.getHeader('set-cookie') ?? '').includes('session_token=');
    if (cookie !== null && !setsSessionCookie) reply.header('set-cookie', cookie);
  });
}

/**
 * Returns the actor with the current state of session and account, or null for a visitor. The first call for a request with
 * a session makes one database query; a request without a session needs no query.
 */
export async function findActor(request: FastifyRequest): Promise<Actor | null> {
  return (await findSession(request))?.actor ?? null;
}

/**
 * Returns the valid session of a request, or null. A user whose password an admin chose is refused, except for calls
 * with `duringPasswordChange` (ASVS 6.4.1). An admin without a second factor is refused, except for calls with
 * `duringFactorSetUp` (ASVS 6.3.2).
 * @throws DomainError PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_REQUIRED
 */
export async function findSession(request: FastifyRequest): Promise<LiveSession | null> {
  return assertDutiesDone(request, (await request.sessionLookup?.read()) ?? null);
}

/** Returns the position in the write-ahead log after the last write of the request's session; null when there is none. */
export async function findWrittenPosition(request: FastifyRequest): Promise<WalPosition | null> {
  return (await request.sessionLookup?.read())?.writtenPosition ?? null;
}

/** Does what `findActor` does, but reads session and account from the database again. */
export async function readActorNow(request: FastifyRequest): Promise<Actor | null> {
  return assertDutiesDone(request, (await request.sessionLookup?.readAgain()) ?? null)?.actor ?? null;
}

function assertDutiesDone(request: FastifyRequest, session: LiveSession | null): LiveSession | null {
  if (session?.mustChangePassword === true && request.routeOptions.config.duringPasswordChange !== true) {
    throw new DomainError('PASSWORD_CHANGE_REQUIRED');
  }
  if (session?.mustAddSecondFactor === true && request.routeOptions.config.duringFactorSetUp !== true) {
    throw new DomainError('SECOND_FACTOR_REQUIRED');
  }
  return session;
}

/** @throws DomainError RECENT_SIGN_IN_REQUIRED when the session neither began nor was confirmed in the last 15 minutes. */
export async function checkRecentSignIn(request: FastifyRequest): Promise<void> {
  if ((await findSession(request))?.isRecent !== true) throw new DomainError('RECENT_SIGN_IN_REQUIRED');
}

/**
 * Returns the headers of a request as `Headers` of the Fetch standard. The returned headers do not include the headers
 * with credentials, which `readIdentity` reads.
 */
export function toFetchHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === 'cookie' || name === 'authorization') continue;
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
  }
  return headers;
}

function createSessionLookup(identity: Identity, requestIdentity: RequestIdentity): SessionLookup {
  let sessionPromise: Promise<LiveSession | null> | undefined;
  let cookie: string | null = null;

  async function readSession(): Promise<LiveSession | null> {
    const session = await identity.findSession(requestIdentity);
    cookie = session?.renewedCookie ?? null;
    return session;
  }

  return {
    read: () => {
      sessionPromise ??= readSession();
      return sessionPromise;
    },
    readAgain: () => identity.findSession(requestIdentity),
    findRenewedCookie: () => cookie,
  };
}
