import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { CardEvent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { recordDispute } from './record-dispute.ts';
import { sendRefund } from './refund-charge.ts';
import { settlePayment } from './settle-payment.ts';

export type ReportedEvent = Pick<CardEvent, 'type' | 'intentId' | 'objectId'>;

type Effect = (context: Context, event: ReportedEvent) => Promise<unknown>;

/** The content of an event is not trusted: its effect reads the current state from the provider. */
const settle: Effect = async (context, { intentId }) => intentId !== null && settleIgnoringMismatch(context, intentId);
const followRefund: Effect = async (context, { intentId }) => intentId !== null && sendRefund(context, intentId);
const followDispute: Effect = async (context, { objectId }) =>
  objectId !== null && recordDispute(context, objectId, 'dispute');
const followWarning: Effect = async (context, { objectId }) =>
  objectId !== null && recordDispute(context, objectId, 'warning');

/** The types of events that have an effect on payments. Events of other types are only stored in the inbox. */
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

/** The types of events that have an effect. */
export const movingEvents: readonly string[] = [...effects.keys()];

/**
 * Runs the effect of an event. A repeated run in any order changes nothing more.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function handleEvent(context: Context, event: ReportedEvent): Promise<void> {
  await effects.get(event.type)?.(context, event);
}

/** When the charge is unknown or does not match, the provider does not have to send the event again. */
async function settleIgnoringMismatch(context: Context, intentId: string): Promise<void> {
  try {
    await settlePayment(context, intentId);
  } catch (error) {
    if (!isDomainError(error, 'PAYMENT_NOT_VERIFIED') && !isDomainError(error, 'PAYMENT_PENDING')) throw error;
    context.log.warn({ intentId, code: error.code }, 'an event of the card provider changed nothing');
  }
}
