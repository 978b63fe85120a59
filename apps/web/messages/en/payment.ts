import { confirmationDays } from '@carhouse/domain/sale/sale';
import { paynowLimitText } from './card-limit.ts';

/** Texts of the payment page in all its states. */
export const paymentMessages = {
  yourBooking: 'Your booking',
  payment: 'Payment',
  held: `Car House holds the money until you say that you have the car, or for ${confirmationDays} days after the hand-over.`,
  facts: {
    brand: 'Brand',
    model: 'Model',
    price: 'Price',
    meetingDate: 'Meeting date',
    seller: 'Seller',
    billedTo: 'Billed to',
  },
  /** The choice between the ways to pay. */
  ways: {
    question: 'How do you want to pay?',
    card: { name: 'Card', text: 'In at once. Your card’s limit applies.' },
    paynow: {
      name: 'PayNow',
      text: `Scan with your bank’s app. Up to ${paynowLimitText} at a time.`,
      tooLarge: `At most ${paynowLimitText} at a time. This car costs more.`,
      notOffered: 'Not available for this payment.',
    },
  },
  /** The button that leads to the payment in parts. */
  split: 'Pay in parts',
  failed: 'The order could not be loaded',
  nothingCharged: 'Nothing was charged.',
  card: {
    label: 'Card',
    number: 'Card number',
    numberPlaceholder: '1234 1234 1234 1234',
    expiry: 'Expiry',
    expiryPlaceholder: 'MM / YY',
    cvc: 'CVC',
  },
  busy: 'Waiting for your bank. Keep this page open.',
  preparing: 'The card form is loading.',
  heldUntil: (moment: string) => `Held for you until ${moment}.`,
  left: (minutes: string, seconds: string) => `${minutes}:${seconds} left`,
  leftLabel: 'Time left',
  declinedHint: 'Nothing was charged. Check the number, or try another card.',
  testMode: 'Test mode. Use a test card; no money moves.',
  declined: 'Your card was declined.',
  notCharged: 'The card was not charged.',
  formNotFetched: 'The card form could not be fetched.',
  formNotStarted: 'The card form could not be started.',
  sumFor: (sum: string, car: string) => `${sum} for ${car}.`,
  sellerSees: 'The seller can see it now.',
  nothingMore: 'There is nothing left to pay.',
  leaving: 'My Orders opens in a few seconds.',
  seeOrder: 'See the order',
  order: 'See the order and its next step',
  receipt: 'Receipt',
  transactionId: 'Transaction id',
  copy: 'Copy transaction id',
  copied: 'Transaction id copied',
  confirming: {
    title: 'Your payment is being confirmed',
    text: 'The card provider has received your payment. This page shows the result as soon as the provider answers. Do not pay a second time. You may close this page.',
  },
  alreadyPaid: 'This order is paid',
  holdOver: {
    title: 'The hold on this car has ended',
    text: 'It was held for you for 15 minutes at most. Nothing was charged. You can ask for it again; after a full hold the car is free for others for a while.',
    again: 'Hold the car again',
  },
  refunded: {
    title: 'This payment was refunded',
    text: {
      card: 'The full amount goes back to your card.',
      paynow: 'The full amount goes back by PayNow to the bank account that paid.',
    },
  },
  cancelled: { title: 'This order was cancelled' },
  tooSmall: {
    title: 'Too little for an online payment',
    text: 'Cards and PayNow take at least $0.50. Nothing was charged.',
  },
  reserved: {
    title: 'Another buyer is paying for this car',
    text: 'A hold lasts 15 minutes at most. Nothing was charged. This page checks again every few seconds.',
    textAfterChecks: 'A hold lasts 15 minutes at most. Nothing was charged.',
    retry: 'Check again now',
  },
  notYet: {
    title: 'You cannot hold this car yet',
    text: (reason: string) => `${reason} Nothing was charged and your order is kept.`,
    retry: 'Try again',
  },
  paidBefore: { title: 'This order is already paid', text: 'There is nothing left to pay.' },
  sold: { title: 'This car has been sold', text: 'You were not charged. The collections have others like it.' },
  gone: {
    title: 'This car is no longer on sale',
    text: 'You were not charged. The collections have others like it.',
  },
  soldBefore: {
    title: 'Sold to another buyer just before',
    text: 'Your payment is refunded in full. Banks take a few days to show it.',
  },
  priceChanged: {
    title: 'The price is not the one of your booking',
    text: 'Nothing was charged. Look at the order again before you pay.',
    retry: 'Look again',
  },
  loggedOut: {
    title: 'You are no longer logged in',
    text: 'Nothing was charged. Log in and open the order again.',
  },
  notStarted: {
    title: 'The payment could not start',
    text: (fault: string) => `${fault} Nothing was charged and your order is kept.`,
    retry: 'Try again',
  },
  seeOthers: 'See the collections',
} as const;
