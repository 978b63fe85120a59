import type { PayoutAccountState } from '../payout-account/payout-account.ts';
import type { ComplaintGround } from '../sale/complaint.ts';
import type { SaleState } from '../sale/sale.ts';
import { isUnfailedPayout, type SellerPayout } from './seller-payout.ts';
import type { SellerTransfer } from './seller-transfer.ts';

/**
 * The reasons that say where the money of a sale is for its seller, and why the money waits. `not-handed-over`,
 * `confirming`, `complaint` and `disputed`: the sale is not complete. `suspended`, `no-account` and `restricted`: the
 * seller cannot be paid. `refused`, `sending`, `payout-refused` and `releasing`: the provider has refused a step or has
 * not finished it. `returned`: the bank has sent the money back, or the money has not arrived at the bank. `netted`:
 * the whole share has paid a debt of the seller. `taking-back`: the sale was refunded, and the money is still in the
 * seller's account at the provider. `debt`: the sale was refunded after the money had reached the seller's bank.
 * `refunded`: the sale was refunded, and nobody owes anything.
 */
export const paymentReasons = [
  'not-handed-over',
  'confirming',
  'complaint',
  'disputed',
  'suspended',
  'no-account',
  'restricted',
  'refused',
  'sending',
  'payout-refused',
  'returned',
  'releasing',
  'on-its-way',
  'paid',
  'netted',
  'taking-back',
  'debt',
  'refunded',
] as const;
export type PaymentReason = (typeof paymentReasons)[number];

/** The reasons by which a list of payments can be filtered: all reasons with which something is owed or was paid. */
export const filterableReasons = paymentReasons.filter((reason) => reason !== 'refunded');

/** The groups of a seller's list of payments, in the order of the page. */
export const paymentGroups = ['returned', 'owed', 'on-its-way', 'paid'] as const;
export type PaymentGroup = (typeof paymentGroups)[number];

/** The states of sales with which each reason occurs, so that a list of one reason reads few rows. */
export const saleStatesOfReason: Readonly<Record<PaymentReason, readonly SaleState[]>> = {
  'not-handed-over': ['paid'],
  confirming: ['handed-over'],
  complaint: ['frozen'],
  disputed: ['frozen', 'confirmed'],
  // The refunded sales are those whose paid debt goes back to the seller.
  suspended: ['confirmed', 'transferred', 'refunded'],
  'no-account': ['confirmed', 'transferred', 'refunded'],
  restricted: ['confirmed', 'transferred', 'refunded'],
  refused: ['confirmed', 'refunded'],
  sending: ['confirmed', 'transferred', 'refunded'],
  'payout-refused': ['transferred', 'refunded'],
  returned: ['transferred', 'refunded'],
  releasing: ['transferred', 'refunded'],
  'on-its-way': ['transferred', 'refunded'],
  paid: ['paid-out', 'refunded'],
  netted: ['paid-out'],
  'taking-back': ['refunded'],
  debt: ['refunded'],
  refunded: ['refunded'],
};

/** The states of sales whose payment to the seller is not complete. */
export const unpaidSaleStates = [
  'paid',
  'handed-over',
  'frozen',
  'confirmed',
  'transferred',
] as const satisfies readonly SaleState[];

/**
 * Whether an admin can start the next try now, because the provider has refused the last try or the bank has sent the
 * money back.
 */
export function isRetryable({ reason, at }: PaymentStanding): boolean {
  const hasRetryableReason =
    reason === 'refused' || reason === 'payout-refused' || reason === 'returned' || reason === 'taking-back';
  return hasRetryableReason && at !== null;
}

/**
 * The facts from which the reason of a payment is computed. Transfers and payouts are those of the sale, the oldest
 * first.
 */
export type PaymentFacts = {
  readonly saleState: SaleState;
  readonly confirmBy: Date | null;
  /** The ground of the open complaint; null when there is none. */
  readonly openComplaintGround: ComplaintGround | null;
  /** Whether the buyer's bank has taken back, or may take back, the money of a charge of the sale. */
  readonly isDisputed: boolean;
  readonly isSellerSuspended: boolean;
  /** Null when the seller has never begun to set up a payout account. */
  readonly accountState: PayoutAccountState | null;
  /** Whether the whole share of the sale has paid a debt of the seller. */
  readonly isShareUsedForDebt: boolean;
  /**
   * Whether the sale is refunded and money goes back to its seller, because other sales have paid the debt from the fee
   * of the sale.
   */
  readonly hasDebtRefund: boolean;
  readonly transfers: readonly Pick<SellerTransfer, 'state' | 'nextStepAt'>[];
  readonly payouts: readonly Pick<SellerPayout, 'state' | 'arrivesAt' | 'failureCode'>[];
};

export type PaymentStanding = {
  readonly reason: PaymentReason;
  /**
   * The end of the buyer's time for complaints, the time of the next try, or the day on which the money is expected;
   * else null.
   */
  readonly at: Date | null;
  /** The provider's code for the reason why a payout was refused or returned; otherwise null. */
  readonly code: string | null;
};

