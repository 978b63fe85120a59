import type { Actor, SignUpRole } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import { inTransaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';
import { releaseBookings } from '../payments/release-bookings.ts';
import { removePerson } from './remove-person.ts';

/**
 * Deletes a buyer or a seller for an admin. The person leaves the account, his unpaid bookings and those of his cars are
 * cancelled, his cars leave every list in the same transaction; payments and paid bookings stay. Open charges are then
 * cancelled at the provider; one that has succeeded by then is refunded, because its booking is closed.
 * @returns 1. @throws DomainError NOT_FOUND for anybody who has not this role, or was deleted before.
 */
export async function deleteAccount(context: Context, actor: Actor, id: string, role: SignUpRole): Promise<1> {
  const accountId = parseId<'account'>(id);
  if (accountId === undefined) throw new DomainError('NOT_FOUND');
  const cancelled = await inTransaction(context.database, (trx) =>
    removePerson(context, trx, { accountId, role, actorId: actor.accountId }),
  );
  await releaseBookings(context, cancelled);
  return 1;
}
