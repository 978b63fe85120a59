import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { CardEvent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { recordDispute } from './record-dispute.ts';
import { sendRefund } from './refund-charge.ts';
import { settlePayment } from './settle-payment.ts';

export type ReportedEvent = Pick<CardEvent, 'type' | 'intentId' | 'objectId'>;

type Effect = (context: Context, event: ReportedEvent) => Promise<unknown>;

/** What an event says is never believed: each effect asks the provider how the thing stands now. */
const settle: Effect = async (context, { intentId }) => intentId !== null && settleQuietly(context, intentId);
const followRefund: Effect = async (context, { intentId }) => intentId !== null && sendRefund(context, intentId);
const followDispute: Effect = async (context, { objectId }) =>
  objectId !== null && recordDispute(context, objectId, 'dispute');
const followWarning: Effect = async (context, { objectId }) =>
  objectId !== null && recordDispute(context, objectId, 'warning');

/** The events that move something. All others are kept in the inbox and otherwise left alone. */
const effects: ReadonlyMap<string, Effect> = new Map([
  ['payment_intent.succeeded', settle],
  ['charge.refunded', followRefund],
  ['refund.updated', followRefund],
  ['refund.failed', followRefund],
  ['charge.dispute.created', followDispute],
  ['charge.dispute.updated', followDispute],
  ['charge.dispute.closed', followDispute],
  ['radar.early_fraud_warning.created', followWarning],
]);

/** The types that have an effect. */
export const movingEvents: readonly string[] = [...effects.keys()];

/**
 * Does what an event calls for. Repeating it, in any order, changes nothing more.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function handleEvent(context: Context, event: ReportedEvent): Promise<void> {
  await effects.get(event.type)?.(context, event);
}

/** A charge that is not ours, or is not what it seems, is no reason for the provider to repeat the event. */
async function settleQuietly(context: Context, intentId: string): Promise<void> {
  try {
    await settlePayment(context, intentId);
  } catch (error) {
    if (!isDomainError(error, 'PAYMENT_NOT_VERIFIED') && !isDomainError(error, 'PAYMENT_PENDING')) throw error;
    context.log.warn({ intentId, code: error.code }, 'an event of the card provider changed nothing');
  }
}
