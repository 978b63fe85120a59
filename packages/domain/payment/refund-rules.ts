import type { RefundState } from './payment.ts';

/** The progress of a refund within one round: a late answer must not reverse it. */
const place: Readonly<Record<RefundState, number>> = { due: 0, pending: 1, succeeded: 2, failed: 3, void: 3 };

/** Whether the state `said` is newer than the `known` one. A success may still turn into a failure, never the other way. */
export function isRefundNews(known: RefundState, said: RefundState): boolean {
  return place[said] > place[known];
}
