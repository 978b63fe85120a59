import type { AccountId } from '@carhouse/domain/account/account';
import { deletedAccountName, makeDeletedAddress } from '@carhouse/domain/account/deleted-account';
import { computeRetentionLimit, type RetentionRule } from '@carhouse/domain/privacy/retention';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import { forgetFeedback } from '../feedback/feedback.ts';
import { removeDeletedUserFromReports } from '../reports/reports.ts';

/** SQL for the fields of a card provider's event that stay stored: ids, amounts and states, without billing details. */
const payloadWithoutBillingDetailsSql = sql`jsonb_build_object(
  'id', payload->'id', 'type', payload->'type', 'created', payload->'created', 'livemode', payload->'livemode',
  'data', jsonb_build_object('object', jsonb_strip_nulls(jsonb_build_object(
    'id', payload#>'{data,object,id}', 'object', payload#>'{data,object,object}',
    'amount', payload#>'{data,object,amount}', 'currency', payload#>'{data,object,currency}',
    'status', payload#>'{data,object,status}', 'reason', payload#>'{data,object,reason}',
    'livemode', payload#>'{data,object,livemode}', 'payment_intent', payload#>'{data,object,payment_intent}',
    'charge', payload#>'{data,object,charge}', 'metadata', payload#>'{data,object,metadata}'))),
  'bare', true)`;

/**
 * Removes a deleted user's data from records of other users. Names remain in paid and refunded bookings, because
 * accounting records must name both parties of a sale; the retention rule removes them later (docs/decisions/0019). The
 * reason for a cancellation is shortened to the name of the party that cancelled, as
 * apps/server/bookings/cancel-booking.ts stores it.
 */
export async function anonymiseSnapshots(trx: Transaction, id: AccountId, now: Date): Promise<void> {
  const address = makeDeletedAddress(id);
  await sql`UPDATE booking SET buyer_number = '', meeting_date = '', buyer_email = ${address},
              close_reason = regexp_replace(close_reason, '^(Cancelled by the buyer):.*$', '\\1.'),
              buyer_name = CASE WHEN status IN ('paid', 'refunded') THEN buyer_name ELSE ${deletedAccountName} END
            WHERE buyer_id = ${id}`.execute(trx);
  await sql`UPDATE booking SET seller_email = ${address},
              close_reason = regexp_replace(close_reason, '^(Cancelled by the seller):.*$', '\\1.'),
              seller_name = CASE WHEN status IN ('paid', 'refunded') THEN seller_name ELSE ${deletedAccountName} END
            WHERE seller_id = ${id}`.execute(trx);
  await sql`UPDATE payment_attempt SET break_reason = NULL WHERE buyer_id = ${id} AND break_reason IS NOT NULL`.execute(
    trx,
  );
  await sql`UPDATE reservation_condition SET note = NULL FROM booking
            WHERE booking.id = reservation_condition.booking_id AND booking.buyer_id = ${id} AND note IS NOT NULL`.execute(
    trx,
  );
  // A user's texts about an open complaint stay stored until an admin has decided the complaint; the retention rule
  // removes these texts later.
  await sql`UPDATE complaint SET buyer_text = NULL FROM sale
            WHERE sale.booking_id = complaint.booking_id AND sale.buyer_id = ${id} AND complaint.outcome IS NOT NULL`.execute(
    trx,
  );
  await sql`UPDATE complaint SET seller_text = NULL FROM sale
            WHERE sale.booking_id = complaint.booking_id AND sale.seller_id = ${id} AND complaint.outcome IS NOT NULL`.execute(
    trx,
  );
  // References of money that was paid or must go back are accounting records; the retention rule removes them later.
  // The data of a bank payment that a user has only stated is removed now, because the order is being cancelled.
  await sql`UPDATE bank_part SET bank = NULL, buyer_reference = NULL, refusal = NULL FROM booking
            WHERE booking.id = bank_part.booking_id AND ${id} IN (booking.buyer_id, booking.seller_id)
              AND state IN ('expected', 'stated', 'closed')`.execute(trx);
  await sql`UPDATE wish SET author = ${deletedAccountName}, author_email = ${address}
            WHERE listing_id IN (SELECT id FROM listing WHERE seller_id = ${id})`.execute(trx);
  await sql`UPDATE listing SET description = '' WHERE seller_id = ${id}`.execute(trx);
  await sql`UPDATE webhook_event SET payload = ${payloadWithoutBillingDetailsSql} WHERE NOT payload ? 'bare' AND intent_id IN
              (SELECT intent_id FROM payment_attempt WHERE buyer_id = ${id} AND intent_id IS NOT NULL)`.execute(trx);
  await forgetFeedback(trx, id, now);
  await removeDeletedUserFromReports(trx, id, now);
  // The id of the account at the provider stays stored, because payments of sales were or will be made to this account.
  await sql`UPDATE payout_account SET requirements = '[]', disabled_reason = NULL, bank_id = NULL, bank_name = NULL,
              bank_last4 = NULL, bank_since = NULL WHERE seller_id = ${id}`.execute(trx);
  await sql`DELETE FROM payment_instructions WHERE seller_id = ${id}`.execute(trx);
  await sql`DELETE FROM account_link WHERE account_id = ${id}`.execute(trx);
  await sql`DELETE FROM personal_export WHERE account_id = ${id}`.execute(trx);
  await sql`DELETE FROM import WHERE seller_id = ${id}`.execute(trx);
}

