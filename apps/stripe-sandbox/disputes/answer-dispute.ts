import type { DisputeRecord } from '../ledger/records.ts';
import { assertAllowedNames, flag, type Params, readGroup, text } from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import { invalidRequestError } from '../stripe-error.ts';
import { moveDispute } from './contest-charge.ts';
import { EVIDENCE, presentDispute } from './present-dispute.ts';

/**
 * Accepts evidence for a dispute. The texts `winning_evidence` and `losing_evidence`, which test mode defines, end the
 * dispute. Any other text leaves it open.
 */
export function answerDispute(step: Step, dispute: DisputeRecord, params: Params): DisputeRecord {
  assertAllowedNames(params, ['evidence', 'metadata', 'submit']);
  const evidence = readGroup(params, 'evidence');
  assertAllowedNames(evidence, EVIDENCE);
  const texts = EVIDENCE.flatMap((name) => {
    const value = text(evidence, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const isSubmitted = params.submit === undefined ? true : flag(params, 'submit');
  const answered: DisputeRecord = {
    ...dispute,
    ...(texts.length === 0 ? {} : { evidence: { ...dispute.evidence, ...Object.fromEntries(texts) } }),
    submissions: (dispute.submissions ?? 0) + (isSubmitted ? 1 : 0),
  };
  const outcome = text(evidence, 'uncategorized_text');
  if (isSubmitted && outcome === 'winning_evidence') return closeDispute(step, answered, 'won');
  if (isSubmitted && outcome === 'losing_evidence') return closeDispute(step, answered, 'lost');
  step.put('disputes', answered);
  recordEvent(step, 'charge.dispute.updated', presentDispute(step, answered));
  return answered;
}

/** Ends a dispute. An inquiry ends without a winner. */
export function closeDispute(step: Step, dispute: DisputeRecord, outcome: 'won' | 'lost'): DisputeRecord {
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) {
    throw invalidRequestError('This dispute is already closed', 'dispute_closed');
  }
  const status = dispute.status === 'warning_needs_response' ? 'warning_closed' : outcome;
  const transactionIds = dispute.balanceTransactionIds ?? [];
  const closedDispute: DisputeRecord = {
    ...dispute,
    status,
    balanceTransactionIds:
      status === 'won' ? [...transactionIds, moveDispute(step, dispute, dispute.id, 'reinstated')] : transactionIds,
  };
  step.put('disputes', closedDispute);
  recordEvent(step, 'charge.dispute.closed', presentDispute(step, closedDispute));
  return closedDispute;
}
