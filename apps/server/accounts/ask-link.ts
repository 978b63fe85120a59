import type { LinkPurpose } from '@carhouse/database/accounts/account-links';
import { findAccountByEmail } from '@carhouse/database/accounts/accounts';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { countedAddress } from '@carhouse/domain/limits/counted-address';
import type { Context } from '../context.ts';

/**
 * Asks for a mail with a link for a new password. Whether the address has an account changes nothing that the caller
 * can see: the same lookups are made, a job is enqueued either way, and the mail is sent later by the job.
 * @param bucket the key under which the requests of this client are counted.
 * @throws DomainError RATE_LIMITED for too many password resets of this client.
 */
export async function askPasswordReset(context: Context, email: string, bucket: string): Promise<void> {
  await context.identity.guard.take('link address', bucket);
  const account = await findAccountByEmail(context.database, email);
  await askLink(context, 'reset-password', email, {
    accountId: account?.id ?? null,
    bucket,
    isConfirmed: account !== undefined && (account.emailConfirmed || account.isDemo),
  });
}

/**
 * Enqueues the mail with a link, unless the mailbox has received too many mails already. All spellings of an e-mail address
 * count as one mailbox. The signed-in owner of an account has a separate allowance, which strangers cannot use up. A
 * stranger may have signed up with an e-mail address that nobody has confirmed. An unconfirmed address receives few mails
 * per day, counted over all kinds of mail.
 */
export async function askLink(
  context: Context,
  purpose: LinkPurpose,
  email: string,
  asked: { readonly accountId: AccountId | null; readonly bucket: string; readonly isConfirmed: boolean },
): Promise<void> {
  const { guard, hasSessionAt } = context.identity;
  const { accountId, bucket, isConfirmed } = asked;
  const isKnown = accountId !== null && (await hasSessionAt(accountId, bucket)) && isConfirmed;
  const mailbox = countedAddress(email);
  const isWithinHour =
    (await guard.allows('mail address', `${purpose} ${mailbox}`)) ||
    (isKnown && (await guard.allows('mail known', `${purpose} ${mailbox}\n${bucket}`)));
  // Requests for unknown e-mail addresses are counted too, so the response time does not show whether an account exists.
  const isWithin = isWithinHour && ((await guard.allows('mail stranger', mailbox)) || isConfirmed);
  const data = { purpose, accountId: isWithin ? accountId : null };
  await inTransaction(context.database, (trx) => context.jobs.enqueue(trx, 'account-link', data));
}

/**
 * Enqueues the mail that asks its reader to confirm their e-mail address. One client address causes a limited number of
 * these mails per hour, over all recipients: a sign-up may name a stranger's address. Beyond the limit no mail is sent, but
 * the response is the same.
 */
export async function askConfirmation(
  context: Context,
  account: { readonly id: AccountId; readonly email: string },
  bucket: string,
): Promise<void> {
  if (await context.identity.guard.allows('confirmation mails', bucket)) {
    await askLink(context, 'confirm-email', account.email, { accountId: account.id, bucket, isConfirmed: false });
    return;
  }
  context.securityLog.record({ event: 'mail', result: 'refused', code: 'CONFIRMATION_LIMIT', accountId: account.id });
}

/**
 * Asks a new user to confirm their e-mail address. An error of the job queue must not undo the sign-up, because the account
 * exists already.
 */
export async function welcomeAccount(
  context: Context,
  account: { readonly id: AccountId; readonly email: string },
  bucket: string,
): Promise<void> {
  try {
    await askConfirmation(context, account, bucket);
  } catch (error) {
    context.log.error({ err: error }, 'the mail to confirm an address could not be asked for');
  }
}
