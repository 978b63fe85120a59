import type { BookingId } from '@carhouse/domain/booking/booking';
import type { OutboxId, OutboxKind, OutboxMessage, OutboxState } from '@carhouse/domain/payment/outbox';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Returns the statement that adds one or more mails to the outbox. Each user gets at most one mail about each event.
 * @param traceParent the trace of the caller (W3C traceparent), to which the delivery belongs; null when there is none.
 */
export function createOutboxStatements(
  messages: readonly OutboxMessage[],
  now: Date,
  traceParent: string | null,
): Statement<void> {
  return {
    name: 'outbox-messages',
    text: `
      INSERT INTO outbox (id, kind, booking_id, recipient_id, state, next_try_at, created_at, updated_at, trace_parent)
      SELECT id, kind, booking_id, recipient_id, 'waiting', $5, $5, $5, $6
      FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) AS owed (id, kind, booking_id, recipient_id)
      ON CONFLICT ON CONSTRAINT outbox_fact_key DO NOTHING`,
    values: [
      messages.map((message) => message.id),
      messages.map((message) => message.kind),
      messages.map((message) => message.bookingId),
      messages.map((message) => message.recipientId),
      now,
      traceParent,
    ],
    read: () => undefined,
  };
}

/**
 * Deletes the sent mails about the bank part of an order, so that a step that happens again, such as a new statement
 * after a rejection, is mailed again. The deleted mails still count towards the limit on hourly mails.
 */
export async function forgetSentBankMails(trx: Transaction, bookingId: BookingId): Promise<void> {
  await sql`DELETE FROM outbox WHERE booking_id = ${bookingId} AND kind LIKE 'bank-%' AND (state = 'sent'
    OR EXISTS (SELECT FROM outbox digest WHERE digest.id = outbox.digest_id AND digest.state = 'sent'))`.execute(trx);
}

/**
 * A mail that a sender process has claimed. The booking id is null for a digest, because a digest counts other mails
 * and has no booking.
 */
export type ClaimedMessage = Pick<OutboxMessage, 'id' | 'recipientId'> & {
  readonly tries: number;
  /** Whether the mail already counts as one of its recipient's hourly mails. */
  readonly isCounted: boolean;
  /** The trace of the work that owes the mail (W3C traceparent). */
  readonly traceParent: string | null;
} & ({ readonly kind: OutboxKind; readonly bookingId: BookingId } | { readonly kind: 'digest' });

/**
 * Claims due messages for one sender process. No other process can claim these messages before `leaseEnd`. A message
 * whose sender process has died is claimed again after its lease.
 */
export async function claimMessages(
  database: Database,
  values: { readonly now: Date; readonly leaseEnd: Date; readonly limit: number },
): Promise<readonly ClaimedMessage[]> {
  const rows = await database
    .updateTable('outbox')
    .set((fields) => ({
      state: 'sending',
      tries: fields('tries', '+', 1),
      next_try_at: values.leaseEnd,
      updated_at: values.now,
    }))
    .where('id', 'in', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('state', 'in', ['waiting', 'sending'])
        .where('next_try_at', '<=', values.now)
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(values.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'booking_id', 'recipient_id', 'tries', 'counted', 'trace_parent'])
    .execute();
  return rows.flatMap(
    ({
      id,
      kind,
      booking_id: bookingId,
      recipient_id: recipientId,
      tries,
      counted: countsAsHourly,
      trace_parent: traceParent,
    }): ClaimedMessage[] => {
      const commonFields = { id, recipientId, tries, isCounted: countsAsHourly, traceParent };
      if (kind === 'digest') return [{ ...commonFields, kind }];
      return bookingId === null ? [] : [{ ...commonFields, kind, bookingId }];
    },
  );
}

/** Records the result of a delivery attempt. Only the process with the current lease may record the result. */
export async function recordDelivery(
  database: Database,
  claimedMessage: Pick<ClaimedMessage, 'id' | 'tries'>,
  values: {
    readonly state: OutboxState;
    readonly nextTryAt: Date;
    readonly error: string | null;
    readonly now: Date;
  },
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({
      state: values.state,
      next_try_at: values.nextTryAt,
      last_error: values.error?.slice(0, 200) ?? null,
      updated_at: values.now,
    })
    .where('id', '=', claimedMessage.id)
    .where('state', '=', 'sending')
    .where('tries', '=', claimedMessage.tries)
    .execute();
}

/** Makes a failed message wait for delivery again; returns false when its state is not `failed`. */
export async function requeueMessage(trx: Transaction, id: OutboxId, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('outbox')
    .set({ state: 'waiting', tries: 0, next_try_at: now, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Deletes the waiting messages about these bookings, however old they are. The demo calls this function for the
 * bookings that the demo creates, so that no mails are sent about these bookings.
 */
export async function dropMessages(database: Database, bookingIds: readonly BookingId[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await database
    .updateTable('outbox')
    .set({ state: 'dropped' })
    .where('state', '=', 'waiting')
    .where('booking_id', 'in', bookingIds)
    .execute();
}

export async function countWaitingMessages(database: Database): Promise<number> {
  const row = await database
    .selectFrom('outbox')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow();
  return row.waiting;
}
