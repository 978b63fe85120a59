import type { AccountId } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { type Cents, cents } from '@carhouse/domain/money/money';
import type { AttemptId, RefundId, RefundState } from '@carhouse/domain/payment/payment';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { runStatement, type Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { RefundTable } from '../schema/money-tables.ts';

export type Refund = {
  readonly id: RefundId;
  readonly attemptId: AttemptId;
  readonly intentId: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly state: RefundState;
  readonly reason: string;
  readonly providerRefundId: string | null;
  /** Number of times that the refund was requested again at the provider after it had failed. */
  readonly round: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type DueRefund = Pick<Refund, 'id' | 'attemptId' | 'intentId' | 'amount' | 'currency' | 'reason'> & {
  /** The admin who requested the refund; null for an automatic refund. */
  readonly actorId: AccountId | null;
  readonly state?: RefundState;
  readonly now: Date;
};

/** Records that a charge must be refunded. A second call for the same payment attempt changes nothing. */
export async function saveDueRefund(trx: Transaction, refund: DueRefund): Promise<void> {
  await runStatement(trx, makeInsertDueRefundStatement(refund));
}

/** Returns the statement that records a due refund, for a pipelined transaction. */
export function makeInsertDueRefundStatement(refund: DueRefund): Statement<void> {
  return {
    name: 'refund-due',
    text: `
      INSERT INTO refund (id, attempt_id, intent_id, amount_cents, currency, state, reason, created_at, updated_at, actor_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) ON CONFLICT DO NOTHING`,
    values: [
      refund.id,
      refund.attemptId,
      refund.intentId,
      refund.amount,
      refund.currency,
      refund.state ?? 'due',
      refund.reason,
      refund.now,
      refund.actorId,
    ],
    read: () => undefined,
  };
}

/**
 * Returns the sum of the refunds that an admin made alone since a time, in cents. Refunds that a second admin approved
 * do not count. Parts of the price that banks paid in the refunded sales count too. Refunds for which the provider had
 * no charge (`void`) do not count. The caller must have locked the admin's account.
 */
export async function sumRefundsByOneAdmin(trx: Transaction, admin: CurrentAdmin, since: Date): Promise<Cents> {
  const { rows } = await sql<{ cents: string }>`
    WITH own AS (
      SELECT refund.amount_cents, refund.state, a.booking_id FROM refund JOIN payment_attempt a ON a.id = refund.attempt_id
      WHERE refund.actor_id = ${admin.accountId} AND refund.created_at > ${since}
        AND NOT EXISTS (SELECT FROM approval JOIN payment asked ON asked.id = approval.payment_id
                        WHERE asked.booking_id = a.booking_id AND approval.state = 'confirmed'))
    SELECT (coalesce((SELECT sum(amount_cents) FROM own WHERE state <> 'void'), 0)
      + coalesce((SELECT sum(s.bank_cents) FROM sale s
                  WHERE s.state = 'refunded' AND s.booking_id IN (SELECT booking_id FROM own)), 0))::text AS cents`.execute(
    trx,
  );
  return cents(BigInt(rows[0]?.cents ?? 0));
}

export async function findRefundOfIntent(
  database: Database | Transaction,
  intentId: string,
): Promise<Refund | undefined> {
  const row = await database.selectFrom('refund').selectAll().where('intent_id', '=', intentId).executeTakeFirst();
  return row && refundFromRow(row);
}

/** Lists the refunds of an order that are due, by the provider's ids of their charges. */
export async function listDueRefundIntentIds(
  database: Database,
  bookingIds: readonly BookingId[],
): Promise<readonly string[]> {
  if (bookingIds.length === 0) return [];
  const rows = await database
    .selectFrom('refund')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
    .select('refund.intent_id')
    .where('payment_attempt.booking_id', 'in', [...bookingIds])
    .where('refund.state', '=', 'due')
    .orderBy('refund.id')
    .execute();
  return rows.map((row) => row.intent_id);
}

/** Lists the refunds of a booking's charges, the oldest first. */
export async function listRefundsOfBooking(database: Database, bookingId: BookingId): Promise<readonly Refund[]> {
  const rows = await database
    .selectFrom('refund')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
    .selectAll('refund')
    .where('payment_attempt.booking_id', '=', bookingId)
    .orderBy('refund.id')
    .execute();
  return rows.map(refundFromRow);
}

export async function lockRefund(trx: Transaction, intentId: string): Promise<Refund | undefined> {
  const row = await trx
    .selectFrom('refund')
    .selectAll()
    .where('intent_id', '=', intentId)
    .forUpdate()
    .executeTakeFirst();
  return row && refundFromRow(row);
}

/**
 * Saves the state that a refund has at the provider. The caller must have locked the refund and checked that the state is
 * newer.
 */
export async function saveRefundState(
  trx: Transaction,
  id: RefundId,
  providerState: { readonly state: RefundState; readonly refundId: string | null; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('refund')
    .set({ state: providerState.state, provider_refund_id: providerState.refundId, updated_at: providerState.now })
    .where('id', '=', id)
    .execute();
}

/** Makes a failed refund due again, in a new round; returns false when it has not failed. */
export async function beginRefundRound(trx: Transaction, id: RefundId, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('refund')
    .set((fields) => ({
      state: 'due',
      round: fields('round', '+', 1),
      provider_refund_id: null,
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function refundFromRow(row: Selectable<RefundTable>): Refund {
  return {
    id: row.id,
    attemptId: row.attempt_id,
    intentId: row.intent_id,
    amount: row.amount_cents,
    currency: row.currency,
    state: row.state,
    reason: row.reason,
    providerRefundId: row.provider_refund_id,
    round: row.round,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
