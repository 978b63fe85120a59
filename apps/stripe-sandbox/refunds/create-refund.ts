import { computeAvailabilityTime, recordBalanceMovement } from '../balance/balance-transactions.ts';
import { findTestCardRow } from '../cards/card-of-method.ts';
import type { CardRow } from '../cards/cards.ts';
import { presentCharge } from '../charges/present-charge.ts';
import { isChargedBack } from '../disputes/contest-charge.ts';
import type { ChargeRecord, PaymentMethodRecord, RefundRecord } from '../ledger/records.ts';
import { assertAllowedNames, type Params, readInteger, readMetadata, text } from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeInvalidRequestError, makeResourceMissingError } from '../stripe-error.ts';
import { presentRefund } from './present-refund.ts';

const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

/**
 * Refunds an amount, or the rest of the charge when no amount is given. Throws 400 `charge_already_refunded` when the
 * whole charge has been refunded.
 */
export function createRefund(step: Step, params: Params): RefundRecord {
  assertAllowedNames(params, ['amount', 'charge', 'metadata', 'payment_intent', 'reason']);
  const charge = findCharge(step, params);
  const refundableAmount = charge.amount - charge.amountRefunded;
  if (isChargedBack(step, charge)) {
    throw makeInvalidRequestError(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    );
  }
  if (refundableAmount === 0) {
    throw makeInvalidRequestError(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  }
  const amount = readInteger(params, 'amount') ?? refundableAmount;
  if (amount < 1) throw makeInvalidRequestError('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  if (amount > refundableAmount) {
    throw makeInvalidRequestError(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundableAmount})`,
      undefined,
      'amount',
    );
  }
  const reason = text(params, 'reason') ?? null;
  if (reason !== null && !REFUND_REASONS.includes(reason)) {
    throw makeInvalidRequestError(`Invalid reason: must be one of ${REFUND_REASONS.join(', ')}`, undefined, 'reason');
  }

  const method = step.get('paymentMethods', charge.paymentMethodId);
  const refundBehaviourOfCard = findRefundBehaviour(method);
  const isPaynow = method?.type === 'paynow';
  const id = step.newId(isPaynow ? 'pyr' : 're');
  const refund: RefundRecord = {
    id,
    intentId: charge.intentId,
    chargeId: charge.id,
    amount,
    currency: charge.currency,
    created: step.now,
    status: refundBehaviourOfCard.startsWith('pending') ? 'pending' : 'succeeded',
    reason,
    failureReason: null,
    metadata: readMetadata(params),
    balanceTransactionId: moveRefundedMoney(step, charge, {
      id,
      amount: -amount,
      type: isPaynow ? 'payment_refund' : 'refund',
    }),
    becomes:
      refundBehaviourOfCard === 'succeeds' ? null : refundBehaviourOfCard.endsWith('fails') ? 'failed' : 'succeeded',
  };
  const refundedCharge: ChargeRecord = {
    ...charge,
    amountRefunded: charge.amountRefunded + amount,
    refundIds: [...(charge.refundIds ?? []), id],
  };
  step.put('refunds', refund);
  step.put('charges', refundedCharge);
  recordEvent(step, 'refund.created', presentRefund(step, refund));
  recordEvent(step, 'charge.refunded', presentCharge(step, refundedCharge));
  return refund;
}

/** Moves a refund to its final state. When the refund failed, the charge can be refunded again. */
export function settleRefund(step: Step, refund: RefundRecord): void {
  if (refund.becomes === null) return;
  const hasFailed = refund.becomes === 'failed';
  const charge = step.get('charges', refund.chargeId);
  const methodId = charge?.paymentMethodId;
  const isPaynow = methodId !== undefined && step.get('paymentMethods', methodId)?.type === 'paynow';
  const settledRefund: RefundRecord = {
    ...refund,
    status: refund.becomes,
    failureReason: hasFailed ? (isPaynow ? 'declined' : 'expired_or_canceled_card') : null,
    ...(hasFailed && charge !== undefined
      ? { failureTransactionId: moveRefundedMoney(step, charge, { ...refund, type: 'refund_failure' }) }
      : {}),
    becomes: null,
  };
  step.put('refunds', settledRefund);
  if (hasFailed && charge !== undefined) {
    step.put('charges', { ...charge, amountRefunded: charge.amountRefunded - refund.amount });
  }
  recordEvent(step, hasFailed ? 'refund.failed' : 'refund.updated', presentRefund(step, settledRefund));
}

/**
 * Moves money for a refund. The movement is available at the same time as the money of the charge. Returns the id of
 * the movement.
 */
export function moveRefundedMoney(
  step: Step,
  charge: ChargeRecord,
  refund: { id: string; amount: number; type: 'payment_refund' | 'refund' | 'refund_failure' },
): string {
  return recordBalanceMovement(step, {
    account: null,
    type: refund.type,
    reportingCategory: refund.type === 'refund_failure' ? 'refund_failure' : 'refund',
    amount: refund.amount,
    currency: charge.currency,
    availableOn: computeAvailabilityTime(step, charge.balanceTransactionId),
    description: refund.type === 'refund_failure' ? 'REFUND FAILURE' : 'REFUND FOR CHARGE',
    source: refund.id,
  }).id;
}

function findCharge(step: Step, params: Params): ChargeRecord {
  const chargeId = text(params, 'charge');
  const intentId = text(params, 'payment_intent');
  if (chargeId === undefined && intentId === undefined) {
    throw makeInvalidRequestError(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  }
  const intent = intentId === undefined ? undefined : step.get('intents', intentId);
  if (intentId !== undefined && intent === undefined)
    throw makeResourceMissingError('payment_intent', intentId, 'payment_intent');
  const id = chargeId ?? intent?.latestChargeId ?? null;
  const charge = id === null ? undefined : step.get('charges', id);
  if (charge === undefined && chargeId !== undefined) throw makeResourceMissingError('charge', chargeId, 'charge');
  if (charge === undefined || charge.status !== 'succeeded') {
    throw makeInvalidRequestError(
      `This PaymentIntent (${intentId ?? charge?.intentId}) does not have a successful charge to refund.`,
      undefined,
      intentId === undefined ? 'charge' : 'payment_intent',
    );
  }
  return charge;
}

function findRefundBehaviour(method: PaymentMethodRecord | undefined): CardRow['refund'] | 'pending_then_fails' {
  if (method?.type === 'paynow') return method.doRefundsFail ? 'pending_then_fails' : 'pending_then_succeeds';
  return findTestCardRow(method)?.refund ?? 'succeeds';
}
