import type { AccountId } from '@carhouse/domain/account/account';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { EarlierReservation } from '@carhouse/domain/reservation/repeat-rule';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Lists the reservations that limit how often a buyer may reserve: the buyer's active reservations, reservations of
 * other cars whose deposit or first part is being paid, and reservations that the buyer ended since a given time with a
 * full refund. While the buyer's account is new, reservations of the same car by other new accounts of the buyer's
 * sign-up network are listed too. The list is empty for a demo account, which many people share. The caller must have
 * locked the account of the buyer, so that the list does not change.
 * @param times.newAccountsSince accounts that were created after this time count as new.
 */
export async function listEarlierReservations(
  database: Database | Transaction,
  of: { readonly buyerId: AccountId; readonly listingId: ListingId },
  times: { readonly since: Date; readonly newAccountsSince: Date },
): Promise<readonly EarlierReservation[]> {
  const { rows } = await sql<{ listing_id: ListingId; own: boolean; failed: boolean; ends: Date; active: boolean }>`
    SELECT b.listing_id, b.buyer_id = own.id AS own, coalesce(r.end_kind = 'condition-failed', false) AS failed,
      coalesce(r.ended_at, b.closed_at, b.reserved_until, paying.until) AS ends, b.status = 'unpaid' AS active
    FROM account own
    JOIN account buyer ON buyer.id = own.id OR own.sign_up_network IS NOT NULL AND own.created_at > ${times.newAccountsSince}
      AND buyer.share_group = own.share_group AND buyer.created_at > ${times.newAccountsSince} AND NOT buyer.is_demo
    JOIN booking b ON b.buyer_id = buyer.id
    -- Where no deposit is asked for, the first part of a price reserves its car.
    LEFT JOIN reservation r ON r.booking_id = b.id
    -- A charge that is open can still be paid, so several opened at the same time would be a way around the limit.
    LEFT JOIN LATERAL (SELECT max(a.expires_at) AS until FROM payment_attempt a
      WHERE a.booking_id = b.id AND a.state = 'open' AND a.part_id IS NOT NULL AND b.listing_id <> ${of.listingId})
      AS paying ON true
    WHERE own.id = ${of.buyerId} AND NOT own.is_demo AND (buyer.id = own.id OR b.listing_id = ${of.listingId})
      AND (b.status = 'unpaid' AND (b.reserved_until IS NOT NULL OR paying.until IS NOT NULL)
        OR r.state = 'ended' AND r.end_kind IN ('given-up', 'condition-failed') AND r.forfeited_cents = 0
          AND r.ended_at > ${times.since}
        OR b.reservation_end IN ('given-up', 'lapsed') AND b.closed_at > ${times.since})`.execute(database);
  return rows.map((row) => ({
    listingId: row.listing_id,
    isOwn: row.own,
    hasFailed: row.failed,
    end: row.ends,
    isActive: row.active,
  }));
}
