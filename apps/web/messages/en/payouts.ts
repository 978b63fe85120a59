import { dashboardMessages } from './dashboard.ts';

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];

/** Writes how many things are missing, as the beginning of a sentence. */
const describeMissingCount = (count: number): string =>
  `${numberWords[count] ?? String(count)} ${count === 1 ? 'thing is' : 'things are'} missing`;

/** Texts of the page on which a seller sets up where the money of their sales goes. */
export const payoutMessages = {
  title: dashboardMessages.getPaid,
  failed: 'Get Paid could not be loaded',
  paidTo: (last4: string): string => `paid to the account ending ${last4}`,
  where: 'Where Get Paid stands',
  steps: {
    label: 'Steps of Get Paid',
    safety: 'Second step of your sign-in',
    mail: 'Your email address',
    about: 'About you or your company',
    identity: 'Identity',
    bank: 'Bank account',
    owners: 'Owners of the company',
    other: 'A question of the payment company',
    payout: 'First payout',
  },
  /** What each step asks for, before the step is done. */
  hints: {
    safety: 'A code of an app, or a passkey',
    mail: 'A link that we mail you',
    about: 'Name, address, UEN if you are a company',
    identity: 'Your ID number, or a photo of your ID',
    bank: 'In the same name',
    owners: 'Who owns and runs it',
    other: 'It says more on its page',
    payout: 'After your first hand-over',
  },
  done: {
    safety: 'Set up',
    mail: 'Confirmed',
    identity: 'Checked',
    bank: (last4: string): string => `Account ending ${last4}`,
    given: 'Given',
  },
  minutes: { about: '2 minutes', identity: '2 minutes', bank: '1 minute' },
  beingChecked: 'Is being checked',
  /** The text that follows the name of a step for screen readers, and the text at its end, by the state of the step. */
  stepStates: { done: 'done', now: 'next', todo: 'to come', missing: 'missing', stop: 'stopped' },
  stepEnds: { done: 'Done', now: 'Next', todo: '', missing: 'Missing', stop: 'Open' },
  say: {
    start: 'Set up Get Paid, and the money of a sale comes to your bank.',
    needed: (count: number): string => `${describeMissingCount(count)} before we can pay you.`,
    checking: 'The payment company checks what you have given.',
    stopped: (count: number): string =>
      count === 0 ? 'Payouts have stopped.' : `Payouts have stopped. ${describeMissingCount(count)}.`,
    closed: 'The payment company has closed your account.',
  },
  explain: {
    safety:
      'First, set up a second step for your sign-in. A stolen password alone must never change where your money goes.',
    mail: (email: string): string =>
      `Next, we mail a link to ${email}. It proves that the person who sets this up reads your mails.`,
    start:
      'About five minutes. Our payment company checks who you are; Car House never sees your ID or your bank password.',
    needed: 'Everything else is saved. Your cars stay on sale meanwhile.',
    checking: 'This takes minutes, sometimes a day. Afterwards this page says whether anything is missing.',
    stopped: (day: string): string =>
      `Since ${day}. You can still sell. Give what the payment company asks for, and payouts go on.`,
    questioned: (day: string): string =>
      `Since ${day}. You can still sell. The payment company looks into your account. This page says when it needs anything.`,
    closed: 'It cannot pay you any more. Write to us, and we look into it with you:',
  },
  acts: {
    setUp: 'Set up the second step',
    passkey: 'Use a passkey',
    mail: 'Mail me the link',
    mailAgain: 'Mail it again',
    start: 'Start',
    goOn: 'Go on',
    answer: 'Answer',
    lookAgain: 'Look again',
    change: 'Change account',
  },
  mailed: (email: string): string => `The link is on its way to ${email}. It works for one hour.`,
  expired: 'The link to the form had run out. Go on to get a new one.',
  account: {
    title: 'Your account',
    active: 'Active',
    number: 'Account',
    ending: (last4: string): string => `ending ${last4}`,
    bank: 'Bank',
    since: 'Since',
    safety: 'To change the account, set up a second step for your sign-in first.',
    mail: 'To change the account, confirm by a link that we mail you first.',
  },
  /** The requirements of the payment company in words (payout-requirements.ts). */
  requirements: {
    name: 'your name',
    birth: 'your date of birth',
    address: 'your address',
    phone: 'your phone number',
    email: 'your email address',
    idNumber: 'your ID number',
    document: 'a photo of your ID',
    secondDocument: 'a document that shows your address',
    bank: 'your bank account',
    kind: 'private person or company',
    companyName: 'the name of the company',
    uen: 'the UEN',
    companyAddress: 'the address of the company',
    companyPhone: 'the phone number of the company',
    companyDocument: 'a document of the company',
    business: 'what you sell',
    terms: 'your agreement to its terms',
    owners: 'who owns and runs the company',
    other: 'it says more on its page',
  },
  confirm: {
    title: 'Do you want to be paid?',
    lead: 'Somebody who is signed in to your account wants to set up where the money of your sales goes. If it is you, confirm it.',
    button: 'Yes, it is me',
    notYou: 'If it is not you, close this page, and set a new password.',
    needsLink: 'This page needs the link from the mail. Please open it again there.',
    toPage: 'To Get Paid',
    done: 'Your address is confirmed.',
  },
} as const;
