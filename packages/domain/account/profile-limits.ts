import { DomainError } from '../errors/domain-error.ts';

/** Maximum numbers of changes that one user makes to their profile in 24 hours. */
export type ProfileLimits = {
  /**
   * Maximum number of changes of all fields together. Each change adds an entry to the audit log, and entries are never
   * deleted.
   */
  readonly changes: number;
  /** Maximum number of changes of the name, by which buyers and sellers recognise each other. */
  readonly names: number;
};

/** The changes that a user made in the last 24 hours: the number of changes, and the time of the first change. */
export type RecentChanges = { readonly count: number; readonly first: Date | null };

const dayMs = 86_400_000;

/** Returns the time 24 hours before `now`. Changes after this time count towards the limits. */
export function findProfileChangesStart(now: Date): Date {
  return new Date(now.getTime() - dayMs);
}

/**
 * Checks whether a user may change their profile once more. The caller must have locked the account.
 * @throws DomainError PROFILE_CHANGE_LIMIT, with the seconds until the first of the counted changes is a day old.
 */
export function assertMayChangeProfile(
  recentChanges: { readonly changes: RecentChanges; readonly names: RecentChanges },
  limits: ProfileLimits,
  isNameChanged: boolean,
  now: Date,
): void {
  if (recentChanges.changes.count >= limits.changes) {
    throw new DomainError('PROFILE_CHANGE_LIMIT', {
      retryAfter: computeSecondsUntilChange(recentChanges.changes, now),
    });
  }
  if (isNameChanged && recentChanges.names.count >= limits.names) {
    const detail = 'You have changed your name several times in a day. Please try again later.';
    throw new DomainError('PROFILE_CHANGE_LIMIT', {
      detail,
      retryAfter: computeSecondsUntilChange(recentChanges.names, now),
    });
  }
}

function computeSecondsUntilChange({ first: firstChangeAt }: RecentChanges, now: Date): number {
  const limitResetMs = (firstChangeAt ?? now).getTime() + dayMs;
  return Math.max(1, Math.ceil((limitResetMs - now.getTime()) / 1000));
}
