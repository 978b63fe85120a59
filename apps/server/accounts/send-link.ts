import { generateLinkToken } from '@carhouse/auth/link-tokens';
import { type LinkPurpose, saveLink } from '@carhouse/database/accounts/account-links';
import { findAccount } from '@carhouse/database/accounts/accounts';
import { recordAccountMail } from '@carhouse/database/outbox/mail-pace';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { MailError } from '@carhouse/mail/mailer';
import type { Context } from '../context.ts';
import type { JobData } from '../jobs/queues.ts';
import { presentLetter } from './present-letter.ts';

const minuteMs = 60_000;
const linkLifetimesMs: Readonly<Record<LinkPurpose, number>> = {
  'reset-password': 60 * minuteMs,
  'confirm-email': 24 * 60 * minuteMs,
  'confirm-payouts': 60 * minuteMs,
};
const linkPagePaths: Readonly<Record<LinkPurpose, string>> = {
  'reset-password': '/reset-password',
  'confirm-email': '/confirm-email',
  'confirm-payouts': '/dashboard/payouts/confirm',
};

/**
 * Creates a link with a new token and mails it; the handler of a queued job. The token is created here and not when the
 * job is enqueued, so that the queue does not contain it. The token is in the fragment (`#`) of the link, which
 * browsers do not send to servers. A repeated run of the job creates another token, and the older token becomes
 * invalid.
 * @throws MailError when the job should be retried.
 */
export async function sendLink(context: Context, { purpose, accountId }: JobData['account-link']): Promise<void> {
  const account = accountId === null ? undefined : await findAccount(context.database, accountId);
  if (account === undefined || account.status !== 'active') return;
  const { token, hash } = generateLinkToken();
  const createdAt = context.now();
  const expiresAt = new Date(createdAt.getTime() + linkLifetimesMs[purpose]);
  await saveLink(context.database, {
    accountId: account.id,
    purpose,
    tokenHash: hash,
    email: account.email,
    createdAt,
    expiresAt,
  });
  // Only confirmation mails count towards the recipient's hourly limit. Confirmation mails go to any e-mail address
  // that a sign-up names, whereas a mail for a new password was requested by its recipient.
  if (purpose === 'confirm-email') await recordAccountMail(context.database, account.id, createdAt);
  const url = `${context.config.publicUrl}${linkPagePaths[purpose]}#token=${token}`;
  try {
    await context.mailer.send(presentLetter(purpose, account, url));
  } catch (error) {
    if (!(error instanceof MailError) || !error.isPermanent) throw error;
    context.log.warn({ purpose, reason: error.message }, 'a mail was refused for good');
  }
}

/** The error for a link token that is unknown, used, replaced or expired; the error does not say which. */
export function makeInvalidLinkError(): DomainError {
  return new DomainError('LINK_NOT_VALID');
}
