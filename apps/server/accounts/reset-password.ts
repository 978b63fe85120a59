import { hashToken } from '@carhouse/auth/link-tokens';
import { findLinkOwner, spendAccountLink } from '@carhouse/database/accounts/account-links';
import { isEmailVerified, markEmailVerified, savePassword } from '@carhouse/database/accounts/passwords';
import { deleteFactorsOfStranger } from '@carhouse/database/accounts/second-factors';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Context } from '../context.ts';
import { removeStrangersData } from './remove-strangers-data.ts';
import { makeInvalidLinkError } from './send-link.ts';

const purpose = 'reset-password';

/**
 * Sets a new password by the token of a mailed link. The token proves that the user reads the mails of the address, so
 * the address becomes confirmed. All sessions of the account end, and its count of wrong passwords is reset, so that
 * the owner can sign in. The second factors of a confirmed account remain. A passkey can sign in alone only after it
 * was used together with the new password (decision 0045).
 * @throws DomainError LINK_NOT_VALID, PASSWORD_RULE (the link stays valid), RATE_LIMITED
 */
export async function resetPassword(
  context: Context,
  input: { readonly token: string; readonly password: string },
  rateLimitBucket: string,
): Promise<void> {
  const { identity, database } = context;
  await identity.guard.take('link address', rateLimitBucket);
  const tokenHash = hashToken(input.token);
  // The token is checked first, so that invented tokens cannot make the server hash passwords.
  const linkOwner = await findLinkOwner(database, purpose, tokenHash, context.now());
  if (linkOwner === undefined) throw makeInvalidLinkError();
  const hash = await identity.hashPassword(input.password, linkOwner, { bucket: rateLimitBucket });
  const { email, afterCommit } = await inTransaction(database, async (trx) => {
    const now = context.now();
    const link = await spendAccountLink(trx, purpose, tokenHash, now);
    if (link === undefined) throw makeInvalidLinkError();
    const { accountId } = link;
    // A stranger may have made an unconfirmed account with the owner's address, and may have added its second factor.
    const isTakeover = !(await isEmailVerified(trx, accountId));
    if (isTakeover) await deleteFactorsOfStranger(trx, accountId);
    const runAfterCommit = isTakeover ? await removeStrangersData(context, trx, accountId) : async () => {};
    if (!(await markEmailVerified(trx, accountId, link.email, now))) throw makeInvalidLinkError();
    await savePassword(trx, { accountId, hash, now, credentialId: context.newId() });
    const endedSessionCount = await deleteSessions(trx, accountId);
    await recordAudit(context, trx, {
      actorId: accountId,
      action: 'reset-password',
      noun: 'account',
      nounId: accountId,
      after: { endedSessions: endedSessionCount },
    });
    await context.jobs.enqueue(trx, 'account-notice', { notice: 'password-reset', accountId });
    return { email: link.email, afterCommit: runAfterCommit };
  });
  await afterCommit();
  await identity.guard.clear('sign-in account', email);
  // Strangers who keep guessing passwords soon reach the account's limit again. The record `password reset here` gives
  // the owner's client address a limit of its own.
  await identity.guard.allows('password reset here', `${email}\n${rateLimitBucket}`);
}
