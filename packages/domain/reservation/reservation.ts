import { DomainError } from '../errors/domain-error.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { type Cents, cents, formatMoney } from '../money/money.ts';
import { type BusinessMode, takesPayments } from '../payment/business-mode.ts';
import { reservationEnd } from '../payment/payment-plan.ts';
import {
  addDays,
  type ConditionKind,
  conditionRules,
  endRuleByOutcome,
  freeDays,
  type ReservationOutcome,
  type ReservationParty,
} from './reservation-rule.ts';

export const reservationStates = ['started', 'active', 'bought', 'ended'] as const;
export type ReservationState = (typeof reservationStates)[number];
export type ReservationEvent = 'pay-deposit' | 'buy' | 'end';

/**
 * The states of a reservation. A started reservation does not hold the car, because its deposit is not paid. The event
 * `end` stands for every outcome in `reservationOutcomes`.
 */
export const reservationLifecycle: Lifecycle<ReservationState, ReservationEvent, ReservationParty> = {
  noun: 'reservation',
  initialState: 'started',
  states: reservationStates,
  transitions: [
    { from: 'started', event: 'pay-deposit', to: 'active', by: ['payment'] },
    { from: 'active', event: 'buy', to: 'bought', by: ['payment'] },
    { from: 'active', event: 'end', to: 'ended', by: ['buyer', 'seller', 'admin', 'clock'] },
  ],
};

export const conditionStates = ['open', 'met', 'failed'] as const;
export type ConditionState = (typeof conditionStates)[number];

/** A condition of a reservation with its deadline: the first moment at which it counts as met without a statement. */
export type Condition = { readonly kind: ConditionKind; readonly deadline: Date };

/**
 * The refund terms of a reservation: the times by the rule that its buyer has accepted, counted from the payment of the
 * deposit.
 */
export type ReservationTerms = {
  readonly deposit: Cents;
  /** The first moment at which giving up costs half of the deposit. */
  readonly freeUntil: Date;
  /** The first moment at which the reservation has ended. */
  readonly endsAt: Date;
  /** The part of the deposit that goes to the seller when the buyer gives up after `freeUntil`, or does not buy. */
  readonly forfeit: Cents;
  readonly conditions: readonly Condition[];
};

export type Outcome =
  | { readonly end: Exclude<ReservationOutcome, 'condition-failed'> }
  | { readonly end: 'condition-failed'; readonly condition: ConditionKind };

/** How a deposit is divided when its reservation ends without a sale. The two amounts add up to the deposit. */
export type DividedDeposit = { readonly refund: Cents; readonly forfeit: Cents };

/** Smallest and largest deposit, and the largest share of the price: a twentieth, which is 5 %. */
export const depositMinimum = 20_000n as Cents;
export const depositMaximum = 500_000n as Cents;
const largestShareDivisor = 20n;

/**
 * Checks the deposit that a seller asks for a car of this price.
 * @throws DomainError INVALID with the limit that the deposit breaks.
 */
export function assertDeposit(deposit: Cents, price: Cents): void {
  if (deposit < depositMinimum || deposit > depositMaximum) {
    const detail = `A deposit is between ${formatMoney(depositMinimum)} and ${formatMoney(depositMaximum)}.`;
    throw new DomainError('INVALID', { detail });
  }
  if (deposit * largestShareDivisor > price) {
    const detail = `A deposit is at most 5% of the price, here ${formatMoney(cents(price / largestShareDivisor))}.`;
    throw new DomainError('INVALID', { detail });
  }
}

/**
 * Returns the deposit for which a car can be reserved. The result is the deposit that the seller asks, but at most 5 %
 * of the current price, rounded down to whole dollars. The result is null when the seller asks no deposit, or when 5 %
 * of the price is less than the smallest deposit.
 */
export function computeOfferedDeposit(askedDeposit: Cents | null, price: Cents): Cents | null {
  if (askedDeposit === null) return null;
  const largestDeposit = (price / largestShareDivisor / 100n) * 100n;
  const deposit = askedDeposit < largestDeposit ? askedDeposit : cents(largestDeposit);
  return deposit < depositMinimum ? null : deposit;
}

/** Returns the part of a deposit that goes to the seller: half of the deposit, rounded down to the cent. */
export function computeForfeit(deposit: Cents): Cents {
  return cents(deposit / 2n);
}

/** Returns the terms of a reservation whose deposit is paid at this time. */
export function makeTerms(deposit: Cents, kinds: readonly ConditionKind[], paidAt: Date): ReservationTerms {
  return {
    deposit,
    freeUntil: addDays(paidAt, freeDays),
    endsAt: reservationEnd(paidAt),
    forfeit: computeForfeit(deposit),
    conditions: conditionRules
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, days }) => ({ kind, deadline: addDays(paidAt, days) })),
  };
}

/**
 * Decides by `endRuleByOutcome` how the deposit is divided when a reservation ends with this outcome at this time. A condition
 * that fails after its deadline counts as met, so the deposit is divided as if the buyer gave up.
 */
export function decideRefund(terms: ReservationTerms, outcome: Outcome, at: Date): DividedDeposit {
  const { deposit, freeUntil, forfeit } = terms;
  const wholeRefund = { refund: deposit, forfeit: 0n as Cents };
  const timeBasedDivision = at < freeUntil ? wholeRefund : { refund: cents(deposit - forfeit), forfeit };
  switch (endRuleByOutcome[outcome.end].refund) {
    case 'all':
      return wholeRefund;
    case 'by-time':
      return timeBasedDivision;
    case 'by-condition':
      return outcome.end === 'condition-failed' && mayStateCondition(terms, outcome.condition, at)
        ? wholeRefund
        : timeBasedDivision;
  }
}

/**
 * Returns the outcome of a reservation that its buyer gives up. When the operator takes no payments any more, the buyer
 * could not pay the rest of the price. The operator therefore ends the reservation, and nothing is forfeited.
 */
export function findGiveUpOutcome(mode: BusinessMode): Outcome {
  return { end: takesPayments(mode) ? 'given-up' : 'admin-ended' };
}

/**
 * Whether a party may still state at this time that a condition is met or not met. The reservation must have the
 * condition.
 */
export function mayStateCondition(terms: Pick<ReservationTerms, 'conditions'>, kind: ConditionKind, at: Date): boolean {
  const condition = terms.conditions.find((each) => each.kind === kind);
  return condition !== undefined && at < condition.deadline;
}
