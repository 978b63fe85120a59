import { deleteCredential, listCredentials } from '@carhouse/database/accounts/credentials';
import { writeAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { authoriseActor } from './authorise-actor.ts';

/**
 * Disconnects a provider from one's own account. @returns 1, or 0 when it was not connected.
 * @throws DomainError LAST_WAY_IN, so that nobody locks themselves out, and those of `authoriseActor`.
 */
export async function removeCredential(context: Context, actor: Actor, providerId: string): Promise<0 | 1> {
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const ways = await listCredentials(trx, actor.accountId);
    if (!ways.some((way) => way.providerId === providerId)) return 0;
    if (ways.length === 1) throw new DomainError('LAST_WAY_IN');
    await deleteCredential(trx, actor.accountId, providerId);
    await writeAudit(trx, {
      id: context.newId(),
      at: context.now(),
      actorId: actor.accountId,
      action: 'disconnect-provider',
      noun: 'account',
      nounId: actor.accountId,
      before: { provider: providerId },
    });
    return 1;
  });
}
