import type { Payment } from '@carhouse/database/payments/payments';
import type { Account } from '@carhouse/domain/account/account';
import { formatMoney } from '@carhouse/domain/money/money';
import type { OutboxKind } from '@carhouse/domain/payment/outbox';
import { sumParts } from '@carhouse/domain/payment/payment-plan';
import { confirmationDays } from '@carhouse/domain/sale/sale';
import type { CalendarFile, Letter } from '@carhouse/mail/mailer';
import { bankLetterNames, bankLetterWriters } from '../bank-parts/present-letters.ts';
import {
  composeEndedReservationText,
  composeReservedText,
  presentTurnLetter,
} from '../reservations/present-letters.ts';
import { formatReceiptNumber } from './present-receipt.ts';
import {
  describeCarInMail,
  formatProposedTime,
  type MailedOrder,
  makeViewingFiles,
  writeCalendarHint,
} from './present-viewing-files.ts';

export type LetterFacts = MailedOrder & {
  readonly recipient: Account;
  /** The newest payment of the order; undefined when there is none. */
  readonly payment: Payment | undefined;
  /** All payments of the order, the oldest first: one, or one for each paid part of its price. */
  readonly payments: readonly Payment[];
};

/**
 * Writes the mail about one payment event to one user. The mail contains no text that a user wrote (decision 0037): no
 * name, model, place, meeting date or reason. The link of the mail leads to the page that shows the names. Brand, year,
 * mileage, price, card and receipt number are data of this server or of the card provider. The meeting date is a free
 * text, so the mail contains only the day and the time that the server recognises in it.
 */
export function presentLetter(kind: OutboxKind, facts: LetterFacts): Letter {
  const { recipient, booking, publicUrl } = facts;
  const carText = describeCarInMail(facts, booking);
  const { subject, lines } = textComposers[kind]({ ...facts, carText });
  const path = kind === 'your-turn' ? `/cars/${booking.listingId}/reservation` : `/orders/${booking.id}`;
  const link = `${publicUrl}${path}`;
  const calendars = makeViewingFiles(kind, facts);
  const writer = recipient.id === booking.buyerId ? 'you' : 'the buyer';
  return {
    ...makeAddressedLetter(recipient, subject, [...lines, ...writeCalendarHint(calendars, writer)], link),
    calendarFiles: calendars,
  };
}

/**
 * Writes the digest that replaces the mails beyond the hourly limit: the number of each kind, their calendar files, and one
 * link.
 */
export function presentDigest(
  recipient: Account,
  countsByKind: ReadonlyMap<OutboxKind, number>,
  calendars: readonly CalendarFile[],
  publicUrl: string,
): Letter {
  const lines = [...countsByKind].map(([kind, count]) => `${kindNames[kind]}: ${count}`);
  const writer = recipient.role === 'Buyer' ? 'you' : 'the buyer';
  const text = [
    'These are the further events of the last hour:',
    '',
    ...lines,
    ...writeCalendarHint(calendars, writer),
  ];
  const link = `${publicUrl}${recipient.role === 'Buyer' ? '/dashboard/myOrders' : '/dashboard/mybuyers'}`;
  return { ...makeAddressedLetter(recipient, 'Your orders of the last hour', text, link), calendarFiles: calendars };
}

function makeAddressedLetter(recipient: Account, subject: string, lines: readonly string[], link: string): Letter {
  const text = ['Hello,', '', ...lines, '', 'Read more here:', link, '', 'Car House'].join('\n');
  return { to: { name: '', address: recipient.email }, subject, text, link: null };
}

const kindNames: Readonly<Record<OutboxKind, string>> = {
  booked: 'Cars booked',
  receipt: 'Payments received',
  sold: 'Cars sold',
  'part-paid': 'Parts of prices paid',
  'paid-outside': 'Orders marked as paid',
  'payment-undone': 'Payments that sellers have taken back',
  'car-lost': 'Booked cars sold to others',
  cancelled: 'Bookings cancelled',
  refunded: 'Orders refunded',
  'charged-back': 'Sales undone after a dispute',
  'handed-over': 'Cars handed over',
  confirmed: 'Sales confirmed',
  complaint: 'Complaints',
  'complaint-answered': 'Complaints answered',
  'complaint-decided': 'Complaints decided',
  transferred: 'Payments to you under way',
  'paid-out': 'Payments to you completed',
  'payout-returned': 'Payments that your bank has returned',
  reserved: 'Cars reserved',
  'reservation-ended': 'Reservations ended',
  'your-turn': 'Cars for which it is your turn',
  ...bankLetterNames,
};

