import { texts } from '@carhouse/contract/texts';
import { findNoticeAddress } from '@carhouse/database/accounts/accounts';
import { listPasskeys } from '@carhouse/database/accounts/passkeys';
import { readFactors } from '@carhouse/database/accounts/second-factors';
import { recordAccountMail } from '@carhouse/database/outbox/mail-pace';
import type { AccountId } from '@carhouse/domain/account/account';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { MailError } from '@carhouse/mail/mailer';
import type { Context } from '../context.ts';
import type { JobData, NoticeName } from '../jobs/queues.ts';

const notYouSentence =
  'If it was not you, set a new password with "Forgot password" at the login, and look at Two-step sign-in in My Profile.';

const notYourMoneySentence =
  'If it was not you, tell us at once, and set a new password with "Forgot password" at the login.';

const noticeTexts: Readonly<Record<NoticeName, { readonly subject: string; readonly text: string }>> = {
  'second-factor-added': {
    subject: 'A second step of your sign-in was added',
    text: `an authenticator app or a passkey was added to your account. Other sessions have ended. ${notYouSentence}`,
  },
  'app-replaced': {
    subject: 'The authenticator app of your sign-in was replaced',
    text: `another authenticator app has taken the place of the earlier one. Other sessions have ended. ${notYouSentence}`,
  },
  'second-factor-removed': {
    subject: 'A second step of your sign-in was removed',
    text: `an authenticator app or a passkey was removed from your account. Other sessions have ended. ${notYouSentence}`,
  },
  'second-factor-reset': {
    subject: 'The second step of your sign-in was reset',
    text: 'an admin has removed the second step of your sign-in. You have been signed out everywhere. If you did not ask for it, sign in, set the second step up again and tell us.',
  },
  'recovery-codes-replaced': {
    subject: 'Your recovery codes were replaced',
    text: `new recovery codes were made for your account. The earlier ones no longer work, and other sessions have ended. ${notYouSentence}`,
  },
  'password-changed': {
    subject: 'Your password was changed',
    text: `the password of your account was changed. Other sessions have ended. ${notYouSentence}`,
  },
  'password-reset': {
    subject: 'Your password was reset',
    text: 'a new password was set for your account by a mailed link. You have been signed out everywhere.',
  },
  'provider-connected': {
    subject: 'A sign-in provider was connected to your account',
    text: `a sign-in provider was connected to your account. Other sessions have ended. ${notYouSentence}`,
  },
  'provider-disconnected': {
    subject: 'A sign-in provider was disconnected from your account',
    text: `a sign-in provider was disconnected from your account. Other sessions have ended. ${notYouSentence}`,
  },
  'payouts-started': {
    subject: 'Get Paid was started for your account',
    text: `the form that decides where the money of your sales goes was opened from your account. ${notYourMoneySentence}`,
  },
  'payouts-bank-changed': {
    subject: 'The bank account for your sales has changed',
    text: `the bank account to which the money of your sales goes was set, changed or removed. Get Paid in the dashboard shows its last digits. ${notYourMoneySentence}`,
  },
  'payment-instructions-changed': {
    subject: 'How buyers pay you has changed',
    text: `the way in which buyers of your cars pay you was changed. Buyers with an open order see it from now on; Get Paid in the dashboard shows it. ${notYourMoneySentence}`,
  },
  'payouts-stopped': {
    subject: 'Payouts to you have stopped',
    text: 'our payment company cannot pay you at the moment. Get Paid in the dashboard says what is missing.',
  },
};

/**
 * Mails a notice about an account to its confirmed address. A queued job calls this function. An account gets at
 * most ten notices per hour, over all kinds of notices. Notices also count towards the hourly limit of mails about
 * orders (decision 0037).
 * @throws MailError when the job should be retried.
 */
export async function sendNotice(context: Context, { notice, accountId }: JobData['account-notice']): Promise<void> {
  const address = await findNoticeAddress(context.database, accountId);
  if (address === undefined) return;
  const { guard } = context.identity;
  if (!(await guard.allows('notice', accountId))) {
    context.securityLog.record({ event: 'mail', result: 'refused', code: 'NOTICE_LIMIT', accountId });
    return;
  }
  await recordAccountMail(context.database, accountId, context.now());
  const { subject, text } = noticeTexts[notice];
  const factorSentence = notice === 'password-reset' ? await describeSecondFactors(context, accountId) : '';
  try {
    await context.mailer.send({
      to: { name: '', address },
      subject,
      text: `Hello,\n\n${text}${factorSentence}\n\n${texts.brandName}\n`,
      link: null,
    });
  } catch (error) {
    if (!(error instanceof MailError) || !error.isPermanent) throw error;
    context.log.warn({ notice, reason: error.message }, 'a mail was refused for good');
  }
}

/**
 * Returns a text that lists the second factors of an account. Passkeys are named by the day (in Singapore) when they
 * were added, because their names are free text of the user.
 */
async function describeSecondFactors({ database }: Context, accountId: AccountId): Promise<string> {
  const [{ appAddedAt }, passkeys] = await Promise.all([
    readFactors(database, accountId),
    listPasskeys(database, accountId),
  ]);
  const factorNames = [
    ...(appAddedAt === null ? [] : [`- an authenticator app, since ${toSingaporeDay(appAddedAt)}`]),
    ...passkeys.map(({ createdAt }) => `- a passkey, added ${toSingaporeDay(createdAt)}`),
  ];
  if (factorNames.length === 0) return '';
  const remainingStepsSentence = 'Your sign-in still asks for the password and one of these second steps:';
  const unknownFactorSentence =
    'Remove what you do not know: Two-step sign-in in My Profile. Tell us if none of them is yours.';
  return `\n\n${remainingStepsSentence}\n${factorNames.join('\n')}\n\n${unknownFactorSentence}`;
}
