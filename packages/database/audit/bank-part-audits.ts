/** The audit queries of the parts of prices that banks pay (docs/reliability.md I32). */
export const bankPartAudits = [
  {
    name: 'a confirmed bank part has not three statements of the buyer, the seller and an admin',
    invariant: 'I32',
    sql: `SELECT k.part_id FROM bank_part k JOIN booking b ON b.id = k.booking_id
          WHERE k.confirmed_at IS NOT NULL AND (k.stated_by IS DISTINCT FROM b.buyer_id OR k.received_by IS DISTINCT FROM b.seller_id
            OR k.confirmed_by IN (b.buyer_id, b.seller_id)
            OR NOT EXISTS (SELECT FROM audit_entry e WHERE e.noun = 'bank_part' AND e.noun_id = k.part_id::text
                             AND e.action = 'confirm' AND e.actor_id = k.confirmed_by))`,
  },
  {
    name: 'a bank part counts without its confirmation, or does not fit its order',
    invariant: 'I32',
    sql: `SELECT b.id FROM booking b JOIN bank_part k ON k.booking_id = b.id LEFT JOIN sale s ON s.booking_id = b.id AND s.kind = 'car'
          WHERE coalesce(s.bank_cents, 0) <> CASE WHEN s.booking_id IS NOT NULL AND k.confirmed_at IS NOT NULL THEN k.amount_cents ELSE 0 END
             OR NOT CASE k.state
               WHEN 'expected' THEN b.status = 'unpaid'
               WHEN 'closed' THEN b.status = 'cancelled'
               WHEN 'confirmed' THEN b.status = 'paid' OR b.reserved_until IS NOT NULL
               WHEN 'stated' THEN b.reserved_until IS NOT NULL
               WHEN 'received' THEN b.reserved_until IS NOT NULL
               ELSE b.status IN ('cancelled', 'refunded') END
          UNION ALL SELECT s.booking_id FROM sale s WHERE s.bank_cents > 0
            AND NOT EXISTS (SELECT FROM bank_part k WHERE k.booking_id = s.booking_id AND k.confirmed_at IS NOT NULL)`,
  },
  {
    name: 'the ledger has other money of a bank than its part',
    invariant: 'I32',
    sql: `SELECT k.part_id FROM bank_part k
          LEFT JOIN LATERAL (SELECT sum(l.amount_cents) FILTER (WHERE l.account = 'bank_received') AS received,
              sum(l.amount_cents) FILTER (WHERE l.account = 'bank_paid') AS paid
            FROM ledger_entry e JOIN ledger_posting l ON l.entry_id = e.id WHERE e.booking_id = k.booking_id) AS posted ON true
          WHERE coalesce(posted.received, 0) <> -coalesce(posted.paid, 0) OR coalesce(posted.received, 0) <>
            CASE WHEN k.state IN ('confirmed', 'to-return', 'sent-back') THEN k.amount_cents ELSE 0 END`,
  },
  {
    name: 'a charge was opened over a part that a bank pays',
    invariant: 'I32',
    sql: `SELECT a.id FROM payment_attempt a JOIN payment_part p ON p.id = a.part_id WHERE p.payer = 'bank'`,
  },
  {
    name: 'a bank part is not in the state that its audit entries say',
    invariant: 'I32',
    sql: `SELECT k.part_id FROM bank_part k WHERE k.state <> 'expected' AND NOT EXISTS (SELECT FROM audit_entry e
          WHERE e.noun = 'bank_part' AND e.noun_id = k.part_id::text AND e.after ->> 'state' = k.state)
          -- Earlier versions did not end every part of a cancelled order about which nothing was stated; migrations 0066 and 0069 did.
          AND NOT (k.state = 'closed' AND k.stated_at IS NULL AND EXISTS (SELECT FROM audit_entry e
            WHERE e.noun = 'booking' AND e.noun_id = k.booking_id::text AND e.after ->> 'status' = 'cancelled'))`,
  },
] as const;
