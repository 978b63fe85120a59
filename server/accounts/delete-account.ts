import type { Actor, SignUpRole } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import { anonymiseAccount, lockAccount } from '@carhouse/database/accounts';
import { writeAudit } from '@carhouse/database/audit';
import { cancelBookingsOf } from '@carhouse/database/bookings';
import { inTransaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';
import { releaseBookings } from '../payments/release-bookings.ts';

/**
 * Deletes a buyer or a seller for an admin. The person leaves the account, his unpaid bookings and those of his cars are
 * cancelled, his cars leave every list in the same transaction; payments and paid bookings stay. Open charges are then
 * cancelled at the provider; one that has succeeded by then is refunded, because its booking is closed.
 * @returns 1. @throws DomainError NOT_FOUND for anybody who has not this role, or was deleted before.
 */
export async function deleteAccount(context: Context, actor: Actor, id: string, role: SignUpRole): Promise<1> {
  const accountId = parseId<'account'>(id);
  if (accountId === undefined) throw new DomainError('NOT_FOUND');
  const cancelled = await inTransaction(context.database, async (trx) => {
    await lockAccount(trx, accountId);
    const now = context.now();
    if (!(await anonymiseAccount(trx, accountId, role, now))) throw new DomainError('NOT_FOUND');
    const reason = role === 'Seller' ? 'The seller has left.' : 'The buyer has left.';
    const bookings = await cancelBookingsOf(trx, accountId, reason, now);
    const entry = { at: now, actorId: actor.accountId } as const;
    await writeAudit(trx, {
      ...entry,
      id: context.newId(),
      action: 'delete',
      noun: 'account',
      nounId: accountId,
      before: { role, status: 'active' },
      after: { role, status: 'deleted' },
    });
    for (const booking of bookings) {
      const change = { before: { status: 'unpaid' }, after: { status: 'cancelled' } };
      await writeAudit(trx, {
        ...entry,
        ...change,
        id: context.newId(),
        action: 'cancel',
        noun: 'booking',
        nounId: booking,
      });
    }
    return bookings;
  });
  await releaseBookings(context, cancelled);
  return 1;
}
