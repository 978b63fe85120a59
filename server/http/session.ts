import type { Actor } from '@carhouse/core/account/account';
import type { Identity, LiveSession } from '@carhouse/identity/create-identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    sessionLookup: SessionLookup | null;
  }
}

/** The session of one request: read when somebody first asks, and once. */
type SessionLookup = { read(): Promise<LiveSession | null>; renewedCookie(): string | null };

/** Lets `actorOf` answer, and sends the renewed cookie along with the answer when the session was extended. */
export function registerSession(app: FastifyInstance, identity: Identity): void {
  app.decorateRequest('sessionLookup', null);
  app.addHook('onRequest', async (request) => {
    request.sessionLookup = sessionLookup(identity, request);
  });
  app.addHook('onSend', async (request, reply) => {
    const cookie = request.sessionLookup?.renewedCookie() ?? null;
    if (cookie !== null) reply.header('set-cookie', cookie);
  });
}

/**
 * Who asks, as the session and the account stand now, or null for a visitor. Costs one query at the first call of a
 * request that carries a session, and nothing for one that carries none.
 */
export async function actorOf(request: FastifyRequest): Promise<Actor | null> {
  return (await request.sessionLookup?.read())?.actor ?? null;
}

/** The headers of a request as the Fetch standard has them. */
export function fetchHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
  }
  return headers;
}

function sessionLookup(identity: Identity, request: FastifyRequest): SessionLookup {
  let reading: Promise<LiveSession | null> | undefined;
  let cookie: string | null = null;

  async function read(): Promise<LiveSession | null> {
    const session = await identity.sessionOf(fetchHeaders(request));
    cookie = session?.renewedCookie ?? null;
    return session;
  }

  return {
    read: () => {
      reading ??= read();
      return reading;
    },
    renewedCookie: () => cookie,
  };
}
