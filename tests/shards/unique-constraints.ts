import type pg from 'pg';
import { findDistribution } from './distribution.ts';

/** A unique index and its columns; an index on an expression has no columns. */
export type UniqueConstraint = { readonly table: string; readonly name: string; readonly columns: readonly string[] };

const providerIdReason =
  'the provider gives an id once, and its charge is of one booking: unique on the shard, with the booking';

/** For each unique constraint without a column that determines the shard, the reason why the values stay unique. */
const reasonsByConstraint: Readonly<Record<string, string>> = {
  audit_entry_ledger_day_key: 'each shard records the day of its own ledger',
  audit_seal_pkey: 'each shard has a chain with positions of its own',
  audit_unsealed_pkey: 'each shard has a chain of its own',
  dispute_pkey: providerIdReason,
  fee_document_number_key: 'a series of numbers for each shard: the number of the shard becomes a part of the number',
  ledger_balance_key: 'each shard has totals of its own entries',
  ledger_entry_cause_key: 'a cause is a row of the same shard, or an id of the provider that belongs to one booking',
  ledger_entry_number_key: 'a journal for each shard, with numbers of its own',
  listing_change_pkey: 'a feed for each shard, with a cursor of its own',
  listing_seller_dealer_ref_key:
    'the listings of one import run are placed by seller and reference: a hash chooses the shard',
  payment_attempt_intent_id_key: providerIdReason,
  payment_intent_id_key: providerIdReason,
  payment_receipt_number_key:
    'a series of numbers for each shard: the number of the shard becomes a part of the number',
  payout_idempotency_key_key: 'is made from the id of the row: unique on the shard is enough',
  payout_provider_payout_id_key: providerIdReason,
  refund_intent_id_key: providerIdReason,
  refund_provider_refund_id_key: providerIdReason,
  transfer_charge_key: providerIdReason,
  transfer_idempotency_key_key: 'is made from the id of the row: unique on the shard is enough',
  transfer_provider_transfer_id_key: providerIdReason,
};

/** Reads the unique indexes of the tables of the product. */
export async function listUniqueConstraints(client: pg.ClientBase): Promise<readonly UniqueConstraint[]> {
  const { rows } = await client.query<UniqueConstraint>(
    `SELECT i.indrelid::regclass::text AS table, c.relname AS name,
       ARRAY(SELECT attname::text FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)) AS columns
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  return rows;
}

/**
 * Finds the unique constraints of sharded tables that have no column which determines the shard, each with the reason
 * why its values stay unique.
 */
export function findCrossShardConstraints(
  constraints: readonly UniqueConstraint[],
): readonly (UniqueConstraint & { readonly reason: string | undefined })[] {
  return constraints
    .filter(({ table, columns }) => {
      const distribution = findDistribution(table);
      const isOnShard = distribution?.kind === 'listing' || distribution?.kind === 'shard';
      return isOnShard && !columns.some((column) => distribution.keyColumns?.includes(column) === true);
    })
    .map((each) => ({ ...each, reason: reasonsByConstraint[each.name] }));
}
