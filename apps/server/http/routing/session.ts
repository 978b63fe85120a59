import type { Identity, LiveSession } from '@carhouse/auth/create-identity';
import type { RequestIdentity } from '@carhouse/auth/request-identity';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { identityOf } from './request-identity.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    duringPasswordChange?: boolean;
    duringFactorSetUp?: boolean;
  }
  interface FastifyRequest {
    sessionLookup: SessionLookup | null;
  }
}

/** The session of a request. The database is read once, at the first call. */
type SessionLookup = {
  read(): Promise<LiveSession | null>;
  /** Reads the session from the database again, for an answer that takes long. */
  readAgain(): Promise<LiveSession | null>;
  renewedCookie(): string | null;
};

/** Configures `actorOf`, and adds the renewed cookie to the response when the session was extended. */
export function registerSession(app: FastifyInstance, identity: Identity): void {
  app.decorateRequest('sessionLookup', null);
  /** Lookups are cached by credential, so the API calls of one page rendering share the page's lookup. */
  const lookups = new WeakMap<RequestIdentity, SessionLookup>();
  app.addHook('onRequest', async (request) => {
    const given = identityOf(request.raw);
    if (given.presented.kind === 'nothing') return;
    const lookup = lookups.get(given) ?? sessionLookup(identity, given);
    lookups.set(given, lookup);
    request.sessionLookup = lookup;
  });
  app.addHook('onSend', async (request, reply) => {
    const cookie = request.sessionLookup?.renewedCookie() ?? null;
    // A response that sets the cookie of a new session must not set the old cookie again.
    const setsSessionCookie = String(reply.getHeader('set-cookie') ?? '').includes('session_token=');
    if (cookie !== null && !setsSessionCookie) reply.header('set-cookie', cookie);
  });
}

/**
 * Returns the actor with the current state of session and account, or null for a visitor. The first call for a request with
 * a session makes one database query; a request without a session needs no query.
 */
export async function actorOf(request: FastifyRequest): Promise<Actor | null> {
  return (await sessionOf(request))?.actor ?? null;
}

/**
 * Returns the valid session of a request, or null. A user whose password was chosen by an admin is refused, except where the
 * call allows it (ASVS 6.4.1). An admin without a second factor is refused in the same way (ASVS 6.3.2).
 * @throws DomainError PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_REQUIRED
 */
export async function sessionOf(request: FastifyRequest): Promise<LiveSession | null> {
  return assertReady(request, (await request.sessionLookup?.read()) ?? null);
}

/** Does what `actorOf` does, but reads session and account from the database again. */
export async function actorNow(request: FastifyRequest): Promise<Actor | null> {
  return assertReady(request, (await request.sessionLookup?.readAgain()) ?? null)?.actor ?? null;
}

function assertReady(request: FastifyRequest, session: LiveSession | null): LiveSession | null {
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
  if ((await sessionOf(request))?.isRecent !== true) throw new DomainError('RECENT_SIGN_IN_REQUIRED');
}

/**
 * Returns the headers of a request in the form of the Fetch standard, without the credentials that `identityOf` has read.
 */
export function fetchHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === 'cookie' || name === 'authorization') continue;
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
  }
  return headers;
}

function sessionLookup(identity: Identity, given: RequestIdentity): SessionLookup {
  let reading: Promise<LiveSession | null> | undefined;
  let cookie: string | null = null;

  async function read(): Promise<LiveSession | null> {
    const session = await identity.sessionOf(given);
    cookie = session?.renewedCookie ?? null;
    return session;
  }

  return {
    read: () => {
      reading ??= read();
      return reading;
    },
    readAgain: () => identity.sessionOf(given),
    renewedCookie: () => cookie,
  };
}
