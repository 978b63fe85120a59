import { type RawBuilder, sql } from 'kysely';
import { makeLikePattern } from '../listings/text-search.ts';

/**
 * Returns the condition of a search on rows of `ledger_entry` joined with `booking`. A search finds the entries of
 * orders whose car, buyer, seller, receipt number, bank reference, or id at the provider (charge, refund, transfer,
 * payout) contains the words. The search also finds entries whose cause has an id with the words.
 */
export function makeLedgerSearchSql(words: string): RawBuilder<boolean> {
  const pattern = makeLikePattern(words);
  return sql<boolean>`(ledger_entry.cause_id ILIKE ${pattern}
    OR concat_ws(' ', replace(booking.brand, '_', ' '), booking.title) ILIKE ${pattern}
    OR booking.buyer_name ILIKE ${pattern} OR booking.seller_name ILIKE ${pattern}
    OR ledger_entry.booking_id IN (
      SELECT payment.booking_id FROM payment
      WHERE payment.intent_id ILIKE ${pattern} OR 'CH-' || lpad(payment.receipt_number::text, 8, '0') ILIKE ${pattern}
      UNION ALL SELECT bank_part.booking_id FROM bank_part
      WHERE buyer_reference ILIKE ${pattern} OR seller_reference ILIKE ${pattern} OR return_reference ILIKE ${pattern}
      UNION ALL SELECT transfer.booking_id FROM transfer WHERE provider_transfer_id ILIKE ${pattern}
      UNION ALL SELECT payout.booking_id FROM payout WHERE provider_payout_id ILIKE ${pattern}
      UNION ALL SELECT payment_attempt.booking_id FROM refund JOIN payment_attempt ON payment_attempt.id = refund.attempt_id
      WHERE provider_refund_id ILIKE ${pattern}))`;
}
