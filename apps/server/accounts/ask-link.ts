import type { LinkPurpose } from '@carhouse/database/accounts/account-links';
import { findAccountByEmail } from '@carhouse/database/accounts/accounts';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { countedAddress } from '@carhouse/domain/limits/counted-address';
import type { Context } from '../context.ts';

/**
 * Asks for a mail with a link for a new password. Whether the address has an account changes nothing that the caller can
 * see: the same lookups are made, a job is enqueued either way, and the mail is sent later by the job.
 * @param bucket where the request comes from. @throws DomainError RATE_LIMITED for too many requests from there.
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
 * Enqueues the mail of a link, unless the mailbox got too many already, in whatever spelling. A signed-in owner may ask more
 * often: strangers cannot use up that allowance. An address that nobody has confirmed has no owner here: a stranger may have
 * signed up with it, and causes few mails a day to it, of whatever kind.
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
  // Counted for everybody: how long the answer takes says nothing about the account.
  const isWithin = isWithinHour && ((await guard.allows('mail stranger', mailbox)) || isConfirmed);
  const data = { purpose, accountId: isWithin ? accountId : null };
  await inTransaction(context.database, (trx) => context.jobs.enqueue(trx, 'account-link', data));
}

/**
 * Enqueues the mail that asks to confirm an address. From one client address so many an hour are sent, no matter who they go to: sign-ups
 * name addresses of strangers. Beyond it nothing is sent, and the answer is the same.
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

/** Asks a new person to confirm the address. The account is made by then: an error of the queue must not undo that. */
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
