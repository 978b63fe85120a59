/** The audit queries of the ledger (docs/reliability.md I26). */
export const ledgerAudits = [
  {
    name: 'a ledger entry does not sum to zero',
    invariant: 'I26',
    sql: `SELECT e.id FROM ledger_entry e LEFT JOIN ledger_posting p ON p.entry_id = e.id
          GROUP BY e.id, p.currency HAVING coalesce(sum(p.amount_cents), 1) <> 0`,
  },
  {
    name: 'a total of the ledger differs from its postings',
    invariant: 'I26',
    sql: `SELECT account, owner_id FROM (
            SELECT account, owner_id, currency, balance_cents AS cents FROM ledger_balance
            UNION ALL SELECT account, owner_id, currency, -amount_cents FROM ledger_posting) AS line
          GROUP BY account, owner_id, currency HAVING sum(cents) <> 0`,
  },
  {
    // For a paid sale, the ledger owes the seller their share until the money is at the seller's bank. A debt that a
    // seller's share of a sale pays, and the debt of a refunded sale, are in separate accounts of the ledger.
    name: 'the ledger does not owe a seller the share of their sale',
    invariant: 'I26',
    sql: `SELECT s.booking_id FROM sale s
          LEFT JOIN LATERAL (SELECT sum(l.amount_cents) AS cents FROM ledger_entry e JOIN ledger_posting l ON l.entry_id = e.id
            WHERE e.booking_id = s.booking_id AND l.account = 'seller_payable') AS owed ON true
          WHERE s.state NOT IN ('refunded', 'paid-out')
            AND coalesce(owed.cents, 0) <> -(s.share_cents - coalesce(s.netted_cents, 0)
              - coalesce((SELECT sum(o.amount_cents) FROM payout o WHERE o.booking_id = s.booking_id AND o.state = 'paid'), 0))
          UNION ALL
          SELECT s.booking_id FROM sale s
          JOIN LATERAL (SELECT coalesce(sum(l.amount_cents) FILTER (WHERE l.account = 'seller_payable'), 0) AS payable,
              -- The bank has returned the money of a refunded sale whose debt another sale has paid: it is owed again. Each
              -- transfer has a debt of its own; earlier versions recorded it with the id of the booking.
              coalesce(sum(l.amount_cents) FILTER (WHERE l.account IN ('payout', 'seller_account') AND has_debt.is_owed), 0) AS held,
              -- The part of a transfer that pays a debt is the seller's no more, also before the provider has moved it back.
              (SELECT coalesce(sum(t.taken_back_cents), 0) FROM transfer t
               WHERE t.booking_id = s.booking_id AND t.taken_back_at IS NULL) AS leaving
            FROM ledger_entry e JOIN ledger_posting l ON l.entry_id = e.id
            LEFT JOIN payout o ON o.booking_id = s.booking_id AND o.id::text = e.cause_id
            LEFT JOIN LATERAL (SELECT bool_or(d.cause = 'debt') AND NOT bool_or(d.cause = 'debt-cancelled'
                AND NOT EXISTS (SELECT FROM transfer t WHERE t.id::text = d.cause_id AND t.taken_back_cents > 0)) AS is_owed
              FROM ledger_entry d WHERE d.booking_id = s.booking_id AND d.cause IN ('debt', 'debt-cancelled')
                AND d.cause_id IN (coalesce(o.transfer_id::text, e.cause_id), s.booking_id::text)) AS has_debt ON true
            WHERE e.booking_id = s.booking_id) AS owed ON true
          -- Money that goes back to the seller of a refunded sale is owed until it is at their bank.
          WHERE s.state IN ('refunded', 'paid-out') AND owed.payable + owed.held - owed.leaving <> -(coalesce(s.debt_refund_cents, 0)
            - coalesce((SELECT sum(o.amount_cents) FROM payout o JOIN transfer t ON t.id = o.transfer_id AND t.charge_id IS NULL
                        WHERE o.booking_id = s.booking_id AND o.state = 'paid'), 0))`,
  },
  {
    // The debt from a sale's fee is negative when other sales have paid it and the sale was refunded. The debt stays
    // negative until the transfer of the overpaid amount begins.
    name: 'a seller has paid more than their debts, and no refunded sale gives it back',
    invariant: 'I26',
    sql: `SELECT b.owner_id FROM ledger_balance b WHERE b.account = 'seller_debt'
          GROUP BY b.owner_id, b.currency HAVING sum(b.balance_cents) < 0
            AND -sum(b.balance_cents) > coalesce((SELECT sum(s.fee_cents + s.gst_cents + s.bank_cents - s.price_cents) FROM sale s
              WHERE s.seller_id = b.owner_id AND s.currency = b.currency AND s.state = 'refunded' AND s.kind = 'car'
                AND s.fee_cents + s.gst_cents + s.bank_cents > s.price_cents AND s.debt_refund_cents IS NULL), 0)`,
  },
  {
    name: 'the ledger has other fees of a sale than the sale',
    invariant: 'I26',
    sql: `SELECT s.booking_id FROM sale s
          LEFT JOIN LATERAL (SELECT sum(l.amount_cents) FILTER (WHERE l.account = 'fee') AS fee,
              sum(l.amount_cents) FILTER (WHERE l.account = 'gst') AS gst
            FROM ledger_entry e JOIN ledger_posting l ON l.entry_id = e.id WHERE e.booking_id = s.booking_id) AS posted ON true
          WHERE (coalesce(posted.fee, 0), coalesce(posted.gst, 0)) IS DISTINCT FROM
            (CASE WHEN s.state = 'refunded' THEN 0 ELSE -s.fee_cents END, CASE WHEN s.state = 'refunded' THEN 0 ELSE -s.gst_cents END)`,
  },
  {
    name: 'a booking that was paid has no sale, or its sale is refunded without it',
    invariant: 'I26',
    sql: `SELECT b.id FROM booking b LEFT JOIN sale s ON s.booking_id = b.id AND s.kind = 'car'
          LEFT JOIN payment p ON p.booking_id = b.id AND b.status IN ('paid', 'refunded')
          WHERE (p.id IS NOT NULL) <> (s.booking_id IS NOT NULL) OR (s.state = 'refunded') <> (b.status = 'refunded')`,
  },
  {
    name: 'a sale is frozen without an open complaint, or has one and is not frozen',
    invariant: 'I26',
    sql: `SELECT s.booking_id FROM sale s
          WHERE (s.state = 'frozen') <> EXISTS (SELECT FROM complaint c WHERE c.booking_id = s.booking_id AND c.outcome IS NULL)`,
  },
  {
    name: 'the ledger does not owe the refunds that are due',
    invariant: 'I26',
    sql: `SELECT a.booking_id FROM payment_attempt a
          LEFT JOIN refund r ON r.attempt_id = a.id AND r.state IN ('due', 'pending', 'failed')
          LEFT JOIN LATERAL (SELECT sum(l.amount_cents) AS cents FROM ledger_entry e JOIN ledger_posting l ON l.entry_id = e.id
            WHERE e.booking_id = a.booking_id AND l.account = 'refund') AS owed ON true
          GROUP BY a.booking_id, owed.cents HAVING coalesce(sum(r.amount_cents), 0) <> -coalesce(owed.cents, 0)`,
  },
  {
    // Parts of a price that the buyer has paid belong to the buyer until the whole price is paid.
    name: 'the ledger keeps money of a buyer that belongs to no sale, no refund and no paid part',
    invariant: 'I26',
    sql: `SELECT e.booking_id FROM ledger_entry e JOIN ledger_posting l ON l.entry_id = e.id
          WHERE l.account = 'buyer' GROUP BY e.booking_id HAVING sum(l.amount_cents) <> -coalesce((
            SELECT sum(a.amount_cents) FROM payment_attempt a JOIN booking b ON b.id = a.booking_id
            WHERE a.booking_id = e.booking_id AND a.state = 'succeeded' AND b.status = 'unpaid'), 0)`,
  },
  {
    name: 'a ledger entry has no audit entry',
    invariant: 'I22',
    sql: `SELECT l.id FROM ledger_entry l WHERE NOT EXISTS (SELECT FROM audit_entry e WHERE e.noun = 'ledger_entry' AND e.noun_id = l.id::text)`,
  },
] as const;
