import type { DiscrepancyKind } from '@carhouse/domain/payment/discrepancy';
import type { Database } from '../connection/connect.ts';
import { differingTotalsSql } from '../ledger/ledger-totals.ts';
import type { FoundDiscrepancy } from './discrepancies.ts';
import { sellerPaymentChecks } from './seller-payment-checks.ts';
import { computeTimeMinutesBefore, discrepancySql, type ServerCheck } from './server-check.ts';

/**
 * Maximum number of discrepancies that one check returns in one run. Many discrepancies of one kind usually have one
 * cause. Further discrepancies are found after the returned discrepancies were repaired.
 */
export const discrepancyCountMaximum = 200;

/** Runs one kind of check and returns its current results. */
export async function runServerCheck(
  database: Database,
  kind: ServerDiscrepancyKind,
  now: Date,
  subject: string | null,
): Promise<readonly FoundDiscrepancy[]> {
  const { rows } = await checksByKind[kind]({ now, subject, limit: discrepancyCountMaximum }).execute(database);
  return rows.map((row) => ({ kind, subject: row.subject, evidence: row.evidence }));
}

/** The kinds of discrepancy that the server's own tables show; other kinds need the provider. */
export type ServerDiscrepancyKind = Exclude<
  DiscrepancyKind,
  'charge-without-payment' | 'payment-without-charge' | 'charge-mismatch' | 'charge-of-another-booking'
>;

