import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Cents } from '@carhouse/domain/money/money';
import type { DisputeKind } from '@carhouse/domain/payment/payment';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

export type Dispute = {
  readonly id: string;
  readonly kind: DisputeKind;
  readonly intentId: string;
  /** The amount that the dispute withdraws; null for a fraud warning. */
  readonly amount: Cents | null;
  readonly reason: string;
  readonly status: string;
  readonly open: boolean;
  readonly createdAt: Date;
};

/** Lists disputes and fraud warnings about a charge, oldest first. */
export async function listDisputes(database: Database | Transaction, intentId: string): Promise<readonly Dispute[]> {
  const rows = await database
    .selectFrom('dispute')
    .selectAll()
    .where('intent_id', '=', intentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    intentId: row.intent_id,
    amount: row.amount_cents,
    reason: row.reason,
    status: row.provider_status,
    open: row.open,
    createdAt: row.created_at,
  }));
}

/** Whether the bank has already taken the money of a charge back. An inquiry or a fraud warning does not count. */
export async function isChargedBack(database: Database | Transaction, intentId: string): Promise<boolean> {
  const disputes = await listDisputes(database, intentId);
  return disputes.some(
    (dispute) =>
      dispute.kind === 'dispute' &&
      (dispute.status === 'lost' || (dispute.open && !dispute.status.startsWith('warning_'))),
  );
}

/** Whether the bank has already taken back the money of a charge that has paid an order or a part of its price. */
export async function isOrderChargedBack(database: Database | Transaction, bookingId: BookingId): Promise<boolean> {
  for (const intentId of await listIntentsOfOrder(database, bookingId))
    if (await isChargedBack(database, intentId)) return true;
  return false;
}

/** Whether a bank has taken back the money of a charge of an order and has not decided the dispute yet. */
export async function isOrderDisputed(database: Database | Transaction, bookingId: BookingId): Promise<boolean> {
  for (const intentId of await listIntentsOfOrder(database, bookingId)) {
    const disputes = await listDisputes(database, intentId);
    if (disputes.some(({ kind, open, status }) => kind === 'dispute' && open && !status.startsWith('warning_')))
      return true;
  }
  return false;
}

async function listIntentsOfOrder(database: Database | Transaction, bookingId: BookingId): Promise<readonly string[]> {
  const payments = await database
    .selectFrom('payment')
    .select('intent_id')
    .where('booking_id', '=', bookingId)
    .execute();
  return payments.map(({ intent_id: intentId }) => intentId);
}

/** Saves the provider's current state of a dispute. @returns whether the saved state is new. */
export async function saveDispute(trx: Transaction, dispute: Dispute, now: Date): Promise<boolean> {
  const row = await trx
    .insertInto('dispute')
    .values({
      id: dispute.id,
      kind: dispute.kind,
      intent_id: dispute.intentId,
      amount_cents: dispute.amount,
      reason: dispute.reason,
      provider_status: dispute.status,
      open: dispute.open,
      created_at: dispute.createdAt,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ provider_status: dispute.status, open: dispute.open, updated_at: now })
        // A closed dispute does not open again: such an event is outdated and changes nothing.
        .where((where) =>
          where.and([where('dispute.open', '=', true), where('dispute.provider_status', '<>', dispute.status)]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
