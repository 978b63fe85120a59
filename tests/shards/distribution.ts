import type { Schema } from '@carhouse/database/schema/schema';

/**
 * Where the rows of a table would stand if the data were on several PostgreSQL servers (decision 0094).
 *
 * - `listing`: on the shard of the listing that the row belongs to.
 * - `shard`: each shard has rows of its own, written in the transaction that they belong to.
 * - `copied`: in the database of accounts, with a copy on each shard, which reads and locks use.
 * - `account`: in the database of accounts.
 * - `global`: on one server for all shards.
 * - `reference`: small, equal on every server, changed by migrations and admins only.
 */
export type DistributionKind = 'listing' | 'shard' | 'copied' | 'account' | 'global' | 'reference';

export type Distribution = {
  readonly kind: DistributionKind;
  readonly reason: string;
  /**
   * Columns whose value tells on which shard the row is: ids that contain the number of the shard, or the id of the
   * account.
   */
  readonly keyColumns?: readonly string[];
  /**
   * Columns by which rows of the same shard are joined, although the value of the column does not tell which shard it
   * is.
   */
  readonly joinColumns?: readonly string[];
};

type MigratedTable = keyof Schema | 'schema_migration' | 'verification';

const bookingReason = 'belongs to a booking, which belongs to a listing';
const accountReason = 'belongs to an account and to no listing';
const counterReason = 'counted by key for all nodes; a store of its own, divided by the key, would do';

