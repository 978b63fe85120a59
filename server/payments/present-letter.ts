import type { Account } from '@carhouse/core/account/account';
import { formatMoney } from '@carhouse/core/money/money';
import type { OutboxKind } from '@carhouse/core/payment/outbox';
import type { BookingOnRecord } from '@carhouse/database/bookings';
import type { Payment } from '@carhouse/database/payments';
import type { Letter } from '@carhouse/mail/mailer';
import { receiptNumber } from './present-receipt.ts';

export type LetterFacts = {
  readonly recipient: Account;
  readonly booking: BookingOnRecord;
  readonly payment: Payment | undefined;
  readonly publicUrl: string;
};

/** The mail that tells one fact of the money path to one person. The other party is named, never given away by address. */
export function presentLetter(kind: OutboxKind, facts: LetterFacts): Letter {
  const { recipient, booking } = facts;
  const { subject, lines } = words[kind](facts);
  const link =
    recipient.id === booking.buyerId ? `${facts.publicUrl}/dashboard/myOrders` : `${facts.publicUrl}/dashboard`;
  const text = [`Dear ${recipient.name},`, '', ...lines, '', link, '', 'Car House'].join('\n');
  return { to: { name: recipient.name, address: recipient.email }, subject, text, link: null };
}

const wayBack = 'The whole amount goes back to the card that paid. Banks take up to ten days to show it.';

type Words = { readonly subject: string; readonly lines: readonly string[] };

const words: Readonly<Record<OutboxKind, (facts: LetterFacts) => Words>> = {
  receipt: ({ booking, payment }) => ({
    subject: `Receipt: ${booking.snapshot.title}`,
    lines: [
      `Thank you. Your payment of ${formatMoney(booking.price)} for the ${booking.snapshot.title} has arrived.`,
      ...(payment === undefined ? [] : [`Receipt number: ${receiptNumber(payment.receiptNumber)}`]),
      ...(payment?.card == null ? [] : [`Card: ${payment.card.brand}, ending in ${payment.card.last4}`]),
      `Seller: ${booking.snapshot.sellerName}, ${booking.snapshot.location}`,
      `You meet: ${booking.meetingDate}`,
    ],
  }),
  sold: ({ booking }) => ({
    subject: `Your car was sold: ${booking.snapshot.title}`,
    lines: [
      `${booking.snapshot.buyerName} has paid ${formatMoney(booking.price)} for your ${booking.snapshot.title}.`,
      `You meet: ${booking.meetingDate}`,
    ],
  }),
  'car-lost': ({ booking }) => ({
    subject: `The car you booked was sold: ${booking.snapshot.title}`,
    lines: [
      `The ${booking.snapshot.title} was sold to another buyer, so your booking is closed.`,
      'You were not charged for it.',
    ],
  }),
  cancelled: ({ booking }) => ({
    subject: `The order was cancelled: ${booking.snapshot.title}`,
    lines: [
      `The booking of the ${booking.snapshot.title} was cancelled.`,
      ...(booking.closeReason === null ? [] : [booking.closeReason]),
    ],
  }),
  refunded: ({ recipient, booking }) =>
    booking.status === 'refunded' ? undoneSale(recipient, booking) : returnedCharge(booking),
};

function undoneSale(recipient: Account, booking: BookingOnRecord): Words {
  return {
    subject: `The order was refunded: ${booking.snapshot.title}`,
    lines: [
      `The sale of the ${booking.snapshot.title} for ${formatMoney(booking.price)} was undone.`,
      ...(booking.closeReason === null ? [] : [booking.closeReason]),
      recipient.id === booking.buyerId ? wayBack : 'The car is withdrawn. You can put it on sale again.',
    ],
  };
}

/** A charge that came too late, or was not the right one: it never was a sale. */
function returnedCharge(booking: BookingOnRecord): Words {
  return {
    subject: `Your payment goes back: ${booking.snapshot.title}`,
    lines: [`Your card was charged for the ${booking.snapshot.title}, but the charge could not buy the car.`, wayBack],
  };
}
