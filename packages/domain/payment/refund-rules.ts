import type { RefundState } from './payment.ts';

/**
 * The refund states in the order in which they follow each other within one attempt to refund. A late response of the
 * provider must not set a refund back to an earlier state.
 */
const stateRanks: Readonly<Record<RefundState, number>> = { due: 0, pending: 1, succeeded: 2, failed: 3, void: 3 };

/**
 * Whether the state that the provider has reported is newer than the recorded state. A success may still become a
 * failure, but not the reverse.
 */
export function isNewerRefundState(recordedState: RefundState, reportedState: RefundState): boolean {
  return stateRanks[reportedState] > stateRanks[recordedState];
}

/** Whether the provider has sent a refund, so that its money is no longer in the charge. */
export function isRefundSent(state: RefundState): boolean {
  return sentRefundStates.includes(state);
}

export const sentRefundStates: readonly RefundState[] = ['pending', 'succeeded'];

/** The states of refunds, from the one that delays an order most. */
const statesMostDelayingFirst: readonly RefundState[] = ['failed', 'due', 'pending', 'succeeded', 'void'];

/**
 * Sorts the refunds of one order, so that the state of the first refund is the state of the order's refund: an order is
 * refunded when all of its refunds have arrived.
 */
export function sortRefunds<Refund extends { readonly state: RefundState }>(
  refunds: readonly Refund[],
): readonly Refund[] {
  return [...refunds].sort(
    (a, b) => statesMostDelayingFirst.indexOf(a.state) - statesMostDelayingFirst.indexOf(b.state),
  );
}
