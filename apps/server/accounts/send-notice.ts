import { texts } from '@carhouse/contract/texts';
import { findAccount } from '@carhouse/database/accounts/accounts';
import { countAccountMail } from '@carhouse/database/outbox/mail-pace';
import { MailError } from '@carhouse/mail/mailer';
import type { Context } from '../context.ts';
import type { JobData, NoticeName } from '../jobs/queues.ts';

const words: Readonly<Record<NoticeName, { readonly subject: string; readonly text: string }>> = {
  'second-factor-removed': {
    subject: 'A second step of your sign-in was removed',
    text: 'an authenticator app or a passkey was removed from your account. If it was not you, sign in, end the other sessions in My Profile and change your password.',
  },
  'second-factor-reset': {
    subject: 'The second step of your sign-in was reset',
    text: 'an admin has removed the second step of your sign-in. You have been signed out everywhere. If you did not ask for it, sign in, set the second step up again and tell us.',
  },
};

/**
 * Mails a notice about the own account; the job that an act has enqueued. A person who signs up with a stranger's address can repeat
 * the act, so three an hour are sent over all kinds, and no more. They take places of the mails about orders (decision 0037). @throws MailError when it should be tried again.
 */
export async function sendNotice(context: Context, { notice, accountId }: JobData['account-notice']): Promise<void> {
  const account = await findAccount(context.database, accountId);
  if (account?.status !== 'active') return;
  const { guard } = context.identity;
  if (!(await guard.allows('notice', accountId))) {
    context.securityLog.record({ event: 'mail', result: 'refused', code: 'NOTICE_LIMIT', accountId });
    return;
  }
  await countAccountMail(context.database, account.id, context.now());
  const { subject, text } = words[notice];
  try {
    await context.mailer.send({
      to: { name: '', address: account.email },
      subject,
      text: `Hello,\n\n${text}\n\n${texts.brandName}\n`,
      link: null,
    });
  } catch (error) {
    if (!(error instanceof MailError) || !error.lasting) throw error;
    context.log.warn({ notice, reason: error.message }, 'a mail was refused for good');
  }
}
