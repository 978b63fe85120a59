import { renamePasskey } from '@carhouse/database/accounts/passkeys';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/** Renames a passkey of the caller's account. @throws DomainError NOT_FOUND for an unknown passkey or another user's. */
export async function changePasskey(context: Context, actor: Actor, id: string, name: string): Promise<void> {
  const passkeyId = requireId<'passkey'>(id);
  await inTransaction(context.database, async (trx) => {
    const { accountId } = await authoriseActor(context, trx, actor, 'shared');
    if (!(await renamePasskey(trx, accountId, passkeyId, name.trim()))) throw new DomainError('NOT_FOUND');
  });
}
