import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { settleDuplicate as settle } from '@carhouse/database/listings/duplicates';
import type { Actor } from '@carhouse/domain/account/account';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/**
 * Records an admin's decision that two similar listings offer different cars. @returns 0 when the pair is not on the
 * list.
 * @throws DomainError NOT_FOUND for a malformed id, and the errors of `authoriseAdmin`.
 */
export async function settleDuplicate(
  context: Context,
  actor: Actor,
  secondId: string,
  firstIdText: string,
): Promise<0 | 1> {
  const [id, firstId] = [requireId<'listing'>(secondId), requireId<'listing'>(firstIdText)];
  return inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const now = context.now();
    if (!(await settle(trx, { id, firstId }, now))) return 0;
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'settle-duplicate',
      noun: 'listing',
      nounId: id,
      after: { firstId },
    });
    return 1;
  });
}
