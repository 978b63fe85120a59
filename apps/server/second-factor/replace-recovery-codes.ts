import { newRecoveryCodes } from '@carhouse/auth/recovery-codes';
import { countFactors, saveRecoveryCodes } from '@carhouse/database/accounts/second-factors';
import { writeAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
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