const checksByKind: Readonly<Record<ServerDiscrepancyKind, ServerCheck>> = {
  'hold-past-its-end': ({ now, subject, limit }) => discrepancySql`
    SELECT a.id::text AS subject, jsonb_build_object('attempt', a.id, 'booking', a.booking_id, 'listing', a.listing_id,
      'intent', a.intent_id, 'expiredAt', a.expires_at, 'triesInVain', a.tries) AS evidence
    FROM payment_attempt a WHERE a.state = 'open' AND a.expires_at < ${computeTimeMinutesBefore(now, 5)}
      AND (${subject}::text IS NULL OR a.id::text = ${subject}) ORDER BY a.expires_at LIMIT ${limit}`,
  'paid-but-not-sold': ({ subject, limit }) => discrepancySql`
    SELECT b.id::text AS subject, jsonb_build_object('booking', b.id, 'bookingStatus', b.status, 'listing', l.id,
      'listingStatus', l.status, 'paidAt', b.paid_at) AS evidence
    FROM booking b JOIN listing l ON l.id = b.listing_id WHERE b.status = 'paid' AND l.status <> 'sold'
      AND (${subject}::text IS NULL OR b.id::text = ${subject}) ORDER BY b.id LIMIT ${limit}`,
  // A listing that its seller marked as sold is excluded. The query recognises a listing that its seller marked as sold
  // by an audit entry of a user.
  'sold-without-payment': ({ subject, limit }) => discrepancySql`
    SELECT l.id::text AS subject, jsonb_build_object('listing', l.id, 'listingStatus', l.status, 'soldBy', null,
      'paidBooking', null, 'updatedAt', l.updated_at) AS evidence
    FROM listing l WHERE l.status = 'sold'
      AND NOT EXISTS (SELECT FROM booking b WHERE b.listing_id = l.id AND b.status = 'paid')
      AND NOT EXISTS (SELECT FROM audit_entry e WHERE e.noun = 'listing' AND e.noun_id = l.id::text
        AND e.action = 'sell' AND e.actor_id IS NOT NULL)
      AND (${subject}::text IS NULL OR l.id::text = ${subject}) ORDER BY l.id LIMIT ${limit}`,
  // Refunds to cards take minutes, but slow payment methods take up to ten days.
  'refund-overdue': ({ now, subject, limit }) => discrepancySql`
    SELECT r.intent_id AS subject, jsonb_build_object('refund', r.id, 'intent', r.intent_id, 'state', r.state,
      'amount', r.amount_cents, 'round', r.round, 'since', r.updated_at, 'providerRefund', r.provider_refund_id) AS evidence
    FROM refund r WHERE ((r.state = 'due' AND r.updated_at < ${computeTimeMinutesBefore(now, 15)})
      OR (r.state = 'pending' AND r.updated_at < ${computeTimeMinutesBefore(now, 10 * 24 * 60)}))
      AND (${subject}::text IS NULL OR r.intent_id = ${subject}) ORDER BY r.updated_at LIMIT ${limit}`,
  'refund-failed': ({ subject, limit }) => discrepancySql`
    SELECT r.intent_id AS subject, jsonb_build_object('refund', r.id, 'intent', r.intent_id, 'state', r.state,
      'amount', r.amount_cents, 'round', r.round, 'since', r.updated_at, 'providerRefund', r.provider_refund_id) AS evidence
    FROM refund r WHERE r.state = 'failed' AND (${subject}::text IS NULL OR r.intent_id = ${subject})
    ORDER BY r.updated_at LIMIT ${limit}`,
  'event-unprocessed': ({ now, subject, limit }) => discrepancySql`
    SELECT w.event_id AS subject, jsonb_build_object('event', w.event_id, 'type', w.type, 'intent', w.intent_id,
      'receivedAt', w.received_at) AS evidence
    FROM webhook_event w WHERE w.processed_at IS NULL AND w.received_at < ${computeTimeMinutesBefore(now, 5)}
      AND (${subject}::text IS NULL OR w.event_id = ${subject}) ORDER BY w.received_at LIMIT ${limit}`,
  // Events that an admin has acknowledged are excluded, because the admin checked that they do not belong to this server.
  'event-of-unknown-charge': ({ now, subject, limit }) => discrepancySql`
    SELECT w.intent_id AS subject, jsonb_build_object('intent', w.intent_id, 'attempt', null,
      'events', jsonb_agg(w.event_id ORDER BY w.received_at), 'receivedAt', min(w.received_at)) AS evidence
    FROM webhook_event w WHERE w.type = 'payment_intent.succeeded' AND w.processed_at IS NOT NULL
      AND w.received_at > ${computeTimeMinutesBefore(now, 7 * 24 * 60)}
      AND NOT EXISTS (SELECT FROM payment_attempt a WHERE a.intent_id = w.intent_id)
      AND NOT EXISTS (SELECT FROM discrepancy f WHERE f.kind = 'event-of-unknown-charge' AND f.state = 'repaired'
        AND f.subject = w.intent_id)
      AND w.intent_id IS NOT NULL AND length(w.intent_id) <= 255
      AND (${subject}::text IS NULL OR w.intent_id = ${subject}) GROUP BY w.intent_id ORDER BY 1 LIMIT ${limit}`,
  'mail-undeliverable': ({ subject, limit }) => discrepancySql`
    SELECT o.id::text AS subject, jsonb_build_object('mail', o.id, 'kind', o.kind, 'booking', o.booking_id,
      'recipient', o.recipient_id, 'tries', o.tries, 'lastError', o.last_error) AS evidence
    FROM outbox o WHERE o.state = 'failed' AND (${subject}::text IS NULL OR o.id::text = ${subject})
    ORDER BY o.id LIMIT ${limit}`,
  'dispute-open': ({ subject, limit }) => discrepancySql`
    SELECT d.intent_id AS subject, jsonb_build_object('intent', d.intent_id,
      'booking', (SELECT a.booking_id FROM payment_attempt a WHERE a.intent_id = d.intent_id),
      'disputes', jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'amount', d.amount_cents, 'reason', d.reason,
        'status', d.provider_status, 'createdAt', d.created_at) ORDER BY d.created_at, d.id)) AS evidence
    FROM dispute d WHERE d.open AND (${subject}::text IS NULL OR d.intent_id = ${subject})
    GROUP BY d.intent_id ORDER BY min(d.created_at) LIMIT ${limit}`,
  'ledger-total-differs': ({ subject, limit }) => discrepancySql`
    SELECT t.currency AS subject, jsonb_build_object('count', count(*), 'accounts', jsonb_path_query_array(
      jsonb_agg(to_jsonb(t) ORDER BY t.account, t.owner_id), '$[0 to 9]')) AS evidence
    FROM (${differingTotalsSql}) t WHERE (${subject}::text IS NULL OR t.currency = ${subject})
    GROUP BY t.currency ORDER BY t.currency LIMIT ${limit}`,
  ...sellerPaymentChecks,
};

export const serverDiscrepancyKinds = Object.keys(checksByKind) as readonly ServerDiscrepancyKind[];
