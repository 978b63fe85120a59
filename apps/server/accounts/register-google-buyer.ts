import type { LiveSession } from '@carhouse/auth/create-identity';
import { setFirstRole } from '@carhouse/database/accounts/accounts';
import { passwordProvider } from '@carhouse/database/accounts/credentials';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { lockOwnAccount } from './authorise-actor.ts';

/** Sign-in methods that do not verify the e-mail address. */
const unverifiedMethods: readonly string[] = [passwordProvider, 'passkey'];

/**
 * Handles the specification's call after a sign-in with Google: an account without a role gets the role Buyer, and
 * every other account keeps its role. Name, e-mail address and image in the request are ignored, because the account
 * has those that Google sent (docs/reliability.md, calls).
 * @param network the hash of the caller's network that `findSignUpNetwork` returns.
 * @throws DomainError UNAUTHENTICATED, OPENID_REQUIRED (the session began with a password), EMAIL_NOT_VERIFIED.
 */
export async function registerGoogleBuyer(
  context: Context,
  session: LiveSession | null,
  network: string | null,
): Promise<AccountId> {
  if (session === null) throw new DomainError('UNAUTHENTICATED');
  if (unverifiedMethods.includes(session.providerId)) throw new DomainError('OPENID_REQUIRED');
  if (!session.emailVerified) throw new DomainError('EMAIL_NOT_VERIFIED');
  return inTransaction(context.database, async (trx) => {
    const account = await lockOwnAccount(context, trx, session.actor);
    if (account.role !== null) return account.id;
    const now = context.now();
    await setFirstRole(trx, account.id, {
      role: 'Buyer',
      name: account.name,
      photoUrl: account.photoUrl,
      network,
      now,
    });
    await recordAudit(context, trx, {
      actorId: account.id,
      action: 'choose-role',
      noun: 'account',
      nounId: account.id,
      before: { role: null },
      after: { role: 'Buyer' },
    });
    return account.id;
  });
}
