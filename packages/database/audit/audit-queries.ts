import { cardPaymentMaximum, cardPaymentMinimum, priceMaximum } from '@carhouse/domain/money/money';
import { bankPartAudits } from './bank-part-audits.ts';
import { ledgerAudits } from './ledger-audits.ts';
import { reservationAudits } from './reservation-audits.ts';

/** A query that must return no rows. Each returned row violates an invariant. */
export type AuditQuery = {
  readonly name: string;
  /** The number of the invariant in docs/reliability.md. */
  readonly invariant: `I${number}`;
  readonly sql: string;
};

/**
 * Audit entries with their places in the order of writing (migration 0005). The times of entries do not give their
 * order, because the clocks of server nodes differ.
 */
const orderedEntriesSql = `audit_entry e LEFT JOIN audit_seal s ON s.entry_id = e.id
             LEFT JOIN audit_unsealed u ON u.entry_id = e.id`;
/** Entries that are not sealed yet are newer than sealed ones. */
const newestFirstSql = 's.position DESC NULLS FIRST, u.arrival DESC';

/**
 * The audit queries for invariants of docs/reliability.md that need only the server's own tables. The invariants hold
 * between any two transactions, so the queries may run after any test and under any load. Comparisons with the card provider
 * are made by the reconciliation.
 */
