import { texts } from '@carhouse/contract/texts';
import type { LinkPurpose } from '@carhouse/database/accounts/account-links';
import type { Account } from '@carhouse/domain/account/account';
import type { Letter } from '@carhouse/mail/mailer';

const letterTexts: Readonly<Record<LinkPurpose, { subject: string; textBeforeLink: string; textAfterLink: string }>> = {
  'reset-password': {
    subject: 'Choose a new password',
    textBeforeLink: 'a new password was requested for your account. This link lets you choose one:',
    textAfterLink:
      'It works once, within one hour. If you did not ask for it, ignore this mail: your password stays as it is.',
  },
  'confirm-email': {
    subject: 'Please confirm your e-mail address',
    textBeforeLink: 'an account was created with this address. This link asks whether it is yours:',
    textAfterLink: 'It works once, within one day. If it was not you, the same link removes the account.',
  },
  'confirm-payouts': {
    subject: 'Do you want to be paid for your sales?',
    textBeforeLink:
      'somebody who is signed in to your account wants to set up where the money of your sales goes. If it is you, confirm it on this page:',
    textAfterLink:
      'It works once, within one hour, and asks for your second step. If it was not you, do not open it: set a new password with "Forgot password" at the login, and tell us.',
  },
};

/**
 * Returns the mail with a link, in plain text. The text does not contain the user's name: a stranger who signs up with
 * someone else's address could use the name to send a message.
 */
export function presentLetter(purpose: LinkPurpose, account: Account, url: string): Letter {
  const { subject, textBeforeLink, textAfterLink } = letterTexts[purpose];
  return {
    to: { name: '', address: account.email },
    subject,
    text: `Hello,\n\n${textBeforeLink}\n\n${url}\n\n${textAfterLink}\n\n${texts.brandName}\n`,
    link: url,
  };
}
