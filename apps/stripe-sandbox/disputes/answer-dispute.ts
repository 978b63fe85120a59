import type { DisputeRecord } from '../ledger/records.ts';
import { assertAllowedNames, flag, type Params, readGroup, text } from '../params.ts';
import { presentDispute } from '../present.ts';
import { recordEvent, type Step } from '../step.ts';
import { invalidRequestError } from '../stripe-error.ts';
import { moveDispute } from './contest-charge.ts';

/**
 * Accepts evidence for a dispute. The texts `winning_evidence` and `losing_evidence`, which test mode defines, end the
 * dispute. Any other text leaves it open.
 */
export function answerDispute(step: Step, dispute: DisputeRecord, params: Params): DisputeRecord {
  assertAllowedNames(params, ['evidence', 'metadata', 'submit']);
  const evidence = text(readGroup(params, 'evidence'), 'uncategorized_text');
  const isSubmitted = params.submit === undefined ? true : flag(params, 'submit');
  if (isSubmitted && evidence === 'winning_evidence') return closeDispute(step, dispute, 'won');
  if (isSubmitted && evidence === 'losing_evidence') return closeDispute(step, dispute, 'lost');
  recordEvent(step, 'charge.dispute.updated', presentDispute(step, dispute));
  return dispute;
}

/** Ends a dispute. An inquiry ends without a winner. */
export function closeDispute(step: Step, dispute: DisputeRecord, outcome: 'won' | 'lost'): DisputeRecord {
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) {
    throw invalidRequestError('This dispute is already closed', 'dispute_closed');
  }
  const status = dispute.status === 'warning_needs_response' ? 'warning_closed' : outcome;
  const taken = dispute.balanceTransactionIds ?? [];
  const closedDispute: DisputeRecord = {
    ...dispute,
    status,
    balanceTransactionIds: status === 'won' ? [...taken, moveDispute(step, dispute, dispute.id, 'reinstated')] : taken,
  };
  step.put('disputes', closedDispute);
  recordEvent(step, 'charge.dispute.closed', presentDispute(step, closedDispute));
  return closedDispute;
}
