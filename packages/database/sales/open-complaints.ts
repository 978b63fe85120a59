import { type Cents, cents } from '@carhouse/domain/money/money';
import type { Complaint, ComplaintId } from '@carhouse/domain/sale/complaint';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { complaintFromRow } from './complaints.ts';

/** An open complaint with the data about its order that the admins' list shows. */
export type OpenComplaint = Complaint & {
  readonly amount: Cents;
  readonly brand: string;
  readonly title: string;
  readonly buyerName: string;
  readonly sellerName: string;
};

/** Lists the open complaints, the oldest first, with keyset pagination. */
export async function listOpenComplaints(
  database: Database,
  limit: number,
  after?: { readonly at: Date; readonly id: ComplaintId },
): Promise<readonly OpenComplaint[]> {
  let query = database
    .selectFrom('complaint')
    .innerJoin('sale', 'sale.booking_id', 'complaint.booking_id')
    .innerJoin('booking', 'booking.id', 'complaint.booking_id')
    .selectAll('complaint')
    .select(['sale.price_cents', 'booking.brand', 'booking.title', 'booking.buyer_name', 'booking.seller_name'])
    .where('complaint.outcome', 'is', null);
  if (after !== undefined)
    query = query.where(sql<boolean>`(complaint.opened_at, complaint.id) > (${after.at}, ${after.id})`);
  const rows = await query.orderBy('complaint.opened_at').orderBy('complaint.id').limit(limit).execute();
  return rows.map((row) => ({
    ...complaintFromRow(row),
    amount: cents(row.price_cents),
    brand: row.brand,
    title: row.title,
    buyerName: row.buyer_name,
    sellerName: row.seller_name,
  }));
}

/** Counts the open complaints. */
export async function countOpenComplaints(database: Database): Promise<number> {
  const row = await database
    .selectFrom('complaint')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  return row.open;
}
