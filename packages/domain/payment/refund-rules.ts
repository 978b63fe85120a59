import type { RefundState } from './payment.ts';

/** How far a refund has come within one round: an answer that comes late must not take it back. */
const place: Readonly<Record<RefundState, number>> = { due: 0, pending: 1, succeeded: 2, failed: 3, void: 3 };

/** Whether `said` is news for a refund that is `known`. A success may still turn into a failure, never the other way. */
export function isRefundNews(known: RefundState, said: RefundState): boolean {
  return place[said] > place[known];
}
