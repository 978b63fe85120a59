import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Complaint, ComplaintGround, ComplaintId, ComplaintOutcome } from '@carhouse/domain/sale/complaint';
import type { Selectable } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { ComplaintTable } from '../schema/sale-tables.ts';

/**
 * Opens a complaint. The sale must be locked first.
 * @throws a violation of `complaint_one_open_key` when the sale has an open complaint.
 */
export async function insertComplaint(
  trx: Transaction,
  values: {
    readonly id: ComplaintId;
    readonly bookingId: BookingId;
    readonly ground: ComplaintGround;
    readonly buyerText: string | null;
    readonly openedAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto('complaint')
    .values({
      id: values.id,
      booking_id: values.bookingId,
      ground: values.ground,
      buyer_text: values.buyerText,
      seller_text: null,
      outcome: null,
      decision: null,
      decided_by: null,
      opened_at: values.openedAt,
      decided_at: null,
    })
    .execute();
}

/** Lists the complaints about a sale, the oldest first. */
export async function listComplaints(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly Complaint[]> {
  const rows = await database
    .selectFrom('complaint')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
  return rows.map(complaintFromRow);
}

/** Locks the open complaint about a sale. The sale must be locked first. */
export async function lockOpenComplaint(trx: Transaction, bookingId: BookingId): Promise<Complaint | undefined> {
  const row = await trx
    .selectFrom('complaint')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && complaintFromRow(row);
}

/** Saves the words of the seller about an open complaint. */
export async function saveSellerText(trx: Transaction, id: ComplaintId, text: string): Promise<void> {
  await trx.updateTable('complaint').set({ seller_text: text }).where('id', '=', id).execute();
}

/** Closes a complaint. `decidedBy` is null when the buyer withdrew the complaint. */
export async function closeComplaint(
  trx: Transaction,
  id: ComplaintId,
  decision: {
    readonly outcome: ComplaintOutcome;
    readonly text: string | null;
    readonly decidedBy: AccountId | null;
    readonly now: Date;
  },
): Promise<void> {
  await trx
    .updateTable('complaint')
    .set({
      outcome: decision.outcome,
      decision: decision.text,
      decided_by: decision.decidedBy,
      decided_at: decision.now,
    })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
}

/** Returns the complaint of a row. */
export function complaintFromRow(row: Selectable<ComplaintTable>): Complaint {
  return {
    id: row.id,
    bookingId: row.booking_id,
    ground: row.ground,
    buyerText: row.buyer_text,
    sellerText: row.seller_text,
    outcome: row.outcome,
    decision: row.decision,
    decidedBy: row.decided_by,
    openedAt: row.opened_at,
    decidedAt: row.decided_at,
  };
}
