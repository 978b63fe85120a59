import { changeAccountStatus, saveStatusReason } from '@carhouse/database/accounts/accounts';
import { recordAudit, recordCancellations } from '@carhouse/database/audit/audit';
import { cancelOpenBookings } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { endPlacesOfBuyer } from '@carhouse/database/reservations/reservation-queue';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import { accountLifecycle } from '@carhouse/domain/account/account-lifecycle';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { Context } from '../context.ts';
import { stopImportsOfSeller } from '../imports/stop-import.ts';
import { completeCancellation } from '../payments/complete-cancellation.ts';
import { releaseBookings } from '../payments/release-bookings.ts';
import { settleReports } from '../reports/settle-reports.ts';
import { authoriseAdminForAccount } from './authorise-actor.ts';

/**
 * Suspends an account for an admin. In one transaction the sessions of the user end, the open bookings of the user and
 * of their listings are cancelled, their listings are taken off sale, and open reports about them are upheld. After the transaction, open charges are
 * cancelled at the card provider, as after a deletion.
 * @returns 0 when the account is already suspended.
 * @throws DomainError NOT_FOUND, and the errors of `authoriseAdminForAccount`.
 */
export async function suspendAccount(context: Context, actor: Actor, id: string, reason: string): Promise<0 | 1> {
  const accountId = requireId<'account'>(id);
  const cancelledBookingIds = await inTransaction(context.database, (trx) =>
    suspendInTransaction(context, trx, actor, accountId, reason),
  );
  if (cancelledBookingIds === null) return 0;
  await stopImportsOfSeller(context, accountId);
  await releaseBookings(context, cancelledBookingIds);
  return 1;
}

async function suspendInTransaction(
  context: Context,
  trx: Transaction,
  actor: Actor,
  accountId: AccountId,
  reason: string,
): Promise<readonly BookingId[] | null> {
  // The admin who suspends another account stays active, so at least one admin always remains (docs/reliability.md I17).
  const { admin, account } = await authoriseAdminForAccount(context, trx, actor, accountId);
  if (account === undefined || account.status === 'deleted') throw new DomainError('NOT_FOUND');
  if (account.status === 'suspended') return null;
  const nextStatus = advance(accountLifecycle, account.status, 'suspend', 'admin');
  const now = context.now();
  await changeAccountStatus(trx, admin, accountId, account.status, nextStatus, now);
  await saveStatusReason(trx, admin, accountId, reason);
  const cancellationReason = account.role === 'Seller' ? 'The seller is suspended.' : 'The buyer is suspended.';
  const bookingIds = await cancelOpenBookings(trx, accountId, cancellationReason, now);
  await recordAudit(context, trx, {
    actorId: admin.accountId,
    action: 'suspend',
    noun: 'account',
    nounId: accountId,
    before: { status: account.status },
    after: { status: nextStatus },
  });
  await settleReports(context, trx, admin, { sellerId: accountId });
  await recordCancellations(context, trx, admin.accountId, bookingIds);
  await completeCancellation(context, trx, bookingIds, {
    outcome: { end: 'account-closed' },
    endedAccountId: accountId,
  });
  await endPlacesOfBuyer(trx, accountId);
  return bookingIds;
}
