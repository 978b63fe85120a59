import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { findLiveAttempt } from '@carhouse/database/payments/payment-attempts';
import type { Actor } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { isHolding, type PaymentAttempt } from '@carhouse/domain/payment/payment';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { endHoldInTransaction } from '../payments/break-hold.ts';
import type { FreeCarOutcome } from '../payments/release-car.ts';
import { releaseHold } from '../payments/release-hold.ts';
import { lockHideableListing } from './authorise-owner.ts';

/**
 * Makes an admin's change that takes a listing off sale, even when a buyer is paying for it. The buyer's hold is ended
 * first, and the charge is cancelled. If the charge has already succeeded, the payment is settled, and the listing is
 * sold and not changed. Unless the charge has already succeeded, the change is made, even when a new hold has begun or
 * the card provider does not respond. A charge that could not be cancelled is cancelled later by the reconciler. If
 * such a charge succeeds late, it is refunded, because its booking is closed.
 * @param holdEndReason the reason for ending the hold, for the audit log.
 * @returns 0 when there was nothing to change.
 * @throws the errors of `changeListing`, `authoriseAdmin` and `lockHideableListing`.
 */
export async function takeOffSaleDespiteHold(
  context: Context,
  actor: Actor,
  id: string,
  holdEndReason: string,
  changeListing: (trx: Transaction, admin: CurrentAdmin) => Promise<FreeCarOutcome<0 | 1>>,
): Promise<0 | 1> {
  const attemptBeforeChange = await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const car = await lockHideableListing(trx, admin, id);
    const liveAttempt = await findLiveAttempt(trx, car.id);
    if (liveAttempt !== undefined && isHolding(liveAttempt, context.now()))
      await endHoldInTransaction(context, trx, admin, liveAttempt, holdEndReason);
    return liveAttempt;
  });
  await tryCancelCharge(context, attemptBeforeChange);
  const { changed, left: remainingAttempt } = await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const changeOutcome = await changeListing(trx, admin);
    const car = await lockHideableListing(trx, admin, id);
    return { changed: changeOutcome, left: await findLiveAttempt(trx, car.id) };
  });
  await tryCancelCharge(context, remainingAttempt);
  return changed.kind === 'done' ? changed.value : 0;
}

/**
 * Tries to cancel the charge of a hold. An unavailable card provider is ignored, because its outage must not keep a
 * listing on sale.
 */
async function tryCancelCharge(context: Context, attempt: PaymentAttempt | undefined): Promise<void> {
  if (attempt === undefined) return;
  try {
    await releaseHold(context, attempt);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    context.log.warn({ attemptId: attempt.id, code: error.code }, 'a broken hold is left to the reconciler');
  }
}
