import type { AccountId } from '@carhouse/domain/account/account';
import type { Cents } from '@carhouse/domain/money/money';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import { factColumnNames } from '../listings/listing-row.ts';

/**
 * Checks and records the daily export of a user.
 * @returns whether an export is allowed now. Only one of two concurrent calls returns true.
 */
export async function claimDailyExport(
  trx: Transaction,
  accountId: AccountId,
  now: Date,
  since: Date,
): Promise<boolean> {
  const rows = await trx
    .insertInto('personal_export')
    .values({ account_id: accountId, at: now })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ at: now }).where('personal_export.at', '<=', since),
    )
    .returning('account_id')
    .execute();
  return rows.length > 0;
}

/** Whether the user can sign in with a password, and not only with a provider. */
export async function hasPassword(database: Database, accountId: AccountId): Promise<boolean> {
  const row = await database
    .selectFrom('credential')
    .select('id')
    .where('account_id', '=', accountId)
    .where('provider_id', '=', 'credential')
    .where('password', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The tables that refer to a user. The value says which data of the table are in a user's export of personal data, or
 * why the export has none of the table's data. A test checks that this list contains every table that refers to a user.
 */
export const exportedDataByTable: Readonly<Record<string, string>> = {
  session: 'sessions, without tokens',
  credential: 'the ways in, without secrets',
  listing: 'listings',
  booking: 'bookings as buyer and as seller',
  order_step: 'nothing: the audit entries by them contain the steps of orders that they marked',
  wish: 'wishes',
  payment_attempt: 'payment attempts',
  payment: 'payments',
  sale: 'sales as buyer and as seller; the fee only of own sales',
  reservation_condition: 'conditions of their reservations, with what they said about them',
  reservation_queue: 'their places in the queues for cars',
  bank_part: 'parts of prices that banks pay: what they stated themselves, and what followed',
  complaint: 'complaints about their orders: what they said themselves, and the decision',
  fee_rule: 'nothing: rules that apply to one seller show in the fee of their sales, and who made a rule in the audit',
  refund: 'refunds, through the attempts of the buyer',
  transfer: 'transfers of their shares of sales, without keys',
  payout: 'payouts to their bank, without keys',
  fee_document: 'invoices of the fees of their sales',
  payout_account: 'the state of their payout account and the bank account in it, without keys',
  payment_instructions: 'how they want to be paid by buyers',
  audit_entry: 'audit entries by them and about them',
  image_upload: 'images that they uploaded',
  account_link: 'the purpose and times of links that were mailed to them, without the link',
  outbox: 'mails that wait for them: kind and state',
  mail_pace: 'nothing: the times of the mails of one hour, which stand with the mails',
  discrepancy: 'nothing: an admin who repaired a fault stands in the audit as well',
  ledger_posting: 'nothing: what is owed to them follows from the payments and refunds, which are exported',
  ledger_balance: 'nothing: these are sums of ledger_posting',
  approval: 'nothing: what an admin asked other admins for, or decided, stands in the audit as well',
  feedback: 'what they wrote to the server while signed in',
  report: 'what they reported while signed in; nothing of what others report about them',
  personal_export: 'nothing: it only limits the export itself',
  app_factor: 'since when an authenticator app is set up, without its secret',
  app_factor_draft: 'nothing: a secret that is being set up, kept for minutes',
  passkey: 'names and times of passkeys, without keys',
  recovery_code: 'when recovery codes were made and used, without the codes',
  pending_sign_in: 'nothing: a sign-in that is half finished, kept for minutes',
  import: 'nothing: files that they sent themselves, kept for a month; the result are their listings',
};

/** Reads all stored data about one user, including names and e-mail addresses of others, which present-export.ts masks. */
export async function readPersonalData(database: Database, id: AccountId) {
  const attempts = database.selectFrom('payment_attempt').select('id').where('buyer_id', '=', id);
  return {
    account: await database
      .selectFrom('account')
      .select(['id', 'name', 'email', 'email_verified', 'photo_url', 'role', 'number', 'verified_at', 'status'])
      .select(['status_reason', 'seller_kind'])
      .select(['created_at', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    credentials: await database
      .selectFrom('credential')
      .select(['provider_id', 'created_at', 'updated_at'])
      .where('account_id', '=', id)
      .orderBy('created_at')
      .execute(),
    secondFactors: [
      ...(await database
        .selectFrom('app_factor')
        .select([sql<string>`'authenticator app'`.as('name'), 'created_at'])
        .where('account_id', '=', id)
        .execute()),
      ...(await database
        .selectFrom('passkey')
        .select(['name', 'created_at', 'last_used_at'])
        .where('account_id', '=', id)
        .orderBy('created_at')
        .execute()),
      ...(await database
        .selectFrom('recovery_code')
        .select([sql<string>`'recovery code'`.as('name'), 'created_at', 'used_at'])
        .where('account_id', '=', id)
        .orderBy('used_at')
        .execute()),
    ],
    sessions: await database
      .selectFrom('session')
      .select(['created_at', 'updated_at', 'expires_at', 'ip_address', 'user_agent'])
      .where('account_id', '=', id)
      .orderBy('created_at')
      .execute(),
    listings: await database
      .selectFrom('listing')
      .select(['id', 'brand', 'title', 'location', 'original_price_cents', 'resale_price_cents', 'years_of_use'])
      .select(['year_of_purchase', 'description', 'status', 'posted_at', 'updated_at', 'dealer_ref'])
      .select(factColumnNames)
      .where('seller_id', '=', id)
      .orderBy('posted_at')
      .execute(),
    images: await database
      .selectFrom('image_upload')
      .select(['image_key', 'bytes', 'created_at'])
      .where('account_id', '=', id)
      .orderBy('created_at')
      .execute(),
    bookings: await database
      .selectFrom('booking')
      .selectAll()
      .where((where) => where.or([where('buyer_id', '=', id), where('seller_id', '=', id)]))
      .orderBy('created_at')
      .execute(),
    wishes: await database
      .selectFrom('wish')
      .select(['id', 'listing_id', 'brand', 'title', 'author', 'location', 'resale_price_cents', 'wished_at'])
      .where('wisher_id', '=', id)
      .orderBy('wished_at')
      .execute(),
    paymentAttempts: await database
      .selectFrom('payment_attempt')
      .select(['id', 'booking_id', 'amount_cents', 'currency', 'state', 'intent_id', 'break_reason', 'created_at'])
      .where('buyer_id', '=', id)
      .orderBy('created_at')
      .execute(),
    payments: await database
      .selectFrom('payment')
      .select(['id', 'booking_id', 'intent_id', 'amount_cents', 'currency', 'method', 'paid_at'])
      .where('buyer_id', '=', id)
      .orderBy('paid_at')
      .execute(),
    sales: await database
      .selectFrom('sale')
      .select([
        'booking_id',
        'state',
        'price_cents',
        'currency',
        'paid_at',
        'handed_over_at',
        'confirm_by',
        'confirmed_at',
      ])
      .select([
        sql<Cents | null>`CASE WHEN seller_id = ${id} THEN fee_cents END`.as('fee_cents'),
        sql<Cents | null>`CASE WHEN seller_id = ${id} THEN gst_cents END`.as('gst_cents'),
        sql<Cents | null>`CASE WHEN seller_id = ${id} THEN netted_cents END`.as('netted_cents'),
      ])
      .where((where) => where.or([where('buyer_id', '=', id), where('seller_id', '=', id)]))
      .orderBy('paid_at')
      .execute(),
    complaints: await database
      .selectFrom('complaint')
      .innerJoin('sale', 'sale.booking_id', 'complaint.booking_id')
      .select(['complaint.booking_id', 'ground', 'outcome', 'decision', 'opened_at', 'decided_at'])
      .select(
        sql<string | null>`CASE WHEN sale.buyer_id = ${id} THEN complaint.buyer_text ELSE complaint.seller_text END`.as(
          'text',
        ),
      )
      .where((where) => where.or([where('sale.buyer_id', '=', id), where('sale.seller_id', '=', id)]))
      .orderBy('opened_at')
      .execute(),
    bankParts: await database
      .selectFrom('bank_part')
      .innerJoin('booking', 'booking.id', 'bank_part.booking_id')
      .select(['bank_part.booking_id', 'bank_part.amount_cents', 'bank_part.state', 'stated_at', 'received_at'])
      .select(['confirmed_at', 'refused_at', 'sent_back_at', 'returned_at'])
      .select([
        sql<string | null>`CASE WHEN booking.buyer_id = ${id} THEN bank_part.bank END`.as('bank'),
        sql<
          string | null
        >`CASE WHEN booking.buyer_id = ${id} THEN bank_part.buyer_reference ELSE bank_part.seller_reference END`.as(
          'reference',
        ),
        sql<string | null>`CASE WHEN booking.seller_id = ${id} THEN bank_part.return_reference END`.as(
          'return_reference',
        ),
        'return_reason',
        sql<string | null>`CASE WHEN refused_by = ${id} THEN bank_part.refusal END`.as('refusal'),
      ])
      .where((where) => where.or([where('booking.buyer_id', '=', id), where('booking.seller_id', '=', id)]))
      .orderBy('bank_part.part_id')
      .execute(),
    reservations: await database
      .selectFrom('reservation')
      .innerJoin('booking', 'booking.id', 'reservation.booking_id')
      .select([
        'reservation.booking_id',
        'reservation.state',
        'deposit_cents',
        'rule_version',
        'rule_text',
        'accepted_at',
      ])
      .select(['reservation.paid_at', 'free_until', 'ends_at', 'end_kind', 'end_condition', 'ended_at'])
      .select(['refund_cents', 'forfeited_cents'])
      .where((where) => where.or([where('booking.buyer_id', '=', id), where('booking.seller_id', '=', id)]))
      .orderBy('accepted_at')
      .execute(),
    reservationConditions: await database
      .selectFrom('reservation_condition')
      .innerJoin('booking', 'booking.id', 'reservation_condition.booking_id')
      .select([
        'reservation_condition.booking_id',
        'kind',
        'reservation_condition.state',
        'deadline',
        'stated_at',
        'note',
      ])
      .where('booking.buyer_id', '=', id)
      .orderBy('deadline')
      .execute(),
    placesInLine: await database
      .selectFrom('reservation_queue')
      .select(['listing_id', 'state', 'joined_at', 'turn_from', 'turn_until'])
      .where('buyer_id', '=', id)
      .orderBy('joined_at')
      .execute(),
    refunds: await database
      .selectFrom('refund')
      .select(['id', 'attempt_id', 'amount_cents', 'currency', 'state', 'reason', 'created_at', 'updated_at'])
      .where('attempt_id', 'in', attempts)
      .orderBy('created_at')
      .execute(),
    paymentInstructions: await database
      .selectFrom('payment_instructions')
      .select(['ways', 'paynow_to', 'note', 'changed_at'])
      .where('seller_id', '=', id)
      .execute(),
    payoutAccounts: await database
      .selectFrom('payout_account')
      .select(['state', 'provider_account_id', 'details_submitted', 'requirements', 'disabled_reason', 'bank_name'])
      .select(['bank_last4', 'bank_since', 'confirmed_at', 'started_at', 'checked_at', 'created_at', 'state_since'])
      .where('seller_id', '=', id)
      .execute(),
    transfers: await database
      .selectFrom('transfer')
      .select(['id', 'booking_id', 'state', 'currency', 'amount_cents', 'refusal', 'created_at', 'updated_at'])
      .where('seller_id', '=', id)
      .orderBy('created_at')
      .execute(),
    payouts: await database
      .selectFrom('payout')
      .select(['id', 'transfer_id', 'booking_id', 'state', 'currency', 'amount_cents', 'failure_code', 'arrives_at'])
      .select(['created_at', 'updated_at'])
      .where('seller_id', '=', id)
      .orderBy('created_at')
      .execute(),
    feeDocuments: await database.selectFrom('fee_document').selectAll().where('seller_id', '=', id).execute(),
    links: await database
      .selectFrom('account_link')
      .select(['purpose', 'email', 'created_at', 'expires_at'])
      .where('account_id', '=', id)
      .execute(),
    mails: await database
      .selectFrom('outbox')
      .select(['kind', 'booking_id', 'state', 'created_at', 'updated_at'])
      .where('recipient_id', '=', id)
      .orderBy('created_at')
      .execute(),
    reports: await database
      .selectFrom('report')
      .select(['id', 'listing_id', 'seller_id', 'ground', 'text', 'state', 'created_at', 'closed_at'])
      .where('reporter_id', '=', id)
      .orderBy('created_at')
      .execute(),
    feedback: await database
      .selectFrom('feedback')
      .select(['id', 'email', 'text', 'created_at'])
      .where('account_id', '=', id)
      .orderBy('created_at')
      .execute(),
    audit: await database
      .selectFrom('audit_entry')
      .select(['at', 'actor_id', 'action', 'noun', 'noun_id', 'before', 'after'])
      .where((where) =>
        where.or([
          where('actor_id', '=', id),
          where.and([where('noun', '=', 'account'), where('noun_id', '=', sql<string>`${id}::text`)]),
        ]),
      )
      .orderBy('at')
      .execute(),
  };
}

export type PersonalData = Awaited<ReturnType<typeof readPersonalData>>;
