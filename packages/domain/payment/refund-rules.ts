import type { RefundState } from './payment.ts';

/**
 * The order of the refund states within one try to refund. A late response of the provider must not set a refund back
 * to an earlier state.
 */
const stateOrder: Readonly<Record<RefundState, number>> = { due: 0, pending: 1, succeeded: 2, failed: 3, void: 3 };

/**
 * Whether the state `reported` by the provider is newer than the `known` one. A success may still become a failure, but not the
 * reverse.
 */
export function isRefundNews(known: RefundState, reported: RefundState): boolean {
  return stateOrder[reported] > stateOrder[known];
}