/** Says where the money of a refund goes: to the card, or for PayNow to the bank account that paid. */
function composeRefundSentence(payment: Payment | undefined): string {
  if (payment === undefined) return 'The whole amount goes back to you. Banks take up to ten days to show it.';
  return payment.method === 'paynow'
    ? 'The whole amount goes back by PayNow to the bank account that paid.'
    : 'The whole amount goes back to the card that paid. Banks take up to ten days to show it.';
}

type LetterText = { readonly subject: string; readonly lines: readonly string[] };
type LetterFactsWithCarName = LetterFacts & { readonly carText: string };

const textComposers: Readonly<Record<OutboxKind, (facts: LetterFactsWithCarName) => LetterText>> = {
  booked: (facts) =>
    facts.recipient.id === facts.booking.buyerId ? composeOwnBookingText(facts) : composeNewBookingText(facts),
  receipt: ({ carText, payment }) => ({
    subject: `Receipt: ${carText}`,
    lines: [
      `Thank you. Your payment has arrived: ${carText}.`,
      ...(payment === undefined ? [] : [`Receipt number: ${formatReceiptNumber(payment.receiptNumber)}`]),
      ...composeMethodLines(payment),
      'The order shows the next step, and how to reach the seller.',
    ],
  }),
  sold: ({ carText }) => ({
    subject: `Your car was sold: ${carText}`,
    lines: [`A buyer has paid for your car: ${carText}.`, 'The order shows the next step, and how to reach the buyer.'],
  }),
  'paid-outside': ({ carText }) => ({
    subject: `The seller has your payment: ${carText}`,
    lines: [
      `The seller says that you have paid them for this car: ${carText}.`,
      'If you have not paid, call the seller and write to us at once. The order shows how to reach the seller.',
    ],
  }),
  'payment-undone': ({ carText, recipient, booking }) => ({
    subject: `The order is not paid any more: ${carText}`,
    lines:
      recipient.id === booking.buyerId
        ? [
            `The seller has taken back that you have paid them for this car: ${carText}.`,
            'If you have paid, call the seller and write to us at once. The order shows how to reach the seller.',
          ]
        : [
            `You have taken back that the buyer has paid you for this car: ${carText}.`,
            'The order is open again. The car is withdrawn: you can put it on sale again in My Products.',
          ],
  }),
  'part-paid': composePartPaidText,
  'car-lost': ({ carText }) => ({
    subject: `The car you booked was sold: ${carText}`,
    lines: [`It was sold to another buyer, so your booking is closed: ${carText}.`, 'You were not charged for it.'],
  }),
  cancelled: ({ carText }) => ({
    subject: `The order was cancelled: ${carText}`,
    lines: [`This booking was cancelled: ${carText}.`, 'The order shows the reason, if one was given.'],
  }),
  refunded: (facts) =>
    facts.booking.status === 'refunded' ? composeUndoneSaleText(facts) : composeReturnedChargeText(facts),
  'charged-back': composeChargedBackText,
  'handed-over': ({ carText }) => ({
    subject: `Do you have the car? ${carText}`,
    lines: [
      `The seller says that they have handed over the car: ${carText}.`,
      `Please confirm it on the page of the order, or complain there within ${confirmationDays} days. After that the sale counts as confirmed.`,
    ],
  }),
  confirmed: ({ carText }) => ({
    subject: `The sale is confirmed: ${carText}`,
    lines: [`The sale of this car is confirmed: ${carText}.`],
  }),
  complaint: ({ carText, recipient, booking }) => ({
    subject: `The sale is frozen: ${carText}`,
    lines: [
      recipient.id === booking.buyerId
        ? `Your bank disputes the payment for this car: ${carText}. Nothing is paid to the seller until Car House decides.`
        : `There is a complaint about this sale: ${carText}. Nothing is paid until Car House decides. Please say what happened.`,
    ],
  }),
  'complaint-answered': ({ carText }) => ({
    subject: `The seller has answered your complaint: ${carText}`,
    lines: [`The order shows what the seller says: ${carText}.`],
  }),
  'complaint-decided': ({ carText }) => ({
    subject: `The complaint is decided: ${carText}`,
    lines: [`The complaint about this sale has ended: ${carText}.`, 'The order shows how, and why.'],
  }),
  transferred: ({ carText }) => ({
    subject: `Your money is on its way: ${carText}`,
    lines: [
      `The money for this car is on its way to you: ${carText}.`,
      'The order shows how much, and when it arrives.',
    ],
  }),
  'paid-out': ({ carText }) => ({
    subject: `You are paid: ${carText}`,
    lines: [`The payment for this car is complete: ${carText}.`, 'The order shows the amounts.'],
  }),
  'payout-returned': ({ carText }) => ({
    subject: `Your bank has not accepted a payment: ${carText}`,
    lines: [
      `The payment for this car has come back: ${carText}. The money is safe.`,
      'Please check your bank account on the page Get Paid. The payment is sent again after that.',
    ],
  }),
  reserved: composeReservedText,
  'reservation-ended': composeEndedReservationText,
  'your-turn': presentTurnLetter,
  ...bankLetterWriters,
};

