import type { Database } from '@carhouse/database/connection/connect';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { listEarlierReservations } from '@carhouse/database/reservations/earlier-reservations';
import type { AccountId } from '@carhouse/domain/account/account';
import { findNewAccountsStart } from '@carhouse/domain/account/seller-trust';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { computeSecondsUntil } from '@carhouse/domain/errors/seconds-until';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { findRepeatLimit, findRepeatRule, type RepeatLimit } from '@carhouse/domain/reservation/repeat-rule';
import { addDays } from '@carhouse/domain/reservation/reservation-rule';
import type { Context } from '../context.ts';

type ReservationAttempt = { readonly buyerId: AccountId; readonly listingId: ListingId };

/** Returns until when and why a buyer cannot reserve a car because of earlier reservations; null when they can. */
export async function readRepeatLimit(
  context: Pick<Context, 'now' | 'config'>,
  database: Database | Transaction,
  of: ReservationAttempt,
): Promise<RepeatLimit | null> {
  const now = context.now();
  const startTimes = {
    since: addDays(now, -findRepeatRule(now).days),
    newAccountsSince: findNewAccountsStart(context.config.trust, now),
  };
  return findRepeatLimit(await listEarlierReservations(database, of, startTimes), of.listingId, now);
}

const reasonTextComposers: Readonly<Record<RepeatLimit['reason'], (days: string) => string>> = {
  'same-car': (days) =>
    `You have reserved this car before, and a condition was not met. You can reserve it again in ${days}.`,
  'too-many': (days) =>
    `You have reserved several cars in the last months, or still have them, and can get all of the money back. You can reserve another one in ${days}.`,
};

/**
 * Checks that a buyer does not repeatedly keep cars off sale without buying one. The limit is checked when a
 * reservation starts and again before its deposit is charged, because a buyer may start several reservations at the
 * same time. The account of the buyer must be locked.
 * @throws DomainError HOLD_LIMIT.
 */
export async function assertNoRepeat(
  context: Pick<Context, 'now' | 'config'>,
  trx: Transaction,
  of: ReservationAttempt,
): Promise<void> {
  const limit = await readRepeatLimit(context, trx, of);
  if (limit === null) return;
  const retryAfter = computeSecondsUntil(limit.until, context.now());
  const dayCount = Math.ceil(retryAfter / 86_400);
  const days = dayCount === 1 ? 'a day' : `${dayCount} days`;
  throw new DomainError('HOLD_LIMIT', { detail: reasonTextComposers[limit.reason](days), retryAfter });
}
