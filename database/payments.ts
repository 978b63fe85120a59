import type { AccountId } from '@carhouse/core/account/account';
import type { BookingId } from '@carhouse/core/booking/booking';
import type { Id } from '@carhouse/core/ids/id';
import type { ListingId } from '@carhouse/core/listing/listing';
import type { Cents } from '@carhouse/core/money/money';
import type { AttemptId, PaymentId } from '@carhouse/core/payment/payment';
import type { Database } from './connect.ts';
import type { RefundState } from './schema.ts';
import type { Transaction } from './transaction.ts';

export type Payment = {
  readonly id: PaymentId;
  readonly bookingId: BookingId;
  readonly attemptId: AttemptId;
  readonly listingId: ListingId;
  readonly buyerId: AccountId;
  readonly intentId: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly paidAt: Date;
};

export async function insertPayment(trx: Transaction, payment: Payment): Promise<void> {
  await trx
    .insertInto('payment')
    .values({
      id: payment.id,
      booking_id: payment.bookingId,
      attempt_id: payment.attemptId,
      listing_id: payment.listingId,
      buyer_id: payment.buyerId,
      intent_id: payment.intentId,
      amount_cents: payment.amount,
      currency: payment.currency,
      paid_at: payment.paidAt,
    })
    .execute();
}

/** The payment that this charge became, if it became one. */
export async function findPaymentOfIntent(trx: Transaction, intentId: string): Promise<PaymentId | undefined> {
  const row = await trx.selectFrom('payment').select('id').where('intent_id', '=', intentId).executeTakeFirst();
  return row?.id;
}

export type Refund = {
  readonly id: Id<'refund'>;
  readonly attemptId: AttemptId;
  readonly intentId: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly reason: string;
  readonly now: Date;
};

/** Notes that a charge goes back. A second note for the same attempt changes nothing. */
export async function insertRefundDue(trx: Transaction, refund: Refund): Promise<void> {
  await trx
    .insertInto('refund')
    .values({
      id: refund.id,
      attempt_id: refund.attemptId,
      intent_id: refund.intentId,
      amount_cents: refund.amount,
      currency: refund.currency,
      state: 'due',
      reason: refund.reason,
      provider_refund_id: null,
      created_at: refund.now,
      updated_at: refund.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes what the provider said of a refund. `pending` said late, after it has arrived, changes nothing. */
export async function recordRefund(
  trx: Transaction,
  intentId: string,
  given: { readonly state: RefundState; readonly refundId: string; readonly now: Date },
): Promise<void> {
  const update = trx
    .updateTable('refund')
    .set({ state: given.state, provider_refund_id: given.refundId, updated_at: given.now })
    .where('intent_id', '=', intentId);
  await (given.state === 'pending' ? update.where('state', '<>', 'succeeded') : update).execute();
}

export type InboxEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly intentId: string | null;
  readonly payload: unknown;
  readonly receivedAt: Date;
};

/** Puts an event into the inbox, once. @returns whether its effect is still to be done. */
export async function receiveEvent(database: Database, event: InboxEvent): Promise<boolean> {
  await database
    .insertInto('webhook_event')
    .values({
      event_id: event.eventId,
      type: event.type,
      intent_id: event.intentId,
      payload: JSON.stringify(event.payload),
      received_at: event.receivedAt,
      processed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await database
    .selectFrom('webhook_event')
    .select('processed_at')
    .where('event_id', '=', event.eventId)
    .executeTakeFirstOrThrow();
  return row.processed_at === null;
}

export async function markEventProcessed(database: Database, eventId: string, now: Date): Promise<void> {
  await database
    .updateTable('webhook_event')
    .set({ processed_at: now })
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .execute();
}