/** The distribution of every table. A test compares the names with the tables that the migrations create. */
export const distributionByTable: Readonly<Record<MigratedTable, Distribution>> = {
  listing: { kind: 'listing', keyColumns: ['id'], reason: 'is what the data are divided by' },
  listing_image: { kind: 'listing', keyColumns: ['listing_id'], reason: 'belongs to a listing' },
  advertisement: { kind: 'listing', keyColumns: ['listing_id'], reason: 'belongs to a listing' },
  booking: {
    kind: 'listing',
    keyColumns: ['id', 'listing_id'],
    reason: 'competes with the other bookings of its listing',
  },
  order_step: { kind: 'listing', keyColumns: ['booking_id'], reason: bookingReason },
  payment_attempt: {
    kind: 'listing',
    keyColumns: ['id', 'booking_id', 'listing_id', 'part_id'],
    joinColumns: ['intent_id'],
    reason: 'holds the car of a listing',
  },
  payment_part: { kind: 'listing', keyColumns: ['id', 'booking_id'], reason: bookingReason },
  bank_part: { kind: 'listing', keyColumns: ['part_id', 'booking_id'], reason: bookingReason },
  payment: {
    kind: 'listing',
    keyColumns: ['id', 'booking_id', 'attempt_id', 'listing_id', 'part_id'],
    joinColumns: ['intent_id'],
    reason: 'sells the car of a listing',
  },
  refund: {
    kind: 'listing',
    keyColumns: ['id', 'attempt_id'],
    joinColumns: ['intent_id'],
    reason: 'gives back a payment, on the shard of the payment',
  },
  dispute: { kind: 'listing', joinColumns: ['intent_id', 'id'], reason: 'stands with the payment that it disputes' },
  ledger_entry: {
    kind: 'listing',
    keyColumns: ['id', 'booking_id'],
    joinColumns: ['cause_id'],
    reason: 'is written in the transaction of the sale that it records',
  },
  ledger_posting: { kind: 'listing', keyColumns: ['entry_id'], reason: 'is a line of an entry' },
  sale: { kind: 'listing', keyColumns: ['booking_id', 'payment_id'], reason: bookingReason },
  reservation: { kind: 'listing', keyColumns: ['booking_id', 'listing_id'], reason: bookingReason },
  reservation_condition: { kind: 'listing', keyColumns: ['booking_id'], reason: bookingReason },
  reservation_queue: {
    kind: 'listing',
    keyColumns: ['id', 'listing_id'],
    reason: 'is a place in the queue for a listing',
  },
  complaint: { kind: 'listing', keyColumns: ['id', 'booking_id'], reason: bookingReason },
  transfer: { kind: 'listing', keyColumns: ['id', 'booking_id', 'payment_id'], reason: 'pays the seller of one sale' },
  payout: { kind: 'listing', keyColumns: ['id', 'transfer_id', 'booking_id'], reason: 'pays the seller of one sale' },
  fee_document: { kind: 'listing', keyColumns: ['booking_id'], reason: 'is the invoice of one sale' },

  ledger_balance: { kind: 'shard', reason: 'totals of the entries of this shard; those of all shards are added up' },
  outbox: {
    kind: 'shard',
    keyColumns: ['id', 'booking_id'],
    reason: 'is written in the transaction that it announces',
  },
  audit_entry: { kind: 'shard', keyColumns: ['id'], reason: 'is written in the transaction that it records' },
  audit_seal: { kind: 'shard', keyColumns: ['entry_id'], reason: 'each shard has a chain of its own' },
  audit_unsealed: { kind: 'shard', keyColumns: ['entry_id'], reason: 'each shard has a chain of its own' },
  listing_change: { kind: 'shard', reason: 'the feed of the listings of this shard' },

  account: {
    kind: 'copied',
    keyColumns: ['id'],
    reason: 'its rights are read and locked in each transaction of a car',
  },
  payout_account: { kind: 'copied', keyColumns: ['seller_id'], reason: 'a transfer reads the account at the provider' },
  payment_instructions: { kind: 'copied', keyColumns: ['seller_id'], reason: 'an order shows how its seller is paid' },
  session: { kind: 'account', keyColumns: ['id', 'account_id', 'token'], reason: accountReason },
  credential: { kind: 'account', keyColumns: ['id', 'account_id'], reason: accountReason },
  account_link: { kind: 'account', keyColumns: ['account_id'], reason: accountReason },
  verification: { kind: 'account', reason: 'is empty: no version has used it' },
  first_admin_link: { kind: 'account', reason: accountReason },
  personal_export: { kind: 'account', keyColumns: ['account_id'], reason: accountReason },
  app_factor: { kind: 'account', keyColumns: ['account_id'], reason: accountReason },
  app_factor_draft: { kind: 'account', keyColumns: ['account_id'], reason: accountReason },
  passkey: { kind: 'account', keyColumns: ['id', 'account_id', 'credential_id'], reason: accountReason },
  recovery_code: { kind: 'account', keyColumns: ['account_id'], reason: accountReason },
  pending_sign_in: { kind: 'account', keyColumns: ['token_hash', 'account_id'], reason: accountReason },
  wish: { kind: 'account', keyColumns: ['id', 'wisher_id'], reason: 'is a copy of a listing for one account' },
  import: { kind: 'account', keyColumns: ['id', 'seller_id'], reason: 'one file fills the shards of many listings' },
  import_part: { kind: 'account', keyColumns: ['import_id'], reason: 'belongs to an import' },
  import_gone: { kind: 'account', keyColumns: ['import_id'], reason: 'belongs to an import' },
  import_picture: { kind: 'account', keyColumns: ['import_id'], reason: 'belongs to an import' },
  image_upload: { kind: 'account', keyColumns: ['id', 'account_id'], reason: 'is counted for an account' },
  mail_pace: { kind: 'account', keyColumns: ['recipient_id'], reason: 'counts the mails of an account' },

  image: { kind: 'global', reason: 'is named by its content; it exists before the listing that shows it' },
  listing_duplicate: { kind: 'global', reason: 'compares listings of all shards' },
  webhook_event: { kind: 'global', reason: 'is received before its booking is known' },
  balance_movement: { kind: 'global', reason: 'is the statement of the one account at the provider' },
  reconciliation_cursor: { kind: 'global', reason: 'follows the one account at the provider' },
  discrepancy: { kind: 'global', reason: 'compares with the one account at the provider; admins list it' },
  approval: { kind: 'global', reason: 'admins decide for all shards' },
  report: { kind: 'global', reason: 'admins decide for all shards' },
  feedback: { kind: 'global', reason: 'belongs to no listing' },
  security_event: { kind: 'global', reason: 'belongs to no listing' },
  idempotency_key: { kind: 'global', reason: counterReason },
  rate_count: { kind: 'global', reason: counterReason },
  attempt_counter: { kind: 'global', reason: counterReason },
  spent_challenge: { kind: 'global', reason: counterReason },

  brand: { kind: 'reference', reason: 'a few hundred rows' },
  fee_rule: { kind: 'reference', reason: 'a few rows, which are never changed' },
  rule_minimum_parf: { kind: 'reference', reason: 'a few rows' },
  seed_marker: { kind: 'reference', reason: 'a few rows' },
  schema_migration: { kind: 'reference', reason: 'each server is migrated by itself' },
};

/** Returns the distribution of a table; undefined for a table of PostgreSQL itself, such as one of the catalog. */
export function findDistribution(table: string, schema?: string): Distribution | undefined {
  if (schema === 'pgboss') return { kind: 'shard', reason: 'a job is written in the transaction that it follows' };
  if (schema !== undefined && schema !== 'public') return undefined;
  return Object.hasOwn(distributionByTable, table) ? distributionByTable[table as MigratedTable] : undefined;
}
