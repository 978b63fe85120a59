/** The audit queries of reservations and of the queues for cars (docs/reliability.md I29 to I31). */
export const reservationAudits = [
  {
    name: 'a reservation does not fit its booking',
    invariant: 'I29',
    sql: `SELECT r.booking_id FROM reservation r JOIN booking b ON b.id = r.booking_id
          WHERE r.listing_id <> b.listing_id OR r.deposit_cents * 20 > b.price_cents OR NOT CASE r.state
              WHEN 'started' THEN b.status IN ('unpaid', 'cancelled') AND b.reserved_until IS NULL
              -- A decision of an admin about a bank part may leave the car reserved for longer (decision 0083).
              WHEN 'active' THEN b.status = 'unpaid' AND b.reserved_until IS NOT NULL AND (b.reserved_until = r.ends_at
                OR b.reserved_until > r.ends_at AND EXISTS (SELECT FROM bank_part k WHERE k.booking_id = b.id))
              WHEN 'bought' THEN b.status IN ('paid', 'refunded') ELSE b.status = 'cancelled' END
            OR r.deposit_cents IS DISTINCT FROM (SELECT p.amount_cents FROM payment_part p
              WHERE p.booking_id = r.booking_id AND p.number = 1 AND p.replaced_at IS NULL)
          UNION ALL SELECT listing_id FROM reservation WHERE state = 'active' GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    name: 'a condition was stated after its deadline, or failed and did not end its reservation',
    invariant: 'I29',
    sql: `SELECT c.booking_id FROM reservation_condition c JOIN reservation r ON r.booking_id = c.booking_id
          WHERE c.stated_at >= c.deadline OR (c.state = 'failed') IS DISTINCT FROM
            (coalesce(r.end_kind = 'condition-failed' AND r.end_condition = c.kind, false))`,
  },
  {
    name: 'the time limits of a reservation are not those of its rule',
    invariant: 'I29',
    // The query repeats the times of the rules 1 and 2 (reservation-rule.ts), so that it does not depend on the checked
    // code. When a later version of the rule has other times, lines for this version must be added to the query.
    sql: `SELECT r.booking_id FROM reservation r WHERE r.rule_version IN (1, 2) AND r.paid_at IS NOT NULL AND (
            r.free_until <> r.paid_at + interval '72 hours' OR r.ends_at <> r.paid_at + interval '168 hours'
            OR EXISTS (SELECT FROM reservation_condition c WHERE c.booking_id = r.booking_id AND c.deadline IS DISTINCT FROM r.paid_at
                 + CASE c.kind WHEN 'as-described' THEN interval '120 hours' WHEN 'loan' THEN interval '144 hours'
                     ELSE interval '168 hours' END))`,
  },
  {
    name: 'a reservation whose deposit was paid is gone',
    invariant: 'I29',
    sql: `SELECT DISTINCT e.noun_id FROM audit_entry e WHERE e.noun = 'reservation' AND e.action = 'pay-deposit'
            AND NOT EXISTS (SELECT FROM reservation r WHERE r.booking_id::text = e.noun_id AND r.paid_at IS NOT NULL)`,
  },
  {
    name: 'a deposit is not divided exactly, or not by its rule',
    invariant: 'I30',
    sql: `SELECT r.booking_id FROM reservation r WHERE r.state = 'ended' AND (
            r.refund_cents + r.forfeited_cents <> r.deposit_cents OR r.forfeited_cents NOT IN (0, r.forfeit_cents)
            OR r.forfeit_cents <> r.deposit_cents / 2
            OR r.forfeited_cents > 0 AND NOT (r.end_kind IN ('given-up', 'lapsed') AND r.ended_at >= r.free_until)
            OR r.refund_cents IS DISTINCT FROM (SELECT f.amount_cents FROM payment_part t
                 JOIN payment p ON p.part_id = t.id JOIN refund f ON f.attempt_id = p.attempt_id
                 WHERE t.booking_id = r.booking_id AND t.number = 1))
          UNION ALL
          SELECT s.booking_id FROM sale s LEFT JOIN reservation r ON r.booking_id = s.booking_id
          WHERE s.kind = 'deposit' AND s.price_cents IS DISTINCT FROM r.forfeited_cents
          UNION ALL
          SELECT r.booking_id FROM reservation r WHERE r.forfeited_cents > 0 AND NOT EXISTS (
            SELECT FROM sale s WHERE s.booking_id = r.booking_id AND s.kind = 'deposit')`,
  },
  {
    name: 'the ledger has another forfeited deposit than the reservation',
    invariant: 'I30',
    sql: `SELECT r.booking_id FROM reservation r WHERE coalesce(r.forfeited_cents, 0) IS DISTINCT FROM coalesce((
            SELECT sum(p.amount_cents) FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
            WHERE e.booking_id = r.booking_id AND e.cause = 'deposit-forfeited' AND p.amount_cents > 0), 0)`,
  },
  {
    name: 'a car has two turns, a turn while it is reserved, or a buyer before the one whose turn it is',
    invariant: 'I31',
    sql: `SELECT q.listing_id FROM reservation_queue q WHERE q.state = 'turn' AND (
            EXISTS (SELECT FROM booking b WHERE b.listing_id = q.listing_id AND b.reserved_until IS NOT NULL)
            OR EXISTS (SELECT FROM reservation_queue o WHERE o.listing_id = q.listing_id AND o.id <> q.id
                         AND (o.state = 'turn' OR o.state = 'waiting' AND o.position < q.position)))`,
  },
  {
    name: 'a buyer has two places in one queue, or a car that is not on sale has a queue',
    invariant: 'I31',
    sql: `SELECT listing_id FROM reservation_queue WHERE state IN ('waiting', 'turn') GROUP BY listing_id, buyer_id HAVING count(*) > 1
          UNION ALL SELECT q.listing_id FROM reservation_queue q JOIN listing l ON l.id = q.listing_id
          WHERE q.state IN ('waiting', 'turn') AND l.status <> 'available'`,
  },
  {
    name: 'a turn is not one of 24 hours, or a buyer waits for a car that they have reserved',
    invariant: 'I31',
    sql: `SELECT listing_id FROM reservation_queue WHERE turn_until <> turn_from + interval '24 hours'
          UNION ALL SELECT q.listing_id FROM reservation_queue q
          JOIN booking b ON b.listing_id = q.listing_id AND b.buyer_id = q.buyer_id AND b.reserved_until IS NOT NULL
          WHERE q.state IN ('waiting', 'turn')`,
  },
  {
    name: 'positions of a queue have gaps or are given twice',
    invariant: 'I31',
    sql: 'SELECT listing_id FROM reservation_queue GROUP BY 1 HAVING count(*) <> max(position) OR count(DISTINCT position) <> count(*)',
  },
  {
    name: 'a reservation is not in the state that its last audit entry says',
    invariant: 'I22',
    sql: `SELECT r.booking_id FROM reservation r JOIN LATERAL (
            SELECT after ->> 'state' AS state FROM audit_entry e
            WHERE e.noun = 'reservation' AND e.noun_id = r.booking_id::text AND e.after ? 'state' ORDER BY e.at DESC, e.id DESC LIMIT 1
          ) last ON true WHERE last.state <> r.state`,
  },
] as const;
