import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { writeAudit } from '@carhouse/database/audit';
import { countFactors, saveRecoveryCodes } from '@carhouse/database/second-factors';
import { inTransaction } from '@carhouse/database/transaction';
import { newRecoveryCodes } from '@carhouse/identity/recovery-codes';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/** Ten new recovery codes for one's own account; all earlier ones end. @throws DomainError NOT_FOUND without a second factor. */
export async function replaceRecoveryCodes(context: Context, actor: Actor): Promise<readonly string[]> {
  const { codes, hashes } = newRecoveryCodes();
  await inTransaction(context.database, async (trx) => {
    const { accountId } = await authoriseActor(context, trx, actor);
    const { appSince, passkeys } = await countFactors(trx, accountId);
    if (appSince === null && passkeys === 0) throw new DomainError('NOT_FOUND');
    const now = context.now();
    await saveRecoveryCodes(trx, accountId, hashes, now);
    await writeAudit(trx, {
      id: context.newId(),
      at: now,
      actorId: accountId,
      action: 'replace-recovery-codes',
      noun: 'account',
      nounId: accountId,
    });
  });
  return codes;
}
