import type { NewToken } from '@carhouse/auth/create-identity';
import type { session } from '@carhouse/contract/sessions';
import type { OwnSession } from '@carhouse/database/accounts/sessions';
import type { z } from 'zod/mini';

/** A session, as the API shows it to its owner. No response contains the token. */
export function presentSession(own: OwnSession, currentId: string | null): z.infer<typeof session> {
  return {
    _id: own.id,
    createdAt: own.createdAt.toISOString(),
    lastSeenAt: own.lastSeenAt.toISOString(),
    browser: own.userAgent,
    current: own.id === currentId,
  };
}

/**
 * The headers that give a client the new token of its session: as a cookie, and as a header for API callers. Empty without a
 * token.
 */
export function tokenHeaders(token: NewToken | undefined): Record<string, string> {
  if (token === undefined) return {};
  const { cookie, signedToken } = token;
  return { 'set-cookie': cookie, 'set-auth-token': signedToken };
}
