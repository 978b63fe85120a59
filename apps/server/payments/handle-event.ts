import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { CardEvent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { readProviderAccount } from '../payout-accounts/read-payout-account.ts';
import { checkProviderPayout } from '../seller-payments/check-payout.ts';
import { recordDispute } from './record-dispute.ts';
import { sendRefund } from './refund-charge.ts';
import { settlePayment } from './settle-payment.ts';

export type ReportedEvent = Pick<CardEvent, 'type' | 'intentId' | 'objectId' | 'accountId'>;

type EventEffect = (context: Context, event: ReportedEvent) => Promise<unknown>;

/**
 * Settles the charge that an event names. The content of an event is not trusted, so the current state of the charge
 * is read from the provider, unless its payment is on record.
 */
const settleReportedCharge: EventEffect = async (context, { intentId }) =>
  intentId !== null && settleIgnoringMismatch(context, intentId);
const applyRefundEvent: EventEffect = async (context, { intentId }) =>
  intentId !== null && sendRefund(context, intentId);
const applyDisputeEvent: EventEffect = async (context, { objectId }) =>
  objectId !== null && recordDispute(context, objectId, 'dispute');
const applyWarningEvent: EventEffect = async (context, { objectId }) =>
  objectId !== null && recordDispute(context, objectId, 'warning');
const applyAccountEvent: EventEffect = async (context, { accountId }) =>
  accountId !== null && readProviderAccount(context, accountId);
/** An event about a payout of Car House to its own bank names no account, so it has no effect. */
const applyPayoutEvent: EventEffect = async (context, { accountId, objectId }) =>
  accountId !== null && objectId !== null && checkProviderPayout(context, objectId);

/** The types of events that have an effect on payments or payout accounts. Events of other types are stored as processed. */
const effectsByType: ReadonlyMap<string, EventEffect> = new Map([
  ['payment_intent.succeeded', settleReportedCharge],
  ['charge.refunded', applyRefundEvent],
  ['refund.updated', applyRefundEvent],
  ['refund.failed', applyRefundEvent],
  ['charge.dispute.created', applyDisputeEvent],
  ['charge.dispute.updated', applyDisputeEvent],
  ['charge.dispute.closed', applyDisputeEvent],
  ['radar.early_fraud_warning.created', applyWarningEvent],
  ['account.updated', applyAccountEvent],
  ['payout.paid', applyPayoutEvent],
  ['payout.failed', applyPayoutEvent],
  ['payout.canceled', applyPayoutEvent],
]);

/** The types of events that have an effect. */
export const handledEventTypes: readonly string[] = [...effectsByType.keys()];

/**
 * Runs the effect of an event. Events may be handled repeatedly and in any order; the final state is the same.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function handleEvent(context: Context, event: ReportedEvent): Promise<void> {
  await effectsByType.get(event.type)?.(context, event);
}

/**
 * Settles a charge, but ignores an unknown charge and a charge that does not match its payment attempt. If the provider
 * sent the event of such an unknown or different charge again, nothing would change.
 */
async function settleIgnoringMismatch(context: Context, intentId: string): Promise<void> {
  try {
    await settlePayment(context, intentId);
  } catch (error) {
    if (!isDomainError(error, 'PAYMENT_NOT_VERIFIED') && !isDomainError(error, 'PAYMENT_PENDING')) throw error;
    context.log.warn({ intentId, code: error.code }, 'an event of the card provider changed nothing');
  }
}
