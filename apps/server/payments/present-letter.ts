import type { BookingOnRecord } from '@carhouse/database/bookings/bookings';
import type { Payment } from '@carhouse/database/payments/payments';
import type { Account } from '@carhouse/domain/account/account';
import { formatMoney } from '@carhouse/domain/money/money';
import type { OutboxKind } from '@carhouse/domain/payment/outbox';
import type { Letter } from '@carhouse/mail/mailer';
import { receiptNumber } from './present-receipt.ts';

export type LetterFacts = {
  readonly recipient: Account;
  readonly booking: BookingOnRecord;
  readonly payment: Payment | undefined;
  /** The display name of the listing's brand, which only admins choose; undefined when the brand was deleted. */
  readonly brand: string | undefined;
  readonly publicUrl: string;
};

/**
 * The mail about one payment event to one user. It contains no text of a user (decision 0037): no name, model, place,
 * meeting date or reason. The app shows the names; the mail contains a link to it. Brand, price, card and receipt number
 * come from this server or the card provider.
 */
export function presentLetter(kind: OutboxKind, facts: LetterFacts): Letter {
  const { recipient, booking, publicUrl } = facts;
  const car = `${facts.brand ?? 'car'} for ${formatMoney(booking.price)}`;
  const { subject, lines } = words[kind]({ ...facts, car });
  return letterTo(recipient, subject, lines, publicUrl, recipient.id === booking.buyerId);
}

/** The digest that replaces the mails beyond the hourly limit: the number of each kind, and one link. */
export function presentDigest(recipient: Account, counts: ReadonlyMap<OutboxKind, number>, publicUrl: string): Letter {
  const lines = [...counts].map(([kind, count]) => `${counted[kind]}: ${count}`);
  const text = ['In the last hour more happened than single mails should tell:', '', ...lines];
  return letterTo(recipient, 'Your orders of the last hour', text, publicUrl, recipient.role === 'Buyer');
}

function letterTo(
  recipient: Account,
  subject: string,
  lines: readonly string[],
  publicUrl: string,
  toOrders: boolean,
): Letter {
  const link = toOrders ? `${publicUrl}/dashboard/myOrders` : `${publicUrl}/dashboard`;
  const text = ['Hello,', '', ...lines, '', 'Everything about it stands here:', link, '', 'Car House'].join('\n');
  return { to: { name: '', address: recipient.email }, subject, text, link: null };
}

const counted: Readonly<Record<OutboxKind, string>> = {
  receipt: 'Payments received',
  sold: 'Cars sold',
  'car-lost': 'Booked cars sold to others',
  cancelled: 'Bookings cancelled',
  refunded: 'Orders refunded',
};

const wayBack = 'The whole amount goes back to the card that paid. Banks take up to ten days to show it.';

type Words = { readonly subject: string; readonly lines: readonly string[] };
type NamedFacts = LetterFacts & { readonly car: string };

const words: Readonly<Record<OutboxKind, (facts: NamedFacts) => Words>> = {
  receipt: ({ car, booking, payment }) => ({
    subject: `Receipt: ${car}`,
    lines: [
      `Thank you. Your payment of ${formatMoney(booking.price)} has arrived: ${car}.`,
      ...(payment === undefined ? [] : [`Receipt number: ${receiptNumber(payment.receiptNumber)}`]),
      ...(payment?.card == null ? [] : [`Card: ${cardName(payment.card.brand)}, ending in ${payment.card.last4}`]),
      'The seller and the day when you meet stand in your orders.',
    ],
  }),
  sold: ({ car, booking }) => ({
    subject: `Your car was sold: ${car}`,
    lines: [
      `A buyer has paid ${formatMoney(booking.price)}: ${car}.`,
      'Their name and the day when you meet stand in your sales.',
    ],
  }),
  'car-lost': ({ car }) => ({
    subject: `The car you booked was sold: ${car}`,
    lines: [`It was sold to another buyer, so your booking is closed: ${car}.`, 'You were not charged for it.'],
  }),
  cancelled: ({ car }) => ({
    subject: `The order was cancelled: ${car}`,
    lines: [`This booking was cancelled: ${car}.`, 'Where a reason was given, it stands with the order.'],
  }),
  refunded: (facts) => (facts.booking.status === 'refunded' ? undoneSale(facts) : returnedCharge(facts)),
};

function undoneSale({ recipient, booking, car }: NamedFacts): Words {
  return {
    subject: `The order was refunded: ${car}`,
    lines: [
      `This sale was undone: ${car}. The reason stands with the order.`,
      recipient.id === booking.buyerId ? wayBack : 'The car is withdrawn. You can put it on sale again.',
    ],
  };
}

/** A charge that came too late or did not match: nothing was sold. */
function returnedCharge({ car }: NamedFacts): Words {
  return {
    subject: `Your payment goes back: ${car}`,
    lines: [`Your card was charged, but the charge could not buy the car: ${car}.`, wayBack],
  };
}

/** The provider's name of the card network, such as `visa`. */
function cardName(brand: string): string {
  return brand.replaceAll(/[^a-z ]/gi, ' ');
}
