import type { session } from '@carhouse/contract/sessions';
import type { OwnSession } from '@carhouse/database/accounts/sessions';
import type { z } from 'zod/mini';

/** A session for its owner. No answer contains the token. */
export function presentSession(own: OwnSession, currentId: string | null): z.infer<typeof session> {
  return {
    _id: own.id,
    createdAt: own.createdAt.toISOString(),
    lastSeenAt: own.lastSeenAt.toISOString(),
    browser: own.userAgent,
    current: own.id === currentId,
  };
}
