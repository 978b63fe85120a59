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
    name: 'the ledger does not owe a seller what was paid for their car',
    invariant: 'I26',
    sql: `SELECT b.id FROM booking b
          LEFT JOIN payment p ON p.booking_id = b.id AND b.status = 'paid'
          LEFT JOIN LATERAL (SELECT sum(l.amount_cents) AS cents FROM ledger_entry e JOIN ledger_posting l ON l.entry_id = e.id
            WHERE e.booking_id = b.id AND l.account = 'seller_payable') AS owed ON true
          WHERE coalesce(p.amount_cents, 0) <> -coalesce(owed.cents, 0)`,
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
    name: 'the ledger keeps money of a buyer that belongs to no sale and no refund',
    invariant: 'I26',
    sql: `SELECT e.booking_id FROM ledger_entry e JOIN ledger_posting l ON l.entry_id = e.id
          WHERE l.account = 'buyer' GROUP BY e.booking_id HAVING sum(l.amount_cents) <> 0`,
  },
  {
    name: 'a ledger entry has no audit entry',
    invariant: 'I22',
    sql: `SELECT l.id FROM ledger_entry l WHERE NOT EXISTS (SELECT FROM audit_entry e WHERE e.noun = 'ledger_entry' AND e.noun_id = l.id::text)`,
  },
] as const;
