import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import { writeAudit } from '@carhouse/database/audit';
import { settleDuplicate as settle } from '@carhouse/database/duplicates';
import { inTransaction } from '@carhouse/database/transaction';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/**
 * Notes for an admin that two cars which look like one are two. @returns 0 when the pair is not on the list.
 * @throws DomainError NOT_FOUND for what is no id, and those of `authoriseAdmin`.
 */
export async function settleDuplicate(context: Context, actor: Actor, second: string, first: string): Promise<0 | 1> {
  const [id, firstId] = [parseId<'listing'>(second), parseId<'listing'>(first)];
  if (id === undefined || firstId === undefined) throw new DomainError('NOT_FOUND');
  return inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const now = context.now();
    if (!(await settle(trx, { id, firstId }, now))) return 0;
    await writeAudit(trx, {
      id: context.newId(),
      at: now,
      actorId: admin.accountId,
      action: 'settle-duplicate',
      noun: 'listing',
      nounId: id,
      after: { firstId },
    });
    return 1;
  });
}
