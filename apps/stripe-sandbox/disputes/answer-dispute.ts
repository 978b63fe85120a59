import type { DisputeRecord } from '../ledger/records.ts';
import { assertAllowedNames, type Params, readFlag, readGroup, text } from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeInvalidRequestError } from '../stripe-error.ts';
import { moveDisputedMoney } from './contest-charge.ts';
import { EVIDENCE_FIELDS, presentDispute } from './present-dispute.ts';

/**
 * Accepts evidence for a dispute. The texts `winning_evidence` and `losing_evidence`, which test mode defines, end the
 * dispute. Any other evidence text leaves the dispute open.
 */
export function answerDispute(step: Step, dispute: DisputeRecord, params: Params): DisputeRecord {
  assertAllowedNames(params, ['evidence', 'metadata', 'submit']);
  const evidence = readGroup(params, 'evidence');
  assertAllowedNames(evidence, EVIDENCE_FIELDS);
  const evidenceTexts = EVIDENCE_FIELDS.flatMap((name) => {
    const value = text(evidence, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const isSubmitted = params.submit === undefined ? true : readFlag(params, 'submit');
  const answeredDispute: DisputeRecord = {
    ...dispute,
    ...(evidenceTexts.length === 0 ? {} : { evidence: { ...dispute.evidence, ...Object.fromEntries(evidenceTexts) } }),
    submissions: (dispute.submissions ?? 0) + (isSubmitted ? 1 : 0),
  };
  const outcome = text(evidence, 'uncategorized_text');
  if (isSubmitted && outcome === 'winning_evidence') return closeDispute(step, answeredDispute, 'won');
  if (isSubmitted && outcome === 'losing_evidence') return closeDispute(step, answeredDispute, 'lost');
  step.put('disputes', answeredDispute);
  recordEvent(step, 'charge.dispute.updated', presentDispute(step, answeredDispute));
  return answeredDispute;
}

/** Ends a dispute. An inquiry ends without a winner. */
export function closeDispute(step: Step, dispute: DisputeRecord, outcome: 'won' | 'lost'): DisputeRecord {
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) {
    throw makeInvalidRequestError('This dispute is already closed', 'dispute_closed');
  }
  const status = dispute.status === 'warning_needs_response' ? 'warning_closed' : outcome;
  const transactionIds = dispute.balanceTransactionIds ?? [];
  const closedDispute: DisputeRecord = {
    ...dispute,
    status,
    balanceTransactionIds:
      status === 'won'
        ? [...transactionIds, moveDisputedMoney(step, dispute, dispute.id, 'reinstated')]
        : transactionIds,
  };
  step.put('disputes', closedDispute);
  recordEvent(step, 'charge.dispute.closed', presentDispute(step, closedDispute));
  return closedDispute;
}
