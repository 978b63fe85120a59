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
    // A paid sale owes its share until the seller's bank has it. A debt that the share pays, and a debt of a refunded sale,
    // are separate accounts.
    name: 'the ledger does not owe a seller the share of their sale',
    invariant: 'I26',
    sql: `SELECT s.booking_id FROM sale s
          LEFT JOIN LATERAL (SELECT sum(l.amount_cents) AS cents FROM ledger_entry e JOIN ledger_posting l ON l.entry_id = e.id
            WHERE e.booking_id = s.booking_id AND l.account = 'seller_payable') AS owed ON true
          WHERE s.state NOT IN ('refunded', 'paid-out')
            AND coalesce(owed.cents, 0) <> -(s.price_cents - s.fee_cents - s.gst_cents - coalesce(s.netted_cents, 0)
              - coalesce((SELECT sum(o.amount_cents) FROM payout o WHERE o.booking_id = s.booking_id AND o.state = 'paid'), 0))
          UNION ALL
          SELECT s.booking_id FROM sale s
          JOIN LATERAL (SELECT sum(l.amount_cents) FILTER (WHERE l.account = 'seller_payable') AS payable,
              sum(l.amount_cents) FILTER (WHERE l.account = 'payout') AS payout,
              sum(l.amount_cents) FILTER (WHERE l.account = 'seller_account') AS account,
              -- The bank has returned the money of a refunded sale whose debt another sale has paid: it is owed again.
              bool_or(e.cause = 'debt') AND NOT bool_or(e.cause = 'debt-cancelled') AS has_debt
            FROM ledger_entry e JOIN ledger_posting l ON l.entry_id = e.id WHERE e.booking_id = s.booking_id) AS owed ON true
          WHERE s.state IN ('refunded', 'paid-out') AND coalesce(owed.payable, 0)
            + CASE WHEN owed.has_debt THEN coalesce(owed.payout, 0) + coalesce(owed.account, 0) ELSE 0 END <> 0`,
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
    // The parts that are paid belong to the buyer until the price is complete.
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
