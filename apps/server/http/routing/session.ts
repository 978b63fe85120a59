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

/** The session of a request, read once, at the first call. */
type SessionLookup = {
  read(): Promise<LiveSession | null>;
  /** Reads it again, for an answer that takes long. */
  readAgain(): Promise<LiveSession | null>;
  renewedCookie(): string | null;
};

/** Configures `actorOf`, and adds the renewed cookie to the answer when the session was extended. */
export function registerSession(app: FastifyInstance, identity: Identity): void {
  app.decorateRequest('sessionLookup', null);
  /** Cached by credential: the API calls of one page rendering share the page's lookup. */
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
    // An answer that sets a new session's cookie must not set the old one again.
    const brings = String(reply.getHeader('set-cookie') ?? '').includes('session_token=');
    if (cookie !== null && !brings) reply.header('set-cookie', cookie);
  });
}

/**
 * The actor of the session and account in their current state, or null for a visitor. Costs one query at the first call of a
 * request that carries a session, and nothing for one that carries none.
 */
export async function actorOf(request: FastifyRequest): Promise<Actor | null> {
  return (await sessionOf(request))?.actor ?? null;
}

/**
 * The valid session of a request, or null. A user whose password an admin has chosen is refused everywhere but where the call
 * allows it (ASVS 6.4.1). So is an admin without a second factor (ASVS 6.3.2).
 * @throws DomainError PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_REQUIRED
 */
export async function sessionOf(request: FastifyRequest): Promise<LiveSession | null> {
  return assertReady(request, (await request.sessionLookup?.read()) ?? null);
}

/** The actor as `actorOf`, with session and account read again. */
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

/** The headers of a request as the Fetch standard has them, without what `identityOf` has read. */
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
