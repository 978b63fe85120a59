import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';

/**
 * SQL for whether Car House owes the seller of the sale `s` a debt refund: other sales have paid the debt that the fee
 * of `s` had made, and no transfer of the refund has begun.
 */
export const owesDebtRefundSql = sql<boolean>`(s.state = 'refunded' AND s.kind = 'car'
  AND s.fee_cents + s.gst_cents + s.bank_cents > s.price_cents
  AND (s.debt_refund_cents IS NOT NULL OR EXISTS (SELECT FROM ledger_balance b WHERE b.account = 'seller_debt'
         AND b.owner_id = s.seller_id AND b.currency = s.currency GROUP BY b.owner_id HAVING sum(b.balance_cents) < 0))
  AND NOT EXISTS (SELECT FROM transfer t WHERE t.booking_id = s.booking_id AND t.state <> 'refused'))`;

/**
 * Lists refunded sales for which the transfer of a debt refund to the seller can begin: the seller's account is active
 * at the provider and on this server, and the pause after the last refusal or failure has ended. Disputes of the sale
 * do not affect this refund.
 * @param sellerId restricts the list to one seller.
 */
export async function listSaleIdsOfOwedDebtRefunds(
  database: Database,
  now: Date,
  limit: number,
  sellerId: AccountId | null = null,
): Promise<readonly BookingId[]> {
  const { rows } = await sql<{ booking_id: BookingId }>`
    SELECT s.booking_id FROM sale s
    JOIN payout_account a ON a.seller_id = s.seller_id AND a.state = 'active'
    JOIN account o ON o.id = s.seller_id AND o.status <> 'suspended'
    WHERE ${owesDebtRefundSql} AND (s.next_transfer_at IS NULL OR s.next_transfer_at <= ${now})
      AND (${sellerId}::uuid IS NULL OR s.seller_id = ${sellerId})
      AND NOT EXISTS (SELECT FROM transfer t WHERE t.booking_id = s.booking_id AND t.state = 'refused' AND t.next_step_at > ${now})
    ORDER BY s.updated_at LIMIT ${limit}`.execute(database);
  return rows.map((row) => row.booking_id);
}
