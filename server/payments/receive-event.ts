import { isDomainError } from '@carhouse/core/errors/domain-error';
import { markEventProcessed, receiveEvent as putIntoInbox } from '@carhouse/database/payments';
import type { CardEvent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { settlePayment } from './settle-payment.ts';

/** The events that move something. All others are kept in the inbox and otherwise left alone. */
const settling = new Set(['payment_intent.succeeded']);

/**
 * Takes a verified event: into the inbox, then its effect, then the mark that it is done. It returns only when that is
 * committed, so the provider repeats whatever we could not finish. What the event says is never believed: `settlePayment`
 * asks the provider for the charge as it stands now, so order and repetition do not matter.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE: the event stays unprocessed and is sent again.
 */
export async function receiveEvent(context: Context, event: CardEvent): Promise<void> {
  const fresh = await putIntoInbox(context.database, {
    eventId: event.eventId,
    type: event.type,
    intentId: event.intentId,
    payload: event.payload,
    receivedAt: context.now(),
  });
  if (!fresh) return;
  if (settling.has(event.type) && event.intentId !== null) await settleQuietly(context, event.intentId);
  await markEventProcessed(context.database, event.eventId, context.now());
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
