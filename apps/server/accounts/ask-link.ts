import type { LinkPurpose } from '@carhouse/database/accounts/account-links';
import { findAccountByEmail } from '@carhouse/database/accounts/accounts';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { normaliseCountedEmail } from '@carhouse/domain/limits/counted-address';
import type { Context } from '../context.ts';

/**
 * Requests a mail with a link for setting a new password. The caller cannot see whether the e-mail address has an
 * account: in both cases the server makes the same lookups and enqueues a job that sends the mail later.
 * @param rateLimitBucket the client's address or subnet, by which requests are counted.
 * @throws DomainError RATE_LIMITED for too many password resets of this client.
 */
export async function requestPasswordResetLink(
  context: Context,
  email: string,
  rateLimitBucket: string,
): Promise<void> {
  await context.identity.guard.take('link address', rateLimitBucket);
  const account = await findAccountByEmail(context.database, email);
  await requestLinkMail(context, 'reset-password', email, {
    accountId: account?.id ?? null,
    rateLimitBucket,
    isConfirmed: account !== undefined && (account.emailConfirmed || account.isDemo),
  });
}

/**
 * Enqueues the mail with a link, unless the mailbox has received too many mails already. All spellings of an e-mail
 * address count as one mailbox. The signed-in owner of an account has a separate limit, which strangers cannot use up.
 * An unconfirmed e-mail address receives only a few mails of all kinds per day, because a stranger may have signed up
 * with it.
 */
export async function requestLinkMail(
  context: Context,
  purpose: LinkPurpose,
  email: string,
  linkRequest: {
    readonly accountId: AccountId | null;
    readonly rateLimitBucket: string;
    readonly isConfirmed: boolean;
  },
): Promise<void> {
  const { guard, hasSessionAt } = context.identity;
  const { accountId, rateLimitBucket, isConfirmed } = linkRequest;
  const isKnownClient = accountId !== null && (await hasSessionAt(accountId, rateLimitBucket)) && isConfirmed;
  const mailboxBucket = normaliseCountedEmail(email);
  const isWithinHourlyLimit =
    (await guard.allows('mail address', `${purpose} ${mailboxBucket}`)) ||
    (isKnownClient && (await guard.allows('mail known', `${purpose} ${mailboxBucket}\n${rateLimitBucket}`)));
  // Requests for unknown e-mail addresses are counted too, so the response time does not show whether an account exists.
  const isWithinLimits = isWithinHourlyLimit && ((await guard.allows('mail stranger', mailboxBucket)) || isConfirmed);
  const data = { purpose, accountId: isWithinLimits ? accountId : null };
  await inTransaction(context.database, (trx) => context.jobs.enqueue(trx, 'account-link', data));
}

/**
 * Enqueues the mail that asks its reader to confirm their e-mail address. The number of these mails that one client
 * address can cause per hour is limited, for all recipients together, because a sign-up may name another person's
 * e-mail address. Beyond the limit no mail is sent, but the response is the same.
 */
export async function requestConfirmationLink(
  context: Context,
  account: { readonly id: AccountId; readonly email: string },
  rateLimitBucket: string,
): Promise<void> {
  if (await context.identity.guard.allows('confirmation mails', rateLimitBucket)) {
    await requestLinkMail(context, 'confirm-email', account.email, {
      accountId: account.id,
      rateLimitBucket,
      isConfirmed: false,
    });
    return;
  }
  context.securityLog.record({ event: 'mail', result: 'refused', code: 'CONFIRMATION_LIMIT', accountId: account.id });
}

/**
 * Asks a new user to confirm their e-mail address. An error of the job queue must not undo the sign-up, because the account
 * exists already.
 */
export async function requestConfirmationAfterSignUp(
  context: Context,
  account: { readonly id: AccountId; readonly email: string },
  rateLimitBucket: string,
): Promise<void> {
  try {
    await requestConfirmationLink(context, account, rateLimitBucket);
  } catch (error) {
    context.log.error({ err: error }, 'the mail to confirm an address could not be asked for');
  }
}