function composeOwnBookingText(facts: LetterFactsWithCarName): LetterText {
  const { carText } = facts;
  return {
    subject: `You booked a viewing: ${carText}`,
    lines: [
      `You have booked a viewing of this car: ${carText}. Nothing was charged.`,
      ...composeProposedTimeLines(facts, 'You proposed'),
      'The order shows the next step, and how to reach the seller.',
    ],
  };
}

function composeNewBookingText(facts: LetterFactsWithCarName): LetterText {
  const { carText } = facts;
  return {
    subject: `A buyer booked your car: ${carText}`,
    lines: [
      `A buyer wants to see your car: ${carText}.`,
      ...composeProposedTimeLines(facts, 'They propose'),
      'The order shows their name, what they wrote and their telephone number. Call them to agree on a time.',
    ],
  };
}

function composeProposedTimeLines(facts: LetterFactsWithCarName, intro: string): readonly string[] {
  const time = formatProposedTime(facts);
  return time === undefined ? [] : [`${intro}: ${time}, Singapore time.`];
}

/** Returns the line that names the method of a payment; no line for a card that the provider does not describe. */
function composeMethodLines(payment: Payment | undefined): readonly string[] {
  if (payment?.method === 'paynow') return ['Paid with PayNow'];
  return payment?.card == null ? [] : [`Card: ${formatCardBrand(payment.card.brand)}, ending in ${payment.card.last4}`];
}

function composeUndoneSaleText({ recipient, booking, carText, payment }: LetterFactsWithCarName): LetterText {
  return {
    subject: `The order was refunded: ${carText}`,
    lines: [
      `This sale was undone: ${carText}. The order shows the reason.`,
      recipient.id === booking.buyerId
        ? composeRefundSentence(payment)
        : 'The car is withdrawn. You can put it on sale again.',
    ],
  };
}

/**
 * Returns the text about a part of a price that is paid. Several parts may be paid before the mail is sent, so the
 * text has the sum of the payments at the time of sending.
 */
function composePartPaidText({ recipient, booking, carText, payment, payments }: LetterFactsWithCarName): LetterText {
  const paidAmount = sumParts(payments);
  const isBuyer = recipient.id === booking.buyerId;
  return {
    subject: isBuyer ? `Receipt for a part of the price: ${carText}` : `A part of the price is paid: ${carText}`,
    lines: [
      isBuyer
        ? `Thank you. A part of the price has arrived: ${carText}.`
        : `The buyer has paid a part of the price: ${carText}. You are paid when the price is complete and the car is handed over.`,
      ...(isBuyer && payment !== undefined
        ? [
            `Paid last: ${formatMoney(payment.amount)}, receipt number ${formatReceiptNumber(payment.receiptNumber)}`,
            ...composeMethodLines(payment),
          ]
        : []),
      `Paid so far: ${formatMoney(paidAmount)} of ${formatMoney(booking.price)}`,
      'The order shows what is left, and until when the car is reserved.',
    ],
  };
}

/** Returns the text about a sale that is undone because the buyer's bank has decided a dispute for them. */
function composeChargedBackText({ recipient, booking, carText }: LetterFactsWithCarName): LetterText {
  if (booking.status === 'cancelled') {
    return {
      subject: `Your part of a deposit was taken back: ${carText}`,
      lines: [
        `The bank of the buyer who had reserved your car has taken their deposit back: ${carText}.`,
        'Your part of it is not paid to you. What you were paid of it is taken back, or you owe it.',
      ],
    };
  }
  return {
    subject: `The sale was undone: ${carText}`,
    lines: [
      `This sale was undone: ${carText}. The order shows the reason.`,
      ...(recipient.id === booking.buyerId
        ? ['Your bank has decided the dispute for you, and gives you its money. What you paid besides is refunded.']
        : [
            'The bank of the buyer has taken the payment back. What you were paid for the car is taken back, or you owe it.',
            'The car is withdrawn. You can put it on sale again.',
          ]),
    ],
  };
}

/** Returns the text about a charge that is refunded because it came too late or did not match the booking. */
function composeReturnedChargeText({ carText, payment }: LetterFactsWithCarName): LetterText {
  return {
    subject: `Your payment is refunded: ${carText}`,
    lines: [`Your payment came, but it could not buy the car: ${carText}.`, composeRefundSentence(payment)],
  };
}

/**
 * Returns the display name of a card network, such as `Visa`, from the provider's name in lower case, such as `visa`.
 */
function formatCardBrand(brand: string): string {
  return brand.replaceAll(/[^a-z ]/gi, ' ').replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