/** Returns where the money of a sale is, and why the money waits. */
export function decidePaymentStanding(facts: PaymentFacts, now: Date): PaymentStanding {
  switch (facts.saleState) {
    case 'paid':
      return makeStanding('not-handed-over');
    case 'handed-over':
      return makeStanding('confirming', facts.confirmBy);
    case 'frozen':
      return makeStanding(facts.isDisputed || facts.openComplaintGround === 'dispute' ? 'disputed' : 'complaint');
    case 'confirmed':
      return decideStandingBeforeTransfer(facts, now);
    case 'transferred':
      return decideStandingBeforePayout(facts, now);
    case 'paid-out':
      return makeStanding(facts.isShareUsedForDebt ? 'netted' : 'paid');
    case 'refunded':
      return facts.hasDebtRefund ? decideDebtRefundStanding(facts, now) : decideStandingAfterRefund(facts, now);
  }
}

/**
 * Returns the group of a seller's page to which the payment of a sale belongs; null when the page does not list the
 * payment. Money that has left Car House's balance belongs to the group `on-its-way`, even while it waits.
 */
export function choosePaymentGroup(
  saleState: SaleState,
  reason: PaymentReason,
  hasDebtRefund: boolean,
): PaymentGroup | null {
  if (saleState === 'refunded') return hasDebtRefund ? chooseDebtRefundGroup(reason) : null;
  if (saleState === 'paid-out') return 'paid';
  if (saleState !== 'transferred') return 'owed';
  return reason === 'returned' ? 'returned' : 'on-its-way';
}

function chooseDebtRefundGroup(reason: PaymentReason): PaymentGroup {
  if (reason === 'paid' || reason === 'returned') return reason;
  return reason === 'releasing' || reason === 'on-its-way' || reason === 'payout-refused' ? 'on-its-way' : 'owed';
}

function makeStanding(reason: PaymentReason, at: Date | null = null, code: string | null = null): PaymentStanding {
  return { reason, at, code };
}

function decideStandingBeforeTransfer(facts: PaymentFacts, now: Date): PaymentStanding {
  const { transfers } = facts;
  if (transfers.some(({ state }) => state !== 'refused')) return makeStanding('sending');
  if (facts.isDisputed) return makeStanding('disputed');
  const obstacle = findObstacle(facts);
  if (obstacle !== null) return makeStanding(obstacle);
  return transfers.length === 0
    ? makeStanding('sending')
    : makeStanding('refused', findEarliestNextTry(transfers, now));
}

/** Returns the standing of money that is in the seller's account at the provider. */
function decideStandingBeforePayout(facts: PaymentFacts, now: Date): PaymentStanding {
  const unfinishedPayouts = facts.payouts.filter(({ state }) => isUnfailedPayout(state) && state !== 'paid');
  const [payoutUnderWay] = unfinishedPayouts.filter(({ state }) => state === 'under-way');
  if (payoutUnderWay !== undefined) return makeStanding('on-its-way', payoutUnderWay.arrivesAt);
  if (unfinishedPayouts.length > 0) return makeStanding('sending');
  const nextTryAt = findEarliestNextTry(facts.transfers, now);
  const lastFailedPayout = facts.payouts.findLast(({ state }) => state !== 'paid');
  if (lastFailedPayout?.state === 'failed' || lastFailedPayout?.state === 'returned')
    return makeStanding('returned', nextTryAt, lastFailedPayout.failureCode);
  const obstacle = findObstacle(facts);
  if (obstacle !== null) return makeStanding(obstacle);
  return lastFailedPayout === undefined
    ? makeStanding('releasing', nextTryAt)
    : makeStanding('payout-refused', nextTryAt, lastFailedPayout.failureCode);
}

function decideStandingAfterRefund({ transfers, payouts }: PaymentFacts, now: Date): PaymentStanding {
  const completedTransfers = transfers.filter(({ state }) => state === 'made');
  const unfinishedTransfers = transfers.filter(({ state }) => state === 'reversing' || state === 'sending');
  if (unfinishedTransfers.length > 0) return makeStanding('taking-back', findEarliestNextTry(unfinishedTransfers, now));
  if (completedTransfers.length === 0) return makeStanding('refunded');
  return makeStanding(payouts.some(({ state }) => state === 'paid') ? 'debt' : 'taking-back');
}

/**
 * Returns the standing of money that goes back to the seller. A dispute of the refunded sale does not delay the
 * payment.
 */
function decideDebtRefundStanding(facts: PaymentFacts, now: Date): PaymentStanding {
  if (!facts.transfers.some(({ state }) => state === 'made'))
    return decideStandingBeforeTransfer({ ...facts, isDisputed: false }, now);
  return facts.payouts.some(({ state }) => state === 'paid')
    ? makeStanding('paid')
    : decideStandingBeforePayout(facts, now);
}

function findObstacle({ isSellerSuspended, accountState }: PaymentFacts): PaymentReason | null {
  if (isSellerSuspended) return 'suspended';
  if (accountState === 'restricted') return 'restricted';
  return accountState === 'active' ? null : 'no-account';
}

/** Returns the earliest time of a next try after `now`; null when the next try is due now. */
function findEarliestNextTry(transfers: PaymentFacts['transfers'], now: Date): Date | null {
  const nextTryTimes = transfers.flatMap(({ nextStepAt }) =>
    nextStepAt !== null && nextStepAt > now ? [nextStepAt] : [],
  );
  return nextTryTimes.sort((firstTime, secondTime) => firstTime.getTime() - secondTime.getTime())[0] ?? null;
}
