import { type ChargeRecord, findChargeRecordsByIntent } from '@carhouse/database/payments/charge-records';
import type { FoundDiscrepancy } from '@carhouse/database/reconciliation/discrepancies';
import { parseId } from '@carhouse/domain/ids/id';
import { compareCharge, type ServerCharge } from '@carhouse/domain/payment/compare-charge';
import type { CardIntent } from '@carhouse/payments/card-provider';
import { isLiveMode } from '../config/card-config.ts';
import type { Context } from '../context.ts';

export type Inspection = {
  readonly intent: CardIntent | null;
  readonly record: ChargeRecord | undefined;
  readonly observation: FoundDiscrepancy | null;
};

/**
 * Compares this server's record of a charge with the provider's record.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function inspectCharge(context: Context, intentId: string): Promise<Inspection> {
  const intent = await context.cardProvider.findIntent(intentId);
  const attemptId = intent?.attemptId == null ? undefined : parseId<'payment_attempt'>(intent.attemptId);
  const records = await findChargeRecordsByIntent(context.database, [{ intentId, attemptId }]);
  const record = records.get(intentId);
  const providerCharge = intent && { ...intent, hasSucceeded: intent.status === 'succeeded' };
  const kind = compareCharge(record === undefined ? null : makeServerCharge(context, record), providerCharge);
  const observation = kind && { kind, subject: intentId, evidence: makeEvidence(record, intent) };
  return { intent, record, observation };
}

export function makeServerCharge(context: Context, record: ChargeRecord): ServerCharge {
  return {
    attemptId: record.attemptId,
    amount: record.amount,
    currency: record.currency,
    livemode: isLiveMode(context.config.cards),
    isPaid: record.paymentId !== null,
    recordedRefund: record.refundAmount,
  };
}

function makeEvidence(record: ChargeRecord | undefined, intent: CardIntent | null): object {
  const provider = intent && {
    intent: intent.intentId,
    status: intent.status,
    amount: Number(intent.amount),
    amountRefunded: Number(intent.amountRefunded),
    currency: intent.currency,
    livemode: intent.livemode,
    attempt: intent.attemptId,
  };
  const recordedCharge = record && {
    attempt: record.attemptId,
    attemptState: record.attemptState,
    booking: record.bookingId,
    bookingStatus: record.bookingStatus,
    payment: record.paymentId,
    amount: Number(record.amount),
    currency: record.currency,
    refund: record.refundAmount === null ? null : Number(record.refundAmount),
  };
  return { provider, recorded: recordedCharge ?? null };
}
