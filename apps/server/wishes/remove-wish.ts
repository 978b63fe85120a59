import { inTransaction } from '@carhouse/database/connection/transaction';
import { deleteWish } from '@carhouse/database/wishes/wishes';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { encryptRemovalReceipt } from './restore-wish.ts';

/**
 * Removes a listing from the caller's wish list.
 * @returns a text with which the user can restore the wish (restore-wish.ts).
 * @throws DomainError NOT_FOUND (an unknown wish or another user's), and the errors of `authoriseActor`.
 */
export async function removeWish(context: Context, actor: Actor, id: string): Promise<string> {
  const wishId = requireId<'wish'>(id);
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor, 'shared');
    const removedWish = await deleteWish(trx, actor.accountId, wishId);
    if (removedWish === undefined) throw new DomainError('NOT_FOUND');
    return encryptRemovalReceipt(context, actor, removedWish);
  });
}
