import type { DisputeRecord } from '../ledger/records.ts';
import { allowOnly, flag, group, type Params, text } from '../params.ts';
import { presentDispute } from '../present.ts';
import { recordEvent, type Step } from '../step.ts';
import { invalidRequest } from '../stripe-error.ts';

/**
 * Accepts evidence for a dispute. The two special texts of test mode end the dispute. Any other text leaves it open.
 */
export function answerDispute(step: Step, dispute: DisputeRecord, params: Params): DisputeRecord {
  allowOnly(params, ['evidence', 'metadata', 'submit']);
  const evidence = text(group(params, 'evidence'), 'uncategorized_text');
  const submit = params.submit === undefined ? true : flag(params, 'submit');
  if (submit && evidence === 'winning_evidence') return closeDispute(step, dispute, 'won');
  if (submit && evidence === 'losing_evidence') return closeDispute(step, dispute, 'lost');
  recordEvent(step, 'charge.dispute.updated', presentDispute(dispute));
  return dispute;
}

/** Ends a dispute. An inquiry ends without a winner. */
export function closeDispute(step: Step, dispute: DisputeRecord, outcome: 'won' | 'lost'): DisputeRecord {
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) {
    throw invalidRequest('This dispute is already closed', 'dispute_closed');
  }
  const closedDispute: DisputeRecord = {
    ...dispute,
    status: dispute.status === 'warning_needs_response' ? 'warning_closed' : outcome,
  };
  step.put('disputes', closedDispute);
  recordEvent(step, 'charge.dispute.closed', presentDispute(closedDispute));
  return closedDispute;
}
