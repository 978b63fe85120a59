import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { AttemptId, PaymentId } from '@carhouse/domain/payment/payment';
import type { PaymentMethod } from '@carhouse/domain/payment/payment-method';
import type { PaymentPartId } from '@carhouse/domain/payment/payment-plan';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { PaymentTable } from '../schema/money-tables.ts';

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
  readonly method: PaymentMethod;
  /** The card's brand and last four digits, if the payment was made by card and the provider sent them. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly receiptNumber: bigint;
  /** The part of the price that was paid; null when the payment is the whole price. */
  readonly partId: PaymentPartId | null;
};

/** Returns the statement that saves a payment. */
export function makePaymentInsertStatement(payment: Omit<Payment, 'receiptNumber'>): Statement<void> {
  return {
    name: 'payment-row',
    text: `INSERT INTO payment (id, booking_id, attempt_id, listing_id, buyer_id, intent_id, amount_cents, currency, paid_at,
        card_brand, card_last4, method, part_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      payment.id,
      payment.bookingId,
      payment.attemptId,
      payment.listingId,
      payment.buyerId,
      payment.intentId,
      payment.amount,
      payment.currency,
      payment.paidAt,
      payment.card?.brand ?? null,
      payment.card?.last4 ?? null,
      payment.method,
      payment.partId,
    ],
    read: () => undefined,
  };
}

/** The payment of a charge. */
export type PaymentOfIntent = {
  readonly id: PaymentId;
  /** The part of the price that the charge paid; null when it paid the whole price. */
  readonly partId: PaymentPartId | null;
};

/** Returns the statement for the payment of a charge, if it has one. */
export function makeSelectPaymentOfIntentStatement(intentId: string): Statement<PaymentOfIntent | undefined> {
  return {
    name: 'payment-of-intent',
    text: 'SELECT id, part_id FROM payment WHERE intent_id = $1',
    values: [intentId],
    read: ({ rows: [row] }) => row && { id: row.id, partId: row.part_id },
  };
}

/** Finds a payment by its own id, or the last payment of a booking by the id of the booking. */
export async function findPayment(
  database: Database | Transaction,
  id: PaymentId | BookingId,
): Promise<Payment | undefined> {
  const row = await database
    .selectFrom('payment')
    .selectAll()
    .where((where) => where.or([where('id', '=', id as PaymentId), where('booking_id', '=', id as BookingId)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && paymentFromRow(row);
}

/** Lists the payments of a booking in the order in which they were made: one, or one for each part of its price. */
export async function listPaymentsOfBooking(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly Payment[]> {
  return listPaymentsOfBookings(database, [bookingId]);
}

/** Lists the payments of these bookings in the order in which they were made. */
export async function listPaymentsOfBookings(
  database: Database | Transaction,
  bookingIds: readonly BookingId[],
): Promise<readonly Payment[]> {
  if (bookingIds.length === 0) return [];
  const rows = await database
    .selectFrom('payment')
    .selectAll()
    .where('booking_id', 'in', [...bookingIds])
    .orderBy('id')
    .execute();
  return rows.map(paymentFromRow);
}

/** Finds the payment that an attempt made, if it made one. */
export async function findPaymentOfAttempt(
  database: Database | Transaction,
  attemptId: AttemptId,
): Promise<Payment | undefined> {
  const row = await database.selectFrom('payment').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst();
  return row && paymentFromRow(row);
}

export type InboxEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly intentId: string | null;
  readonly payload: unknown;
  readonly receivedAt: Date;
};

/**
 * Returns the JSON text of a value that a column of type `jsonb` can store: NUL and unpaired surrogates become the
 * replacement character.
 */
function makeStorableJson(value: unknown): string {
  return JSON.stringify(value).replace(/\\(?:\\|u0000|ud[89a-f][\da-f]{2})/gi, (escapedText) =>
    escapedText === '\\\\' ? escapedText : '\ufffd',
  );
}

/**
 * Stores an event in the inbox, unless it is already there. An event that has no effect is stored as processed.
 * @returns whether the event's effect has not been completed yet. The result is also true while another call stores the
 *   same event, so the effect may run twice.
 */
export function makeReceiveEventStatement(event: InboxEvent, hasEffect: boolean): Statement<boolean> {
  return {
    name: 'inbox-receive-event',
    text: `
      WITH added AS (
        INSERT INTO webhook_event (event_id, type, intent_id, payload, received_at, processed_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING processed_at
      )
      SELECT processed_at FROM added
      UNION ALL SELECT processed_at FROM webhook_event WHERE event_id = $1`,
    values: [
      event.eventId,
      event.type,
      event.intentId,
      makeStorableJson(event.payload),
      event.receivedAt,
      hasEffect ? null : event.receivedAt,
    ],
    read: ({ rows: [row] }) => row === undefined || row.processed_at === null,
  };
}

export type StoredEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly intentId: string | null;
  /** The provider's id of the object that the event is about, such as a charge. */
  readonly objectId: string | null;
  /** The provider's id of the connected account that the event is about. */
  readonly accountId: string | null;
  readonly processedAt: Date | null;
};

/** Finds an event in the inbox. */
export async function findEvent(database: Database, eventId: string): Promise<StoredEvent | undefined> {
  const row = await database
    .selectFrom('webhook_event')
    .select(['type', 'intent_id', 'processed_at', sql<string | null>`payload #>> '{data,object,id}'`.as('object_id')])
    .select(sql<string | null>`payload ->> 'account'`.as('account_id'))
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return (
    row && {
      eventId,
      type: row.type,
      intentId: row.intent_id,
      objectId: row.object_id,
      accountId: row.account_id,
      processedAt: row.processed_at,
    }
  );
}

/** Finds the latest event that reported the success of this charge. */
export async function findEventIdOfIntent(database: Database, intentId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('webhook_event')
    .select('event_id')
    .where('intent_id', '=', intentId)
    .where('type', '=', 'payment_intent.succeeded')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.event_id;
}

/**
 * Marks an event of the inbox as processed. When the event was already processed, the time of the first processing is
 * kept.
 */
export function makeEventProcessedStatement(eventId: string, now: Date): Statement<void> {
  return {
    name: 'inbox-mark-processed',
    text: 'UPDATE webhook_event SET processed_at = $2 WHERE event_id = $1 AND processed_at IS NULL',
    values: [eventId, now],
    read: () => undefined,
  };
}

/** Counts the events in the inbox whose effect has not been completed. */
export async function countWaitingEvents(database: Database): Promise<number> {
  const row = await database
    .selectFrom('webhook_event')
    .select((each) => each.fn.countAll<bigint>().as('count'))
    .where('processed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function paymentFromRow(row: Selectable<PaymentTable>): Payment {
  const { card_brand: brand, card_last4: last4 } = row;
  return {
    id: row.id,
    bookingId: row.booking_id,
    attemptId: row.attempt_id,
    listingId: row.listing_id,
    buyerId: row.buyer_id,
    intentId: row.intent_id,
    amount: row.amount_cents,
    currency: row.currency,
    paidAt: row.paid_at,
    method: row.method,
    card: brand === null || last4 === null ? null : { brand, last4 },
    receiptNumber: row.receipt_number,
    partId: row.part_id,
  };
}
