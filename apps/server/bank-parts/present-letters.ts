import type { AccountId } from '@carhouse/domain/account/account';
import type { OutboxKind } from '@carhouse/domain/payment/outbox';

type BankLetterKind = Extract<OutboxKind, `bank-${string}`>;
type BankLetterFacts = {
  readonly carText: string;
  readonly recipient: { readonly id: AccountId };
  readonly booking: { readonly buyerId: AccountId };
};
type LetterText = { readonly subject: string; readonly lines: readonly string[] };

const order = 'The order shows the amount and the next step.';

/**
 * The texts of mails about the part of a price that a bank or a loan pays. Names of banks, references and reasons are
 * written by users, so no mail contains these texts (decision 0037).
 */
export const bankLetterWriters: Readonly<Record<BankLetterKind, (facts: BankLetterFacts) => LetterText>> = {
  'bank-stated': ({ carText }) => ({
    subject: `Has the bank paid you? ${carText}`,
    lines: [
      `The buyer says that their bank has paid you its part of the price: ${carText}.`,
      'Please look into your account. Confirm it only when the whole amount is there.',
      order,
    ],
  }),
  'bank-received': ({ carText }) => ({
    subject: `The seller has the money of your bank: ${carText}`,
    lines: [`The seller says that they have the money of your bank: ${carText}.`, 'Car House checks it next.', order],
  }),
  'bank-refused': ({ carText }) => ({
    subject: `The money of the bank is not confirmed: ${carText}`,
    lines: [
      `What was said about the money of the bank does not hold any more: ${carText}.`,
      'The order shows the reason.',
    ],
  }),
  'bank-confirmed': ({ carText }) => ({
    subject: `The money of the bank is confirmed: ${carText}`,
    lines: [`Car House has confirmed the part that the bank has paid: ${carText}.`, order],
  }),
  'bank-to-return': ({ carText, recipient, booking }) => ({
    subject: `The money of the bank goes back: ${carText}`,
    lines: [
      recipient.id === booking.buyerId
        ? `The order has ended: ${carText}. The seller must send the money of your bank back to it. Tell your bank now.`
        : `The order has ended: ${carText}. Please send the money of the bank back to it, and state the reference on the order.`,
      order,
    ],
  }),
  'bank-sent-back': ({ carText, recipient, booking }) => ({
    subject:
      recipient.id === booking.buyerId
        ? `Has your bank its money back? ${carText}`
        : `The money of the bank is sent back: ${carText}`,
    lines: [
      `The order says that the money is sent back to the bank: ${carText}.`,
      recipient.id === booking.buyerId ? 'Please ask your bank, and answer on the order.' : order,
    ],
  }),
  'bank-returned': ({ carText }) => ({
    subject: `The bank has its money back: ${carText}`,
    lines: [`The money of the bank is returned: ${carText}. Nothing is left to do.`],
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
