import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor, SignUpRole } from '@carhouse/domain/account/account';
import { requireId } from '@carhouse/domain/ids/id';
import type { Context } from '../context.ts';
import { stopImportsOfSeller } from '../imports/stop-import.ts';
import { releaseBookings } from '../payments/release-bookings.ts';
import { authoriseAdminForAccount } from './authorise-actor.ts';
import { removeUser } from './remove-user.ts';

/**
 * Deletes a buyer or a seller for an admin. Personal data is removed from the account. In one transaction the unpaid
 * bookings of the user and of the user's listings are cancelled, and the listings are taken off sale. Payments and paid
 * bookings stay. After the transaction, open charges are cancelled at the card provider. A charge that turns out to
 * have succeeded is refunded, because its booking is closed.
 * @returns the number of deleted accounts, always 1.
 * @throws DomainError NOT_FOUND for an account with another role or a deleted account, and the errors of
 *   `authoriseAdminForAccount`.
 */
export async function deleteAccount(context: Context, actor: Actor, id: string, role: SignUpRole): Promise<1> {
  const accountId = requireId<'account'>(id);
  const cancelledBookingIds = await inTransaction(context.database, async (trx) => {
    const { admin } = await authoriseAdminForAccount(context, trx, actor, accountId);
    return removeUser(context, trx, { accountId, role, actorId: admin.accountId, party: 'admin' });
  });
  await stopImportsOfSeller(context, accountId);
  await releaseBookings(context, cancelledBookingIds);
  return 1;
}
