import { cardPaymentMaximum, formatMoney } from '@carhouse/domain/money/money';
import { partCountMaximum, reservationDays } from '@carhouse/domain/payment/payment-plan';
import { paynowLimitText } from './card-limit.ts';

type RemainingTime = {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
};

/** Texts of the payment of a price in parts. */
export const planMessages = {
  failed: 'The parts could not be loaded',
  choose: {
    title: (price: string) => `Pay ${price} in parts`,
    text: `Each part is a payment of its own. From the first one on, the car is kept for you for ${reservationDays} days. If the price is not paid by then, every part is refunded in full.`,
    question: 'How do you want to pay the parts?',
    card: { name: 'By card', text: `At most ${formatMoney(cardPaymentMaximum)} at a time.` },
    paynow: { name: 'With PayNow', text: `At most ${paynowLimitText} at a time.` },
    own: { name: 'Own amounts', text: 'A deposit first, for example.' },
    parts: (count: number) => (count === 1 ? '1 part' : `${count} parts`),
    notPossible: 'Not possible for this price.',
    oneIsEnough: 'One payment is enough.',
    amount: (number: number) => (number === 1 ? 'Part 1, deposit' : `Part ${number}`),
    deposit: (minimum: string) => `At least ${minimum}.`,
    left: (sum: string) => `${sum} of the price is left to divide.`,
    over: (sum: string) => `The parts are ${sum} more than the price.`,
    whole: 'The parts are the whole price.',
    /** The text about a part without an amount, when the other parts already are the whole price. */
    missing: 'A part has no amount. Fill it in, or remove the part.',
    add: 'Add a part',
    remove: (number: number) => `Remove part ${number}`,
    rest: 'Put the rest into the last part',
    save: 'Use these parts',
    cancel: 'Pay the whole price at once',
    limit: `2 to ${partCountMaximum} parts.`,
    notSaved: 'The parts were not saved.',
    toReservation: 'Reserve the car',
  },
  in: (paidAmount: string, price: string) => `${paidAmount} of ${price} is in`,
  none: (price: string, parts: number) => `${price} in ${parts} parts`,
  toGo: (sum: string, day: string) => `${sum} to go, by ${day}. The car is kept for you until then.`,
  /** The time until the reservation of the car ends. */
  clock: {
    label: 'Time left to pay the price',
    left: ({ days, hours, minutes, seconds }: RemainingTime) =>
      `${days === 0 ? '' : `${days} ${days === 1 ? 'day' : 'days'} `}${[hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')} left`,
    over: 'The time is over.',
  },
  /** The summary of the parts beside the payment. */
  summary: {
    title: 'Parts of the price',
    price: 'Price of the car',
    in: 'In',
    parts: (paidCount: number, all: number) => `${paidCount} of ${all} parts`,
    toGo: 'To go',
    by: (day: string) => `by ${day}`,
    notPaid: 'Not paid yet',
    neverPaid: 'Not paid',
    others: (from: number, to: number) => `Parts ${from} to ${to}`,
    refunded: (state: string, method: string) => `${state}. Was paid: ${method}`,
  },
  begin: `With the first part the car is kept for you for ${reservationDays} days.`,
  tick: (sum: string) => `Each tick is ${sum}`,
  bar: (paidAmount: string, price: string, nextPartAmount: string) =>
    `${paidAmount} of ${price} is in. ${nextPartAmount} is next.`,
  part: (number: number) => (number === 1 ? 'Part 1, deposit' : `Part ${number}`),
  paidBy: {
    card: (last4: string | null, day: string) => (last4 === null ? `Card, ${day}` : `Card ending ${last4}, ${day}`),
    paynow: (day: string) => `PayNow, ${day}`,
  },
  open: { paynow: 'By card or PayNow', card: 'By card' },
  paid: 'Paid',
  refunded: 'Refunded',
  refundUnderWay: 'Is being refunded',
  after: (number: number) => `After part ${number}`,
  pay: (number: number) => `Pay part ${number}`,
  change: 'Change the parts',
  back: 'Back to the parts',
  isIn: (number: number) => `Part ${number} is in.`,
  confirming: 'Your card is charged. The part is shown as paid in a moment.',
  /** What happens when the price is not paid in time. */
  rule: 'If the price is not paid in time, or you cancel the order, every part comes back in full.',
};