export const auditQueries: readonly AuditQuery[] = [
  {
    name: 'a car has two paid bookings',
    invariant: 'I1',
    sql: `SELECT listing_id FROM booking WHERE status = 'paid' GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    name: 'a car with a paid booking is not sold',
    invariant: 'I1',
    sql: `SELECT b.id FROM booking b JOIN listing l ON l.id = b.listing_id WHERE b.status = 'paid' AND l.status <> 'sold'`,
  },
  {
    name: 'a booking is paid and has no payment',
    invariant: 'I2',
    sql: `SELECT b.id FROM booking b WHERE b.status = 'paid' AND NOT EXISTS (SELECT FROM payment p WHERE p.booking_id = b.id)
          AND NOT EXISTS (SELECT FROM order_step s WHERE s.booking_id = b.id AND s.step = 'paid-outside' AND s.taken_back_at IS NULL)`,
  },
  {
    name: 'an order was paid to the seller and is not paid',
    invariant: 'I2',
    sql: `SELECT b.id FROM booking b JOIN order_step s ON s.booking_id = b.id AND s.step = 'paid-outside' AND s.taken_back_at IS NULL
          WHERE b.status <> 'paid' OR EXISTS (SELECT FROM payment p WHERE p.booking_id = b.id)`,
  },
  {
    name: 'a payment belongs to a booking that was never paid',
    invariant: 'I2',
    // When the buyer has paid a part of the price, the car stays reserved. When a booking with paid parts is cancelled,
    // the paid parts are refunded.
    sql: `SELECT p.id FROM payment p JOIN booking b ON b.id = p.booking_id WHERE b.status NOT IN ('paid', 'refunded')
            AND NOT (p.part_id IS NOT NULL AND (b.reserved_until IS NOT NULL
              OR b.status = 'cancelled' AND EXISTS (SELECT FROM refund r WHERE r.attempt_id = p.attempt_id)))`,
  },
  {
    name: 'a payment differs from its attempt',
    invariant: 'I2',
    sql: `SELECT p.id FROM payment p JOIN payment_attempt a ON a.id = p.attempt_id
          WHERE (p.amount_cents, p.currency, p.intent_id, p.booking_id, p.listing_id, p.buyer_id, p.part_id)
             IS DISTINCT FROM (a.amount_cents, a.currency, a.intent_id, a.booking_id, a.listing_id, a.buyer_id, a.part_id)`,
  },
  {
    name: 'an attempt succeeded and has no payment',
    invariant: 'I3',
    sql: `SELECT a.id FROM payment_attempt a
          WHERE a.state = 'succeeded' AND NOT EXISTS (SELECT FROM payment p WHERE p.attempt_id = a.id)`,
  },
  {
    name: 'two attempts of a booking, or of one part of its price, have succeeded',
    invariant: 'I4',
    sql: `SELECT booking_id FROM payment_attempt WHERE state = 'succeeded' GROUP BY booking_id, part_id HAVING count(*) > 1
          UNION ALL SELECT booking_id FROM payment_attempt WHERE state = 'succeeded' GROUP BY booking_id
            HAVING count(DISTINCT part_id IS NULL) > 1`,
  },
  {
    name: 'a car has two live holds',
    invariant: 'I4',
    sql: `SELECT listing_id FROM payment_attempt WHERE state = 'open' GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    name: 'an attempt is over another amount than its booking',
    invariant: 'I5',
    sql: `SELECT a.id FROM payment_attempt a JOIN booking b ON b.id = a.booking_id
          WHERE a.part_id IS NULL AND a.amount_cents <> b.price_cents
          UNION ALL SELECT a.id FROM payment_attempt a JOIN payment_part p ON p.id = a.part_id
          WHERE (a.amount_cents, a.booking_id) IS DISTINCT FROM (p.amount_cents, p.booking_id)`,
  },
  {
    name: 'the parts of a booking do not sum to its price, or those that are paid do not',
    invariant: 'I5',
    sql: `SELECT b.id FROM booking b WHERE b.in_parts AND b.price_cents IS DISTINCT FROM
            (SELECT sum(amount_cents) FROM payment_part p WHERE p.booking_id = b.id AND p.replaced_at IS NULL)
          UNION ALL SELECT b.id FROM booking b WHERE b.status IN ('paid', 'refunded') AND b.price_cents IS DISTINCT FROM
            (SELECT sum(amount_cents) FROM payment p WHERE p.booking_id = b.id)
              + coalesce((SELECT k.amount_cents FROM bank_part k WHERE k.booking_id = b.id AND k.confirmed_at IS NOT NULL), 0)
            AND NOT EXISTS (SELECT FROM order_step s WHERE s.booking_id = b.id AND s.step = 'paid-outside' AND s.taken_back_at IS NULL)`,
  },
  {
    name: 'a car is reserved without a paid part, or by two buyers',
    invariant: 'I4',
    sql: `SELECT b.id FROM booking b WHERE b.reserved_until IS NOT NULL
            AND NOT EXISTS (SELECT FROM payment_attempt a WHERE a.booking_id = b.id AND a.state = 'succeeded')
          UNION ALL SELECT listing_id FROM booking WHERE reserved_until IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    name: 'an unpaid booking keeps the money of a part and does not reserve the car',
    invariant: 'I6',
    sql: `SELECT b.id FROM booking b JOIN payment_attempt a ON a.booking_id = b.id AND a.state = 'succeeded'
          WHERE b.status = 'cancelled' OR b.status = 'unpaid' AND b.reserved_until IS NULL`,
  },
  {
    name: 'an attempt is of another car or buyer than its booking',
    invariant: 'I5',
    sql: `SELECT a.id FROM payment_attempt a JOIN booking b ON b.id = a.booking_id
          WHERE (a.listing_id, a.buyer_id) IS DISTINCT FROM (b.listing_id, b.buyer_id)`,
  },
  {
    name: 'money is owed back and no refund is noted',
    invariant: 'I6',
    sql: `SELECT a.id FROM payment_attempt a
          WHERE a.state IN ('refund_due', 'refunded') AND NOT EXISTS (SELECT FROM refund r WHERE r.attempt_id = a.id)`,
  },
  {
    name: 'a refund is noted for an attempt that owes none',
    invariant: 'I6',
    sql: `SELECT r.id FROM refund r JOIN payment_attempt a ON a.id = r.attempt_id WHERE a.state NOT IN ('refund_due', 'refunded')`,
  },
  {
    name: 'a refunded attempt has a refund that has not arrived',
    invariant: 'I6',
    sql: `SELECT a.id FROM payment_attempt a JOIN refund r ON r.attempt_id = a.id
          WHERE (a.state = 'refunded') <> (r.state IN ('succeeded', 'void'))`,
  },
  {
    name: 'a booking was refunded and its attempt owes nothing',
    invariant: 'I7',
    sql: `SELECT b.id FROM booking b JOIN payment p ON p.booking_id = b.id JOIN payment_attempt a ON a.id = p.attempt_id
          WHERE b.status IN ('paid', 'refunded') AND (b.status = 'refunded') <> (a.state IN ('refund_due', 'refunded'))`,
  },
  {
    name: 'a booking took a step that its lifecycle does not have',
    invariant: 'I7',
    sql: `SELECT id FROM audit_entry WHERE noun = 'booking' AND before ? 'status' AND after ? 'status'
          AND before ->> 'status' <> after ->> 'status'
          AND (before ->> 'status', after ->> 'status') NOT IN
              (('unpaid', 'paid'), ('unpaid', 'cancelled'), ('paid', 'refunded'))`,
  },
  {
    name: 'a booking was paid twice',
    invariant: 'I8',
    sql: `SELECT noun_id FROM audit_entry WHERE noun = 'booking' AND action = 'pay' GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    name: 'a deleted account has a session',
    invariant: 'I15',
    sql: `SELECT s.id FROM session s JOIN account a ON a.id = s.account_id WHERE a.status = 'deleted'`,
  },
  {
    name: 'a payment has no booking or no attempt',
    invariant: 'I16',
    sql: `SELECT p.id FROM payment p LEFT JOIN booking b ON b.id = p.booking_id LEFT JOIN payment_attempt a ON a.id = p.attempt_id
          WHERE b.id IS NULL OR a.id IS NULL`,
  },
  {
    name: 'a deleted person has an open booking',
    invariant: 'I16',
    sql: `SELECT b.id FROM booking b JOIN account a ON a.id IN (b.buyer_id, b.seller_id)
          WHERE b.status = 'unpaid' AND a.status = 'deleted'`,
  },
  {
    name: 'there were admins and none is left',
    invariant: 'I17',
    sql: `SELECT 1 WHERE EXISTS (SELECT FROM account WHERE role = 'admin')
          AND NOT EXISTS (SELECT FROM account WHERE role = 'admin' AND status = 'active')`,
  },
  {
    name: 'an amount is out of range',
    invariant: 'I19',
    sql: `SELECT id::text FROM payment_attempt WHERE amount_cents NOT BETWEEN ${cardPaymentMinimum} AND ${cardPaymentMaximum}
          UNION ALL SELECT id::text FROM payment WHERE amount_cents NOT BETWEEN ${cardPaymentMinimum} AND ${cardPaymentMaximum}
          UNION ALL SELECT id::text FROM refund WHERE amount_cents NOT BETWEEN 1 AND ${cardPaymentMaximum}
          UNION ALL SELECT id::text FROM booking WHERE price_cents NOT BETWEEN 1 AND ${priceMaximum}`,
  },
  {
    name: 'a payment has no audit entry',
    invariant: 'I22',
    sql: `SELECT p.id FROM payment p WHERE NOT EXISTS (SELECT FROM audit_entry e
          WHERE e.noun = 'booking' AND e.noun_id = p.booking_id::text AND e.action IN ('pay', 'pay-part')
            AND e.after ->> 'paymentId' = p.id::text)`,
  },
  {
    name: 'a payout account is not in the state that its last audit entry says',
    invariant: 'I22',
    sql: `SELECT p.seller_id FROM payout_account p WHERE p.state <> 'none' AND p.state IS DISTINCT FROM
            (SELECT e.after ->> 'state' FROM ${orderedEntriesSql}
             WHERE e.noun = 'payout_account' AND e.noun_id = p.seller_id::text AND e.after ? 'state'
             ORDER BY ${newestFirstSql} LIMIT 1)`,
  },
  {
    name: 'a booking is not in the state that its last audit entry says',
    invariant: 'I22',
    sql: `SELECT b.id FROM booking b JOIN LATERAL (
            SELECT after ->> 'status' AS status FROM ${orderedEntriesSql}
            WHERE e.noun = 'booking' AND e.noun_id = b.id::text AND e.after ? 'status' ORDER BY ${newestFirstSql} LIMIT 1
          ) last ON true WHERE last.status <> b.status`,
  },
  ...ledgerAudits,
  ...reservationAudits,
  ...bankPartAudits,
];
