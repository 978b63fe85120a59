import { createHmac } from 'node:crypto';
import {
  clearAttempts,
  listAttemptWaitsMs,
  releaseAttempt,
  reserveAttempt,
} from '@carhouse/database/accounts/attempts';
import type { Database } from '@carhouse/database/connection/connect';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { AttemptLimit } from '@carhouse/domain/limits/attempt-limit';
import { listCountedNetworks } from '@carhouse/domain/limits/wide-network';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The limits on attempts, most of them from docs/reliability.md. Attempts with a correct password or second factor are
 * not counted.
 */
export const attemptLimits = {
  /** Limit on wrong passwords from one client address. */
  'sign-in address': { count: 5, windowMs: minuteMs },
  /** Limit on wrong passwords for one e-mail address, whether or not the address has an account. */
  'sign-in account': { count: 10, windowMs: 15 * minuteMs, growingDelay: { attemptsWithoutDelay: 5, firstMs: 1000 } },
  /**
   * Limit on wrong passwords for one e-mail address from a client address at which the owner of the account is signed
   * in. Attempts from other client addresses do not count, so strangers cannot lock the owner out.
   */
  'sign-in known': { count: 10, windowMs: 15 * minuteMs },
  /**
   * Limit on wrong passwords for one e-mail address from one unknown client address, after the limit `sign-in account`
   * is reached. An owner with a new device still has these attempts, but an attacker has already used them up (decision
   * 0033).
   */
  'sign-in newcomer': { count: 2, windowMs: dayMs },
  /**
   * Limit on wrong passwords for one e-mail address from all unknown client addresses together. Without this limit, an
   * attacker with many client addresses would have two attempts from each address.
   */
  'sign-in newcomers': { count: 20, windowMs: 15 * minuteMs },
  /**
   * The entry `password reset here` limits nothing. The entry records that a new password was set from this client
   * address with a link in a mail. Such a client counts as the account owner's, so the limit `sign-in known` applies to
   * the client.
   */
  'password reset here': { count: 1, windowMs: 15 * minuteMs },
  /**
   * Limit on sign-ups from one client address. The limit is high, because a household or an office may share one client
   * address.
   */
  'sign-up address': { count: 300, windowMs: 10 * minuteMs },
  /**
   * Limit on sign-ups from one client address with e-mail addresses that already have an account, because the response
   * reveals that an account exists.
   */
  'sign-up taken': { count: 10, windowMs: 10 * minuteMs },
  /** Limit on wrong second factors from one client address. */
  'second factor address': { count: 10, windowMs: minuteMs },
  /**
   * Limit on wrong codes of an authenticator app on one account. Three of the million possible codes are valid at any
   * time.
   */
  'app code account': { count: 10, windowMs: 15 * minuteMs, growingDelay: { attemptsWithoutDelay: 5, firstMs: 1000 } },
  /**
   * Limit on wrong codes of an authenticator app on one account within a day. An attacker who knows the password can
   * therefore try only a few of the million possible codes.
   */
  'app code day': { count: 60, windowMs: 24 * 60 * minuteMs },
  'recovery code account': { count: 10, windowMs: 15 * minuteMs },
  /** Limit on sign-ins by Google or OpenID from one client address that the provider or this server refused. */
  'openid address': { count: 30, windowMs: 10 * minuteMs },
  'password change': { count: 10, windowMs: 15 * minuteMs },
  /** Limit on requests for mails with links, and on uses of such links, from one client address. */
  'link address': { count: 20, windowMs: 15 * minuteMs },
  /**
   * Limit on mails of one kind to one e-mail address. Above the limit no mail is sent, but the response to the request
   * is the same.
   */
  'mail address': { count: 3, windowMs: 60 * minuteMs },
  /**
   * Limit on mails of all kinds to one unconfirmed e-mail address. The owner of an unconfirmed address may never have
   * used this server.
   */
  'mail stranger': { count: 6, windowMs: dayMs },
  /**
   * Limit on further mails of one kind to one confirmed e-mail address after `mail address` is reached. The limit
   * applies to requests from one client address at which the owner of the account is signed in, so strangers' requests
   * do not count.
   */
  'mail known': { count: 3, windowMs: 15 * minuteMs },
  /**
   * Limit on mails that ask to confirm an e-mail address, counted by the client address that causes them. A sign-up may
   * name the e-mail address of another person.
   */
  'confirmation mails': { count: 100, windowMs: 60 * minuteMs },
  /**
   * Limit on mails to a confirmed address about changes of the account's sign-in methods, such as a removed second
   * factor.
   */
  notice: { count: 10, windowMs: 60 * minuteMs },
} as const satisfies Readonly<Record<string, AttemptLimit>>;

