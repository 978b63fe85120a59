import type { NewToken } from '@carhouse/auth/create-identity';
import { deleteCredential, listCredentials } from '@carhouse/database/accounts/credentials';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { authoriseFactorChange } from '../second-factor/authorise-factor-change.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';

/**
 * Disconnects a provider from the caller's account. The session gets a new token, because a stranger may have a copy of
 * the old token.
 * @returns the new token, or undefined when the provider was not connected.
 * @throws DomainError LAST_WAY_IN for the last sign-in method, and the errors of `authoriseFactorChange`.
 */
export async function removeCredential(
  context: Context,
  actor: Actor,
  providerId: string,
): Promise<NewToken | undefined> {
  return inTransaction(context.database, async (trx) => {
    const currentAccount = await authoriseFactorChange(context, trx, actor);
    const credentialsOfAccount = await listCredentials(trx, actor.accountId);
    if (!credentialsOfAccount.some((credential) => credential.providerId === providerId)) return undefined;
    if (credentialsOfAccount.length === 1) throw new DomainError('LAST_WAY_IN');
    await deleteCredential(trx, actor.accountId, providerId);
    await recordFactorChange(context, trx, currentAccount, {
      action: 'disconnect-provider',
      notice: 'provider-disconnected',
      before: { provider: providerId },
    });
    return context.identity.renewToken(trx, { id: currentAccount.sessionId, accountId: actor.accountId });
  });
}
