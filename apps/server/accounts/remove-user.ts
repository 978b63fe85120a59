import { anonymiseAccount, lockAccount } from '@carhouse/database/accounts/accounts';
import { anonymiseSnapshots } from '@carhouse/database/accounts/forget-user';
import { recordAudit, recordCancellations } from '@carhouse/database/audit/audit';
import { cancelOpenBookings } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { endPlacesOfBuyer } from '@carhouse/database/reservations/reservation-queue';
import type { AccountId, Role } from '@carhouse/domain/account/account';
import { type AccountParty, accountLifecycle } from '@carhouse/domain/account/account-lifecycle';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { completeCancellation } from '../payments/complete-cancellation.ts';
import type { QueueContext } from '../reservations/advance-queue.ts';

/**
 * Removes the user's personal data from the account and from other records, and cancels the unpaid bookings of the user
 * and of their listings. The function runs in the caller's transaction. Payments and paid bookings stay
 * (docs/decisions/0019).
 * @param removal `actorId` is null when an operator's command removes the user.
 * @returns the cancelled bookings; the caller releases their holds after the commit.
 * @throws DomainError NOT_FOUND when the account has another role or is already deleted.
 */
export async function removeUser(
  context: QueueContext,
  trx: Transaction,
  removal: {
    readonly accountId: AccountId;
    readonly role: Role | null;
    readonly actorId: AccountId | null;
    /**
     * The party that deletes the account. The party is `system` for an operator's command, and for the owner of an
     * e-mail address with which a stranger made the account.
     */
    readonly party: AccountParty;
  },
): Promise<readonly BookingId[]> {
  const { accountId, role, actorId } = removal;
  const account = await lockAccount(trx, accountId);
  const now = context.now();
  if (account === undefined || account.status === 'deleted') throw new DomainError('NOT_FOUND');
  const event = account.status === 'waiting' ? 'reject' : 'delete';
  const status = advance(accountLifecycle, account.status, event, removal.party);
  const reason = role === 'Seller' ? 'The seller has left.' : 'The buyer has left.';
  const bookingIds = await cancelOpenBookings(trx, accountId, reason, now);
  await anonymiseSnapshots(trx, accountId, now);
  // The account is anonymised after its bookings are cancelled. Changing the account's e-mail address waits for the
  // locks of all payments of the account, and this transaction may hold one of those locks already.
  if (!(await anonymiseAccount(trx, accountId, role, now))) throw new DomainError('NOT_FOUND');
  await recordAudit(context, trx, {
    actorId,
    action: 'delete',
    noun: 'account',
    nounId: accountId,
    before: { role, status: account.status },
    after: { role, status },
  });
  await recordCancellations(context, trx, actorId, bookingIds);
  await completeCancellation(context, trx, bookingIds, {
    outcome: { end: 'account-closed' },
    endedAccountId: accountId,
  });
  await endPlacesOfBuyer(trx, accountId);
  return bookingIds;
}
