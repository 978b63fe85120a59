import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { SaleKind, SaleState } from '@carhouse/domain/sale/sale';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';

/** The state of a sale and of the open complaint about it. */
export type SaleStanding = {
  readonly kind: SaleKind;
  readonly state: SaleState;
  /** Whether the buyer's bank disputes the payment of the frozen sale. */
  readonly disputed: boolean;
  readonly complaintAnswered: boolean;
};

/**
 * Returns, for each of these orders, the state of its sale and of the open complaint about it. Orders without a sale
 * are left out.
 */
export async function findSaleStandingsByBooking(
  database: Database,
  bookingIds: readonly BookingId[],
): Promise<ReadonlyMap<BookingId, SaleStanding>> {
  if (bookingIds.length === 0) return new Map();
  const { rows } = await sql<{ id: BookingId; kind: SaleKind; state: SaleState; disputed: boolean; answered: boolean }>`
    SELECT s.booking_id AS id, s.kind, s.state, c.seller_text IS NOT NULL AS answered,
           s.state = 'frozen' AND (c.ground IS NOT DISTINCT FROM 'dispute' OR EXISTS (
             SELECT FROM payment p JOIN dispute d ON d.intent_id = p.intent_id
             WHERE p.booking_id = s.booking_id AND d.kind = 'dispute'
               AND (d.provider_status = 'lost' OR d.open AND d.provider_status NOT LIKE 'warning\\_%'))) AS disputed
    FROM sale s LEFT JOIN complaint c ON c.booking_id = s.booking_id AND c.outcome IS NULL
    WHERE s.booking_id = ANY(${[...bookingIds]}::uuid[])`.execute(database);
  return new Map(
    rows.map(({ id, kind, state, disputed, answered }) => [id, { kind, state, disputed, complaintAnswered: answered }]),
  );
}

/**
 * Lists the unfinished paid orders of a buyer or seller: first the orders with an open complaint, then the newest
 * payment. An order is finished when its sale is confirmed; an order that was paid to the seller directly is finished
 * when the car is handed over.
 */
export async function listUnfinishedOrderIds(
  database: Database,
  side: 'buyer_id' | 'seller_id',
  accountId: AccountId,
  limit: number,
): Promise<readonly BookingId[]> {
  const { rows } = await sql<{ id: BookingId }>`
    SELECT b.id FROM booking b LEFT JOIN sale s ON s.booking_id = b.id
    WHERE b.${sql.ref(side)} = ${accountId} AND b.status = 'paid'
      AND CASE WHEN s.booking_id IS NULL
            THEN NOT EXISTS (SELECT FROM order_step o WHERE o.booking_id = b.id AND o.step = 'handed-over')
            ELSE s.state IN ('paid', 'handed-over', 'frozen') END
    ORDER BY (s.state IS NOT DISTINCT FROM 'frozen') DESC, b.paid_at DESC, b.id DESC
    LIMIT ${limit}`.execute(database);
  return rows.map(({ id }) => id);
}
