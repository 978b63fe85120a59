import { inTransaction } from '@carhouse/database/connection/transaction';
import { deleteWish } from '@carhouse/database/wishes/wishes';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/**
 * Removes a listing from the caller's wish list. @returns 1. @throws DomainError NOT_FOUND (unknown or another user's), and
 * those of `authoriseActor`.
 */
export async function removeWish(context: Context, actor: Actor, id: string): Promise<number> {
  const wishId = requireId<'wish'>(id);
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor, 'shared');
    if (!(await deleteWish(trx, actor.accountId, wishId))) throw new DomainError('NOT_FOUND');
    return 1;
  });
}