export type LimitedAttemptKind = keyof typeof attemptLimits;

/** The limits that count by client address. */
const addressLimits: ReadonlySet<LimitedAttemptKind> = new Set<LimitedAttemptKind>([
  'sign-in address',
  'sign-up address',
  'sign-up taken',
  'second factor address',
  'openid address',
  'link address',
  'confirmation mails',
]);

/**
 * Limits attempts. A `subject` is what the attempts are counted by: a client address, an e-mail address or an account.
 * @throws DomainError RATE_LIMITED with the seconds to wait.
 */
export type AttemptGuard = {
  take(attempt: LimitedAttemptKind, subject: string): Promise<{ release(): Promise<void> }>;
  /**
   * Counts one attempt.
   * @returns whether the attempt was within the limit and has been counted.
   */
  allows(attempt: LimitedAttemptKind, subject: string): Promise<boolean>;
  /**
   * Returns the milliseconds until `take` would accept one more attempt; 0 when it would accept one now. The call
   * itself does not count as an attempt.
   */
  findWaitMs(attempt: LimitedAttemptKind, subject: string): Promise<number>;
  /**
   * Returns the results of `findWaitMs` for several limits with one query. The results are in the order of
   * `attemptsAndSubjects`.
   */
  listWaitMs(
    attemptsAndSubjects: readonly (readonly [attempt: LimitedAttemptKind, subject: string])[],
  ): Promise<readonly number[]>;
  clear(attempt: LimitedAttemptKind, subject: string): Promise<void>;
  /** Returns a keyed hash of the subject. */
  hashSubject(kind: string, subject: string): string;
};

/**
 * Creates the guard. The counters of the attempts are in the database, so all server processes share them, and they
 * survive a restart.
 */
export function createAttemptGuard(database: Database, secret: string, now: () => Date): AttemptGuard {
  const hashSubject = (kind: string, subject: string): string =>
    createHmac('sha256', secret).update(`${kind}\n${subject}`).digest('base64url');

  /**
   * Returns the counters of an attempt. A client address has two counters: first the counter of the address, then the
   * counter of its wide network (wide-network.ts).
   */
  function listCounters(attempt: LimitedAttemptKind, subject: string) {
    const limit: AttemptLimit = attemptLimits[attempt];
    const countedSubjects = addressLimits.has(attempt) ? listCountedNetworks(subject) : [{ subject, limitFactor: 1 }];
    return countedSubjects.map((each) => ({
      key: hashSubject(attempt, each.subject),
      limit: each.limitFactor === 1 ? limit : { ...limit, count: limit.count * each.limitFactor },
    }));
  }

  async function reserve(attempt: LimitedAttemptKind, subject: string) {
    const reservedAt = now();
    const reservedKeys: string[] = [];
    const releaseReservations = async (): Promise<void> => {
      for (const key of reservedKeys) await releaseAttempt(database, key, reservedAt);
    };
    for (const { key, limit } of listCounters(attempt, subject)) {
      const waitMs = await reserveAttempt(database, key, limit, reservedAt);
      if (waitMs > 0) {
        await releaseReservations();
        return { wait: waitMs, release: async () => {} };
      }
      reservedKeys.push(key);
    }
    return { wait: 0, release: releaseReservations };
  }

  const listWaitMs: AttemptGuard['listWaitMs'] = async (attemptsAndSubjects) => {
    const counters = attemptsAndSubjects.map(([attempt, subject]) => listCounters(attempt, subject));
    const counterWaitsMs = [...(await listAttemptWaitsMs(database, counters.flat(), now()))];
    return counters.map((each) => Math.max(...counterWaitsMs.splice(0, each.length)));
  };

  return {
    take: async (attempt, subject) => {
      const { wait: waitMs, release: releaseReservations } = await reserve(attempt, subject);
      if (waitMs > 0) throw makeRateLimitedError(waitMs, attempt);
      return { release: releaseReservations };
    },
    allows: async (attempt, subject) => (await reserve(attempt, subject)).wait === 0,
    findWaitMs: async (attempt, subject) => (await listWaitMs([[attempt, subject]]))[0] ?? 0,
    listWaitMs,
    clear: (attempt, subject) => clearAttempts(database, hashSubject(attempt, subject)),
    hashSubject,
  };
}

/**
 * Creates the error for a reached limit.
 * @param waitMs milliseconds
 * @param limit the limit that was reached, for the security log.
 */
export function makeRateLimitedError(waitMs: number, limit: LimitedAttemptKind): DomainError {
  return new DomainError('RATE_LIMITED', { retryAfter: Math.ceil(waitMs / 1000), limit });
}
