import type { NewToken } from '@carhouse/auth/create-identity';
import type { session } from '@carhouse/contract/sessions';
import type { OwnSession } from '@carhouse/database/accounts/sessions';
import type { z } from 'zod/mini';

/** Returns a session as the API shows it to its owner. The result does not contain the session token. */
export function presentSession(ownSession: OwnSession, currentSessionId: string | null): z.infer<typeof session> {
  return {
    _id: ownSession.id,
    createdAt: ownSession.createdAt.toISOString(),
    lastSeenAt: ownSession.lastSeenAt.toISOString(),
    browser: ownSession.userAgent,
    current: ownSession.id === currentSessionId,
  };
}

/**
 * Returns the response headers with the new token of a session: in a cookie for browsers, and in a header for other
 * clients. Without a token the result is empty.
 */
export function makeTokenHeaders(token: NewToken | undefined): Record<string, string> {
  if (token === undefined) return {};
  const { cookie, signedToken } = token;
  return { 'set-cookie': cookie, 'set-auth-token': signedToken };
}
