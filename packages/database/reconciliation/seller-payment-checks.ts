import { isSaleDisputedSql } from '../payments/disputes.ts';
import { owesDebtRefundSql } from '../seller-payments/debt-refunds.ts';
import { computeTimeMinutesBefore, discrepancySql, type ServerCheck } from './server-check.ts';

/** The kinds of discrepancy between sales, transfers, payouts, the ledger and the movements of the provider's balance. */
export const sellerPaymentChecks = {
  // The money of a confirmed sale is transferred within minutes, unless there is an obstacle that the seller or an
  // admin must remove. The same holds for money that goes back to the seller of a refunded sale.
  'sale-not-transferred': ({ now, subject, limit }) => discrepancySql`
    SELECT s.booking_id::text AS subject, jsonb_build_object('booking', s.booking_id, 'seller', s.seller_id,
      'confirmedAt', s.confirmed_at,
      'refusals', (SELECT jsonb_agg(t.refusal ORDER BY t.created_at DESC) FROM
                   (SELECT refusal, created_at FROM transfer WHERE booking_id = s.booking_id AND state = 'refused'
                    ORDER BY created_at DESC LIMIT 5) t),
      'sending', (SELECT t.id FROM transfer t WHERE t.booking_id = s.booking_id AND t.state = 'sending' LIMIT 1)) AS evidence
    FROM sale s
    JOIN payout_account a ON a.seller_id = s.seller_id AND a.state = 'active'
    JOIN account o ON o.id = s.seller_id AND o.status <> 'suspended'
    WHERE (s.state = 'confirmed' AND greatest(s.confirmed_at, a.state_since) < ${computeTimeMinutesBefore(now, 60)} AND NOT ${isSaleDisputedSql}
        OR (${owesDebtRefundSql} OR s.debt_refund_cents IS NOT NULL AND EXISTS (SELECT FROM transfer t WHERE t.booking_id = s.booking_id AND t.state = 'sending'))
          AND greatest(s.updated_at, a.state_since) < ${computeTimeMinutesBefore(now, 60)})
      AND (${subject}::text IS NULL OR s.booking_id::text = ${subject}) ORDER BY s.confirmed_at LIMIT ${limit}`,
  'payout-returned': ({ subject, limit }) => discrepancySql`
    SELECT DISTINCT ON (t.booking_id) t.booking_id::text AS subject, jsonb_build_object('booking', t.booking_id, 'seller', t.seller_id, 'transfer', t.id,
      'amount', t.amount_cents, 'payouts', jsonb_agg(jsonb_build_object('payout', p.provider_payout_id, 'state', p.state,
        'code', p.failure_code, 'since', p.updated_at) ORDER BY p.created_at)) AS evidence
    FROM transfer t JOIN payout p ON p.transfer_id = t.id
    WHERE t.state = 'made' AND (${subject}::text IS NULL OR t.booking_id::text = ${subject})
    GROUP BY t.id HAVING bool_or(p.state IN ('failed', 'returned'))
      AND NOT bool_or(p.state IN ('sending', 'under-way', 'paid'))
    ORDER BY t.booking_id, t.created_at LIMIT ${limit}`,
  // The money of a charge is available in the seller's account about a week after the charge, and at the bank some days
  // after the payout. The server knows within minutes whether the provider has made a payout.
  'payout-not-sent': ({ now, subject, limit }) => discrepancySql`
    SELECT DISTINCT ON (t.booking_id) t.booking_id::text AS subject, jsonb_build_object('booking', t.booking_id, 'seller', t.seller_id, 'transfer', t.id,
      'amount', t.amount_cents, 'since', t.created_at, 'sending', p.id) AS evidence
    FROM transfer t
    JOIN payout_account a ON a.seller_id = t.seller_id AND a.state = 'active'
    LEFT JOIN payout p ON p.transfer_id = t.id AND p.state = 'sending'
    WHERE t.state = 'made'
      AND CASE WHEN p.id IS NULL THEN t.created_at < ${computeTimeMinutesBefore(now, 10 * 24 * 60)}
            AND NOT EXISTS (SELECT FROM payout o WHERE o.transfer_id = t.id AND (o.state IN ('paid', 'failed', 'returned')
                            OR o.state = 'under-way' AND o.created_at > ${computeTimeMinutesBefore(now, 10 * 24 * 60)}))
          ELSE p.created_at < ${computeTimeMinutesBefore(now, 60)} END
      AND (${subject}::text IS NULL OR t.booking_id::text = ${subject}) ORDER BY t.booking_id, t.created_at LIMIT ${limit}`,
  // The sale was refunded, and the provider does not give the transferred money back.
  'reversal-refused': ({ subject, limit }) => discrepancySql`
    SELECT DISTINCT ON (t.booking_id) t.booking_id::text AS subject, jsonb_build_object('booking', t.booking_id, 'seller', t.seller_id, 'transfer', t.id,
      'amount', t.amount_cents, 'refusal', t.refusal, 'tries', t.reversal_round - 1) AS evidence
    FROM transfer t WHERE t.state = 'reversing' AND t.reversal_round > 1
      AND (${subject}::text IS NULL OR t.booking_id::text = ${subject}) ORDER BY t.booking_id, t.created_at LIMIT ${limit}`,
  // Only accounts of sellers to whom Car House owes money are checked.
  'payout-account-restricted': ({ subject, limit }) => discrepancySql`
    SELECT a.seller_id::text AS subject, jsonb_build_object('seller', a.seller_id, 'account', a.provider_account_id,
      'reason', a.disabled_reason, 'requirements', a.requirements, 'since', a.state_since) AS evidence
    FROM payout_account a
    WHERE a.state = 'restricted'
      AND EXISTS (SELECT FROM sale s WHERE s.seller_id = a.seller_id AND (s.state IN ('confirmed', 'transferred') OR ${owesDebtRefundSql}))
      AND (${subject}::text IS NULL OR a.seller_id::text = ${subject}) ORDER BY a.state_since LIMIT ${limit}`,
  'seller-in-debt': ({ subject, limit }) => discrepancySql`
    SELECT b.owner_id::text AS subject,
      jsonb_build_object('seller', b.owner_id, 'owes', sum(b.balance_cents), 'currency', b.currency) AS evidence
    FROM ledger_balance b WHERE b.account = 'seller_debt' AND (${subject}::text IS NULL OR b.owner_id::text = ${subject})
    GROUP BY b.owner_id, b.currency HAVING sum(b.balance_cents) > 0 ORDER BY b.owner_id LIMIT ${limit}`,
  // The server records a transfer only for a confirmed sale. A transfer at the provider that the server has not
  // recorded therefore belongs to no sale.
  'transfer-without-sale': ({ now, subject, limit }) => discrepancySql`
    SELECT m.source_id AS subject, jsonb_build_object('transfer', m.source_id, 'movement', m.id, 'amount', -m.amount_cents,
      'at', m.at) AS evidence
    FROM balance_movement m
    WHERE m.type = 'transfer' AND m.at < ${computeTimeMinutesBefore(now, 15)} AND length(m.source_id) <= 255
      AND NOT EXISTS (SELECT FROM transfer t WHERE t.provider_transfer_id = m.source_id AND t.amount_cents = -m.amount_cents)
      AND NOT EXISTS (SELECT FROM transfer t WHERE t.booking_id = m.booking_id AND t.state = 'sending')
      AND -m.amount_cents > coalesce((SELECT sum(r.amount_cents) FROM balance_movement r
                                      WHERE r.transfer_id = m.source_id AND r.type = 'transfer_refund'), 0)
      AND (${subject}::text IS NULL OR m.source_id = ${subject}) ORDER BY m.at LIMIT ${limit}`,
  // Finds orders whose fees in the ledger and at the provider differ, and payments whose charge is missing in the
  // provider's list.
  'provider-fee-differs': ({ now, subject, limit }) => discrepancySql`
    SELECT f.booking_id::text AS subject, jsonb_build_object('booking', f.booking_id, 'provider', f.said, 'ledger', f.posted,
      'chargeListed', f.is_listed) AS evidence
    FROM (
      SELECT booking_id, sum(said) AS said, sum(posted) AS posted, true AS is_listed FROM (
        SELECT m.booking_id, m.fee_cents AS said, 0 AS posted FROM balance_movement m WHERE m.booking_id IS NOT NULL
        UNION ALL
        SELECT e.booking_id, 0, p.amount_cents FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
        WHERE e.cause = 'charge-fee' AND p.account = 'provider_fee'
      ) AS each GROUP BY booking_id HAVING sum(said) <> sum(posted)
      UNION ALL
      SELECT p.booking_id, 0, 0, false FROM payment p
      WHERE p.paid_at BETWEEN (SELECT min(at) FROM balance_movement) AND ${computeTimeMinutesBefore(now, 24 * 60)}
        AND NOT EXISTS (SELECT FROM balance_movement m WHERE m.intent_id = p.intent_id)
    ) AS f WHERE (${subject}::text IS NULL OR f.booking_id::text = ${subject}) ORDER BY f.booking_id LIMIT ${limit}`,
  // Movements that an admin has acknowledged are excluded.
  'balance-unexplained': ({ now, subject, limit }) => discrepancySql`
    SELECT m.id AS subject, jsonb_build_object('movement', m.id, 'type', m.type, 'source', m.source_id, 'intent', m.intent_id,
      'amount', m.amount_cents, 'fee', m.fee_cents, 'at', m.at) AS evidence
    FROM balance_movement m
    WHERE m.at < ${computeTimeMinutesBefore(now, 15)} AND m.type <> 'transfer' AND length(m.id) <= 255
      AND NOT CASE
        WHEN m.type IN ('charge', 'payment') THEN
          EXISTS (SELECT FROM payment_attempt a WHERE a.intent_id = m.intent_id AND a.amount_cents = m.amount_cents)
        WHEN m.type IN ('refund', 'payment_refund') THEN
          EXISTS (SELECT FROM refund r WHERE r.intent_id = m.intent_id AND r.amount_cents = -m.amount_cents)
        WHEN m.type IN ('refund_failure', 'payment_failure_refund') THEN
          EXISTS (SELECT FROM refund r WHERE r.intent_id = m.intent_id AND r.amount_cents = m.amount_cents)
        WHEN m.type = 'transfer_refund' THEN
          EXISTS (SELECT FROM transfer t WHERE t.provider_transfer_id = m.transfer_id AND (t.state IN ('reversing', 'reversed')
            OR m.amount_cents <= t.taken_back_cents))
          OR EXISTS (SELECT FROM discrepancy f WHERE f.kind = 'transfer-without-sale' AND f.subject = m.transfer_id)
        WHEN m.type = 'adjustment' THEN EXISTS (SELECT FROM dispute d WHERE d.intent_id = m.intent_id AND d.kind = 'dispute')
        ELSE false END
      AND NOT EXISTS (SELECT FROM discrepancy f WHERE f.kind = 'balance-unexplained' AND f.state = 'repaired' AND f.subject = m.id)
      AND (${subject}::text IS NULL OR m.id = ${subject}) ORDER BY m.at LIMIT ${limit}`,
} satisfies Readonly<Record<string, ServerCheck>>;
