import { passwordProvider } from '@carhouse/database/accounts/credentials';
import {
  mayBelongToStranger,
  removeProfileData,
  removeRowsOfStranger,
} from '@carhouse/database/accounts/strangers-data';
import { recordAudit, recordCancellations } from '@carhouse/database/audit/audit';
import { cancelOpenBookings } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { endPlacesOfBuyer } from '@carhouse/database/reservations/reservation-queue';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';
import { completeCancellation } from '../payments/complete-cancellation.ts';
import { releaseBookings } from '../payments/release-bookings.ts';

/**
 * Cancels charges at the card provider and stops the processes of imports. The function must be called after the
 * transaction is committed, because its effects are outside of the database.
 */
export type AfterCommitAction = () => Promise<void>;

/**
 * Removes the photo, the telephone number, the verification and the records of earlier use of an account. Writes the
 * audit entry that its owner has taken the account over (decision 0062). Call this function in the transaction in which
 * the owner of an e-mail address takes over an unconfirmed account and cannot prove that they made the account. The
 * caller must have locked the account, and must not have marked it as confirmed yet. Nothing is removed from an account
 * that is confirmed or that an admin made.
 */
export async function removeStrangersData(
  context: Context,
  trx: Transaction,
  accountId: AccountId,
): Promise<AfterCommitAction> {
  if (!(await mayBelongToStranger(trx, accountId))) return async () => {};
  await removeProfileData(trx, accountId, context.now());
  // After this audit entry, the limits on profile changes count from zero again (`countProfileChanges`).
  await recordAudit(context, trx, {
    actorId: accountId,
    action: 'adopt',
    noun: 'account',
    nounId: accountId,
    after: { provider: passwordProvider },
  });
  return removeRecordsOfEarlierUse(context, trx, accountId);
}

/**
 * Removes what a stranger did with an account before the owner of its e-mail address took it over. Cars on sale are
 * withdrawn, and hidden cars are withdrawn when the hiding ends. Unpaid bookings are cancelled, and the second party of
 * each booking gets a mail. Wishes, imports, feedback and responses stored under idempotency keys are deleted. Payments
 * and paid bookings stay.
 */
export async function removeRecordsOfEarlierUse(
  context: Context,
  trx: Transaction,
  accountId: AccountId,
): Promise<AfterCommitAction> {
  const now = context.now();
  const { listings, imports } = await removeRowsOfStranger(trx, accountId, now);
  for (const nounId of listings) {
    await recordAudit(context, trx, {
      actorId: accountId,
      action: 'withdraw',
      noun: 'listing',
      nounId,
      before: { status: 'available' },
      after: { status: 'withdrawn' },
    });
  }
  const bookingIds = await cancelOpenBookings(trx, accountId, 'The account has another owner.', now);
  await recordCancellations(context, trx, accountId, bookingIds);
  await completeCancellation(context, trx, bookingIds, {
    outcome: { end: 'account-closed' },
    endedAccountId: accountId,
  });
  await endPlacesOfBuyer(trx, accountId);
  return async () => {
    for (const id of imports) context.importWorkers.stop(id);
    await releaseBookings(context, bookingIds);
  };
}
