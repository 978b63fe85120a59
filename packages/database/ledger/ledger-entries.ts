import type {
  LedgerCause,
  LedgerEntry,
  LedgerEntryId,
  Posting,
  SignedCents,
} from '@carhouse/domain/ledger/ledger-entry';
import { sql } from 'kysely';
import type { Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Returns the statement that saves entries with their postings. All entries of a transaction must be saved by one
 * statement. A single statement changes the totals of the accounts in a fixed order, so that two transactions cannot
 * wait for each other.
 * @throws a violation of `ledger_entry_cause_key` when one of the entries is already recorded, and of
 *   `ledger_entry_sums_to_zero` at the end of the transaction.
 */
export function makeLedgerInsertStatement(
  entries: readonly (LedgerEntry & { readonly id: LedgerEntryId })[],
  now: Date,
): Statement<void> {
  const postings = entries.flatMap(({ id, currency, postings: lines }) =>
    lines.map((posting, index) => ({ ...posting, entryId: id, line: index + 1, currency })),
  );
  return {
    name: 'ledger-entries',
    text: `
      WITH entry AS (
        INSERT INTO ledger_entry (id, cause, cause_id, booking_id, at)
        SELECT id, cause, cause_id, booking_id, $1
        FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[]) AS given (id, cause, cause_id, booking_id)
      )
      INSERT INTO ledger_posting (entry_id, line, account, owner_id, currency, amount_cents)
      SELECT * FROM unnest($6::uuid[], $7::smallint[], $8::text[], $9::uuid[], $10::text[], $11::bigint[])`,
    values: [
      now,
      entries.map(({ id }) => id),
      entries.map(({ cause }) => cause),
      entries.map(({ causeId }) => causeId),
      entries.map(({ bookingId }) => bookingId),
      postings.map(({ entryId }) => entryId),
      postings.map(({ line }) => line),
      postings.map(({ account }) => account),
      postings.map(({ ownerId }) => ownerId),
      postings.map(({ currency }) => currency),
      postings.map(({ amount }) => amount),
    ],
    read: () => undefined,
    isSentWithCommit: true,
  };
}

/** Whether a fact is in the ledger. */
export async function hasLedgerEntry(trx: Transaction, cause: LedgerCause, causeId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('ledger_entry')
    .select('id')
    .where('cause', '=', cause)
    .where('cause_id', '=', causeId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the postings of the entry with this cause, in the order of their lines; empty when there is no entry. */
export async function listPostingsOfCause(
  trx: Transaction,
  cause: LedgerCause,
  causeId: string,
): Promise<readonly Posting[]> {
  const { rows } = await sql<{ account: Posting['account']; owner_id: Posting['ownerId']; amount_cents: bigint }>`
    SELECT p.account, p.owner_id, p.amount_cents FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
    WHERE e.cause = ${cause} AND e.cause_id = ${causeId} ORDER BY p.line`.execute(trx);
  return rows.map((row) => ({
    account: row.account,
    ownerId: row.owner_id,
    amount: BigInt(row.amount_cents) as SignedCents,
  }));
}