type RetentionDeletion = { readonly rule: RetentionRule; makeDeletionSql(timeLimit: Date): RawBuilder<unknown> };

/** Maximum number of rows per statement, so that no statement takes long. */
const rowsPerStatement = 1_000;
const closingTimeSql = sql`coalesce(closed_at, paid_at)`;

/**
 * The statements that delete or anonymise expired data, one for each retention rule. Each statement finds only rows
 * that are not processed yet, so a repeated run changes nothing.
 */
const retentionDeletions: readonly RetentionDeletion[] = [
  {
    rule: 'expiredSession',
    makeDeletionSql: (timeLimit) => sql`DELETE FROM session WHERE id IN
      (SELECT id FROM session WHERE expires_at < ${timeLimit} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'networkOfSignUp',
    makeDeletionSql: (timeLimit) => sql`UPDATE account SET sign_up_network = NULL WHERE id IN
      (SELECT id FROM account WHERE (role IS DISTINCT FROM 'Seller' OR status = 'deleted') AND sign_up_network IS NOT NULL
         AND greatest(created_at, refused_at) < ${timeLimit} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'expiredVerification',
    makeDeletionSql: (timeLimit) => sql`DELETE FROM verification WHERE id IN
      (SELECT id FROM verification WHERE expires_at < ${timeLimit} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'bookingContact',
    makeDeletionSql: (timeLimit) => sql`UPDATE payment_attempt SET break_reason = NULL WHERE id IN
      (SELECT id FROM payment_attempt WHERE break_reason IS NOT NULL AND released_at < ${timeLimit} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'bookingContact',
    makeDeletionSql: (timeLimit) => sql`UPDATE booking SET buyer_number = '', meeting_date = '',
        close_reason = CASE WHEN close_reason IS NULL THEN NULL ELSE '' END WHERE id IN
      (SELECT id FROM booking WHERE status <> 'unpaid' AND ${closingTimeSql} < ${timeLimit}
         AND (buyer_number <> '' OR meeting_date <> '' OR close_reason <> '') LIMIT ${rowsPerStatement} FOR UPDATE SKIP LOCKED)`,
  },
  {
    rule: 'bookingContact',
    makeDeletionSql: (timeLimit) => sql`UPDATE reservation_condition SET note = NULL WHERE (booking_id, kind) IN
      (SELECT c.booking_id, c.kind FROM reservation_condition c JOIN booking ON booking.id = c.booking_id
       WHERE c.note IS NOT NULL AND booking.status <> 'unpaid' AND ${closingTimeSql} < ${timeLimit} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'bookingContact',
    makeDeletionSql: (expiredBefore) => sql`UPDATE bank_part SET refusal = NULL WHERE part_id IN
      (SELECT k.part_id FROM bank_part k JOIN booking ON booking.id = k.booking_id
       WHERE k.refusal IS NOT NULL AND k.state NOT IN ('to-return', 'sent-back') AND booking.status <> 'unpaid'
         AND ${closingTimeSql} < ${expiredBefore} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'cancelledBooking',
    makeDeletionSql: (expiredBefore) => makeBankReferenceRemovalSql(expiredBefore, sql`booking.status = 'cancelled'`),
  },
  {
    rule: 'paidBooking',
    makeDeletionSql: (expiredBefore) =>
      makeBankReferenceRemovalSql(expiredBefore, sql`booking.status IN ('paid', 'refunded')`),
  },
  {
    rule: 'decidedComplaint',
    makeDeletionSql: (
      timeLimit,
    ) => sql`UPDATE complaint SET buyer_text = NULL, seller_text = NULL, decision = NULL WHERE id IN
      (SELECT id FROM complaint WHERE decided_at < ${timeLimit}
         AND (buyer_text IS NOT NULL OR seller_text IS NOT NULL OR decision IS NOT NULL) LIMIT ${rowsPerStatement} FOR UPDATE SKIP LOCKED)`,
  },
  {
    rule: 'cancelledBooking',
    makeDeletionSql: (timeLimit) => makeNameRemovalSql(timeLimit, sql`status = 'cancelled'`),
  },
  {
    rule: 'paidBooking',
    makeDeletionSql: (timeLimit) => makeNameRemovalSql(timeLimit, sql`status IN ('paid', 'refunded')`),
  },
  {
    rule: 'providerEvent',
    makeDeletionSql: (
      timeLimit,
    ) => sql`UPDATE webhook_event SET payload = ${payloadWithoutBillingDetailsSql} WHERE event_id IN
      (SELECT event_id FROM webhook_event WHERE received_at < ${timeLimit} AND NOT payload ? 'bare' LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'archivedFeedback',
    makeDeletionSql: (timeLimit) => sql`DELETE FROM feedback WHERE id IN
      (SELECT id FROM feedback WHERE archived_at < ${timeLimit} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'closedReport',
    makeDeletionSql: (timeLimit) => sql`DELETE FROM report WHERE id IN
      (SELECT id FROM report WHERE closed_at < ${timeLimit} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'securityEvent',
    makeDeletionSql: (timeLimit) => sql`DELETE FROM security_event WHERE id IN
      (SELECT id FROM security_event WHERE at < ${timeLimit} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'sentMail',
    // A digest is deleted together with the mails that it counts.
    makeDeletionSql: (timeLimit) => sql`DELETE FROM outbox WHERE id IN
      (SELECT id FROM outbox WHERE state IN ('sent', 'dropped') AND updated_at < ${timeLimit} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'resolvedDiscrepancy',
    makeDeletionSql: (timeLimit) => sql`DELETE FROM discrepancy WHERE id IN
      (SELECT id FROM discrepancy WHERE state = 'resolved' AND closed_at < ${timeLimit} LIMIT ${rowsPerStatement})`,
  },
  {
    rule: 'exportMark',
    makeDeletionSql: (timeLimit) => sql`DELETE FROM personal_export WHERE at < ${timeLimit}`,
  },
];

function makeNameRemovalSql(timeLimit: Date, bookingConditionSql: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`UPDATE booking SET buyer_name = '', buyer_email = '', seller_name = '', seller_email = '' WHERE id IN
    (SELECT id FROM booking WHERE ${bookingConditionSql} AND ${closingTimeSql} < ${timeLimit}
       AND (buyer_name <> '' OR buyer_email <> '' OR seller_name <> '' OR seller_email <> '')
     LIMIT ${rowsPerStatement} FOR UPDATE SKIP LOCKED)`;
}

/** Removes names of banks, references and reasons, except where the seller still owes the money to the bank. */
function makeBankReferenceRemovalSql(
  expiredBefore: Date,
  bookingConditionSql: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`UPDATE bank_part SET bank = NULL, buyer_reference = NULL, seller_reference = NULL, return_reference = NULL,
    refusal = NULL, return_reason = NULL
    WHERE part_id IN (SELECT k.part_id FROM bank_part k JOIN booking ON booking.id = k.booking_id
      WHERE ${bookingConditionSql} AND ${closingTimeSql} < ${expiredBefore} AND k.state NOT IN ('to-return', 'sent-back')
        AND (k.bank IS NOT NULL OR k.buyer_reference IS NOT NULL OR k.seller_reference IS NOT NULL OR k.return_reference IS NOT NULL
          OR k.refusal IS NOT NULL OR k.return_reason IS NOT NULL)
      LIMIT ${rowsPerStatement})`;
}

/**
 * Removes data that has passed its retention period.
 * @returns number of removed rows by rule, for rules that removed any.
 */
export async function removeExpiredData(
  database: Database,
  now: Date,
): Promise<Readonly<Partial<Record<RetentionRule, number>>>> {
  const removedCounts: Partial<Record<RetentionRule, number>> = {};
  for (const { rule, makeDeletionSql } of retentionDeletions) {
    const timeLimit = computeRetentionLimit(rule, now);
    for (;;) {
      const rows = Number((await makeDeletionSql(timeLimit).execute(database)).numAffectedRows ?? 0n);
      if (rows > 0) removedCounts[rule] = (removedCounts[rule] ?? 0) + rows;
      if (rows < rowsPerStatement) break;
    }
  }
  return removedCounts;
}
