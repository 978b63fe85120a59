import { hashLinkToken } from '@carhouse/auth/link-tokens';
import { findLinkOwner, takeLink } from '@carhouse/database/accounts/account-links';
import { isEmailVerified, markEmailVerified, savePassword } from '@carhouse/database/accounts/passwords';
import { deleteFactorsOfStranger } from '@carhouse/database/accounts/second-factors';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Context } from '../context.ts';
import { linkFault } from './send-link.ts';

const purpose = 'reset-password';

/**
 * Sets a new password by the token of a mail. A person who reads the mails of the address owns it, so the address is
 * confirmed. Every session ends, and wrong passwords that strangers have tried no longer block the owner. The second factors
 * of a confirmed account stay, whatever their age, and no passkey signs in without the new password (decision 0045).
 * @throws DomainError LINK_NOT_VALID, PASSWORD_RULE (the link stays good), RATE_LIMITED
 */
export async function resetPassword(
  context: Context,
  given: { readonly token: string; readonly password: string },
  bucket: string,
): Promise<void> {
  const { identity, database } = context;
  await identity.guard.take('link address', bucket);
  const tokenHash = hashLinkToken(given.token);
  // Checked first, so that made-up tokens cannot make the server hash passwords.
  const owner = await findLinkOwner(database, purpose, tokenHash, context.now());
  if (owner === undefined) throw linkFault();
  const hash = await identity.hashPassword(given.password, owner, { bucket });
  const email = await inTransaction(database, async (trx) => {
    const now = context.now();
    const link = await takeLink(trx, purpose, tokenHash, now);
    if (link === undefined) throw linkFault();
    const { accountId } = link;
    // An unconfirmed account may belong to a stranger who signed up with the address, and so may its second factor.
    if (!(await isEmailVerified(trx, accountId))) await deleteFactorsOfStranger(trx, accountId);
    if (!(await markEmailVerified(trx, accountId, link.email, now))) throw linkFault();
    await savePassword(trx, { accountId, hash, now, credentialId: context.newId() });
    const ended = await deleteSessions(trx, accountId);
    await recordAudit(context, trx, {
      actorId: accountId,
      action: 'reset-password',
      noun: 'account',
      nounId: accountId,
      after: { endedSessions: ended },
    });
    await context.jobs.enqueue(trx, 'account-notice', { notice: 'password-reset', accountId });
    return link.email;
  });
  await identity.guard.clear('sign-in account', email);
  // Strangers who keep trying use these tries up again at once; the owner must still be able to sign in from their own network.
  await identity.guard.allows('password reset here', `${email}\n${bucket}`);
}
