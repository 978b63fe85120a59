import { DomainError } from '../errors/domain-error.ts';

/** Maximum numbers of changes that one user makes to their profile in 24 hours. */
export type ProfileLimits = {
  /** Changes of any field. Each of them adds an audit entry, which stays. */
  readonly changes: number;
  /** Changes of the name, which buyers and sellers know each other by. */
  readonly names: number;
};

/** The changes of the last 24 hours: their number, and when the first of them was made. */
export type RecentChanges = { readonly count: number; readonly first: Date | null };

const dayMs = 86_400_000;

/** The start of the time in which changes are counted. */
export function profileChangesSince(now: Date): Date {
  return new Date(now.getTime() - dayMs);
}

/**
 * Checks whether a user may change their profile once more. Call it after the account is locked.
 * @throws DomainError PROFILE_CHANGE_LIMIT, with the seconds until the first of the counted changes is a day old.
 */
export function assertMayChangeProfile(
  recent: { readonly changes: RecentChanges; readonly names: RecentChanges },
  limits: ProfileLimits,
  changesName: boolean,
  now: Date,
): void {
  if (recent.changes.count >= limits.changes) {
    throw new DomainError('PROFILE_CHANGE_LIMIT', { retryAfter: waitAfter(recent.changes, now) });
  }
  if (changesName && recent.names.count >= limits.names) {
    const detail = 'You have changed your name several times in a day. Please try again later.';
    throw new DomainError('PROFILE_CHANGE_LIMIT', { detail, retryAfter: waitAfter(recent.names, now) });
  }
}

function waitAfter({ first }: RecentChanges, now: Date): number {
  const end = (first ?? now).getTime() + dayMs;
  return Math.max(1, Math.ceil((end - now.getTime()) / 1000));
}
