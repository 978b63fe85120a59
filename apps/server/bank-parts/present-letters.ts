import type { AccountId } from '@carhouse/domain/account/account';
import type { OutboxKind } from '@carhouse/domain/payment/outbox';

type BankLetterKind = Extract<OutboxKind, `bank-${string}`>;
type BankLetterFacts = {
  readonly car: string;
  readonly recipient: { readonly id: AccountId };
  readonly booking: { readonly buyerId: AccountId };
};
type LetterText = { readonly subject: string; readonly lines: readonly string[] };

const order = 'The order shows the amount and the next step.';

/**
 * The texts of mails about the part of a price that a bank or a loan pays. Names of banks, references and reasons are
 * written by users, so no mail contains these texts (decision 0037).
 */
export const bankLetters: Readonly<Record<BankLetterKind, (facts: BankLetterFacts) => LetterText>> = {
  'bank-stated': ({ car }) => ({
    subject: `Has the bank paid you? ${car}`,
    lines: [
      `The buyer says that their bank has paid you its part of the price: ${car}.`,
      'Please look into your account. Confirm it only when the whole amount is there.',
      order,
    ],
  }),
  'bank-received': ({ car }) => ({
    subject: `The seller has the money of your bank: ${car}`,
    lines: [`The seller says that they have the money of your bank: ${car}.`, 'Car House checks it next.', order],
  }),
  'bank-refused': ({ car }) => ({
    subject: `The money of the bank is not confirmed: ${car}`,
    lines: [`What was said about the money of the bank does not hold any more: ${car}.`, 'The order shows the reason.'],
  }),
  'bank-confirmed': ({ car }) => ({
    subject: `The money of the bank is confirmed: ${car}`,
    lines: [`Car House has confirmed the part that the bank has paid: ${car}.`, order],
  }),
  'bank-to-return': ({ car, recipient, booking }) => ({
    subject: `The money of the bank goes back: ${car}`,
    lines: [
      recipient.id === booking.buyerId
        ? `The order has ended: ${car}. The seller must send the money of your bank back to it. Tell your bank now.`
        : `The order has ended: ${car}. Please send the money of the bank back to it, and state the reference on the order.`,
      order,
    ],
  }),
  'bank-sent-back': ({ car, recipient, booking }) => ({
    subject:
      recipient.id === booking.buyerId
        ? `Has your bank its money back? ${car}`
        : `The money of the bank is sent back: ${car}`,
    lines: [
      `The order says that the money is sent back to the bank: ${car}.`,
      recipient.id === booking.buyerId ? 'Please ask your bank, and answer on the order.' : order,
    ],
  }),
  'bank-returned': ({ car }) => ({
    subject: `The bank has its money back: ${car}`,
    lines: [`The money of the bank is returned: ${car}. Nothing is left to do.`],
  }),
};

export const bankLetterNames: Readonly<Record<BankLetterKind, string>> = {
  'bank-stated': 'Payments that banks have made, as buyers say',
  'bank-received': 'Payments of banks that sellers have received',
  'bank-refused': 'Payments of banks that are not confirmed',
  'bank-confirmed': 'Payments of banks confirmed',
  'bank-to-return': 'Payments of banks that go back',
  'bank-sent-back': 'Payments of banks sent back',
  'bank-returned': 'Payments of banks returned',
};
