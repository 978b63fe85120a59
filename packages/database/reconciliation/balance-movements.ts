import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** A change of Car House's balance at the provider, in cents with a sign. */
export type BalanceMovement = {
  /** The provider's id of the movement. */
  readonly id: string;
  readonly type: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly sourceId: string | null;
  readonly intentId: string | null;
  readonly transferId: string | null;
  readonly at: Date;
};

/** Finds the orders of charges by their intents. Charges that this server did not make are absent. */
export async function findBookingIdsByIntent(
  database: Database | Transaction,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, BookingId>> {
  if (intentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('payment_attempt')
    .select(['intent_id', 'booking_id'])
    .where('intent_id', 'in', [...intentIds])
    .execute();
  return new Map(rows.flatMap((row) => (row.intent_id === null ? [] : [[row.intent_id, row.booking_id] as const])));
}

/** Returns the ids that belong to orders of this server. */
export async function findKnownBookingIds(
  database: Database | Transaction,
  ids: readonly BookingId[],
): Promise<ReadonlySet<BookingId>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .selectFrom('booking')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Saves a movement. @returns false when the movement is saved already. */
export async function insertMovement(
  trx: Transaction,
  movement: BalanceMovement,
  bookingId: BookingId | null,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('balance_movement')
    .values({
      id: movement.id,
      type: movement.type,
      currency: movement.currency,
      amount_cents: movement.amount,
      fee_cents: movement.fee,
      source_id: movement.sourceId,
      intent_id: movement.intentId,
      transfer_id: movement.transferId,
      booking_id: bookingId,
      at: movement.at,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
