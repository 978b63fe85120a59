import { hashToken } from '@carhouse/auth/link-tokens';
import { findLinkOwner, spendAccountLink } from '@carhouse/database/accounts/account-links';
import { isEmailVerified, markEmailVerified, savePassword } from '@carhouse/database/accounts/passwords';
import { deleteFactorsOfStranger } from '@carhouse/database/accounts/second-factors';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { type AfterCommitAction, removeStrangersData } from './remove-strangers-data.ts';
import { makeInvalidLinkError } from './send-link.ts';

const purpose = 'confirm-email';

export type EmailConfirmationInput = {
  readonly token: string;
  readonly password: string | undefined;
  readonly newPassword: string | undefined;
  /** The account of the session that sends the request; null for a visitor. */
  readonly signedInAccountId: AccountId | null;
};

/**
 * Confirms an e-mail address by the token from a mail. The token proves that the caller reads the mails of that
 * address. A session in this browser or the password proves that the caller made the account. Without a session or the
 * password, a stranger may have made the account and may know its password. A caller without these proofs sets a new
 * password, and the account's sessions, second factors and earlier data are deleted (`removeStrangersData`).
 * @throws DomainError LINK_NOT_VALID, OWNER_UNPROVED, OLD_PASSWORD_WRONG, PASSWORD_RULE (after the last three the link
 *   stays valid), RATE_LIMITED
 */
export async function confirmEmail(
  context: Context,
  input: EmailConfirmationInput,
  rateLimitBucket: string,
): Promise<void> {
  const { identity, database } = context;
  await identity.guard.take('link address', rateLimitBucket);
  const tokenHash = hashToken(input.token);
  // The token is checked first, so that invented tokens cannot make the server hash passwords.
  const linkOwner = await findLinkOwner(database, purpose, tokenHash, context.now());
  if (linkOwner === undefined) throw makeInvalidLinkError();
  const hash =
    input.newPassword === undefined
      ? null
      : await identity.hashPassword(input.newPassword, linkOwner, { bucket: rateLimitBucket });
  if (hash === null) await assertCallerMadeAccount(context, linkOwner.accountId, input, rateLimitBucket);
  const runAfterTransaction = await inTransaction(database, async (trx): Promise<AfterCommitAction> => {
    const now = context.now();
    const link = await spendAccountLink(trx, purpose, tokenHash, now);
    if (link === undefined) throw makeInvalidLinkError();
    const { accountId } = link;
    const isTakeover = !(await isEmailVerified(trx, accountId)) && hash !== null;
    if (isTakeover) await deleteFactorsOfStranger(trx, accountId);
    const runAfterCommit = isTakeover ? await removeStrangersData(context, trx, accountId) : async () => {};
    if (!(await markEmailVerified(trx, accountId, link.email, now))) throw makeInvalidLinkError();
    if (hash === null) return runAfterCommit;
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
    return runAfterCommit;
  });
  await runAfterTransaction();
  if (hash !== null) await identity.guard.clear('sign-in account', linkOwner.email);
}

async function assertCallerMadeAccount(
  { identity }: Context,
  accountId: AccountId,
  input: EmailConfirmationInput,
  rateLimitBucket: string,
): Promise<void> {
  if (input.signedInAccountId === accountId) return;
  if (input.password === undefined) throw new DomainError('OWNER_UNPROVED');
  const passwordAttempt = await identity.guard.take('password change', accountId);
  if (!(await identity.isPasswordOf(accountId, input.password, { bucket: rateLimitBucket })))
    throw new DomainError('OLD_PASSWORD_WRONG');
  await passwordAttempt.release();
}
