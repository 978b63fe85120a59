/**
 * The rule of a reservation as data. A buyer accepts one version of the rule. A reservation keeps the accepted version,
 * its text and the times that follow from it, so a later version changes no existing reservation.
 *
 * Every time limit is the first moment that is too late: an act counts only when it comes before that moment.
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Number of days after the payment of the deposit within which a buyer who gives up gets the whole deposit back. */
export const freeDays = 3;
/**
 * Length of a turn in hours. Only the buyer who has the turn may reserve or buy the car, and a place in the queue has
 * one turn.
 */
export const turnHours = 24;

export const conditionKinds = ['as-described', 'loan', 'inspection'] as const;
export type ConditionKind = (typeof conditionKinds)[number];

export type ReservationParty = 'buyer' | 'seller' | 'admin' | 'payment' | 'clock';

/**
 * A condition under which a buyer buys. A condition about which nothing is stated before its deadline counts as met.
 */
export type ConditionRule = {
  readonly kind: ConditionKind;
  /** Number of days from the payment of the deposit until the deadline, at the same hour. */
  readonly days: number;
  /** The party that states whether the condition is met. */
  readonly by: 'buyer' | 'seller';
};

export const conditionRules: readonly ConditionRule[] = [
  { kind: 'as-described', days: 5, by: 'buyer' },
  { kind: 'loan', days: 6, by: 'buyer' },
  { kind: 'inspection', days: 7, by: 'buyer' },
];

/** How a reservation ends without a sale. */
export const reservationOutcomes = [
  'given-up',
  'lapsed',
  'condition-failed',
  'seller-withdrew',
  'admin-ended',
  'account-closed',
] as const;
export type ReservationOutcome = (typeof reservationOutcomes)[number];

/**
 * The part of the deposit that a buyer gets back when the reservation ends. `all`: the whole deposit. `by-time`: the
 * whole deposit before the end of the free days, half of it afterwards. `by-condition`: the whole deposit before the
 * deadline of the failed condition, and as `by-time` afterwards.
 */
export type RefundRule = 'all' | 'by-time' | 'by-condition';

/** For each outcome: the party that causes it, and the refund of the deposit. */
export const endRuleByOutcome: Readonly<
  Record<ReservationOutcome, { readonly by: ReservationParty; readonly refund: RefundRule }>
> = {
  'given-up': { by: 'buyer', refund: 'by-time' },
  lapsed: { by: 'clock', refund: 'by-time' },
  'condition-failed': { by: 'buyer', refund: 'by-condition' },
  'seller-withdrew': { by: 'seller', refund: 'all' },
  'admin-ended': { by: 'admin', refund: 'all' },
  'account-closed': { by: 'admin', refund: 'all' },
};

/** The version of the rule that new reservations accept. */
export const ruleVersion = 2;

const firstText =
  'The deposit takes the car off sale for you for 7 days and is part of its price. If you give the reservation up within ' +
  '3 days of the payment, the whole deposit is refunded. If you give it up later, or do not pay the rest of the price within ' +
  'the 7 days, half of the deposit goes to the seller and the other half is refunded. The whole deposit is refunded when a ' +
  'condition that you chose is not met and you say so before its deadline (as described at the viewing: 5 days, loan: 6 days, ' +
  'inspection: 7 days), when the seller withdraws, and when Car House ends the reservation. A condition about which you say ' +
  'nothing before its deadline counts as met.';

/**
 * The text of the rule that a buyer accepts, by its version. The text of a version that was accepted is never changed.
 * Version 2 also states the limit of `repeatRules`.
 */
export const ruleTexts: Readonly<Record<number, string>> = {
  1: firstText,
  2:
    `${firstText} You can have at most three reservations that are active, or that you have ended within 90 days with the ` +
    'whole deposit back. You cannot reserve a car again within 90 days of saying that a condition is not met.',
};

/** Returns the time that is this number of days after the given time. */
export function addDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * dayMs);
}

/** Returns the end of a turn that begins at this time. */
export function computeTurnEnd(from: Date): Date {
  return new Date(from.getTime() + turnHours * hourMs);
}
