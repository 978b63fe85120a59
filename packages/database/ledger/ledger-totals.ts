import type { LedgerAccount, SignedCents } from '@carhouse/domain/ledger/ledger-entry';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The balance of all accounts of one kind in one currency. */
export type LedgerTotal = { readonly account: LedgerAccount; readonly currency: string; readonly balance: SignedCents };

/**
 * Returns the stored totals of the accounts, added up over the owners of each kind of account. The sum of all totals in
 * one currency is zero.
 */
export async function sumLedgerAccounts(database: Database): Promise<readonly LedgerTotal[]> {
  const { rows } = await sql<{ account: LedgerAccount; currency: string; balance: string }>`
    SELECT account, currency, sum(balance_cents)::text AS balance FROM ledger_balance
    GROUP BY account, currency ORDER BY account, currency`.execute(database);
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) as SignedCents }));
}

/**
 * Replaces the stored totals by the sums of the postings. The function locks the ledger, so no entry is saved during
 * the replacement.
 * @returns whether any total has changed.
 */
export async function rebuildLedgerTotals(trx: Transaction): Promise<boolean> {
  await sql`LOCK TABLE ledger_posting, ledger_balance IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
  const { rows } = await sql<{ differs: boolean }>`SELECT EXISTS (${differingTotalsSql}) AS differs`.execute(trx);
  if (rows[0]?.differs !== true) return false;
  await sql`DELETE FROM ledger_balance`.execute(trx);
  await sql`
    INSERT INTO ledger_balance (account, owner_id, currency, slot, balance_cents)
    SELECT account, owner_id, currency, 0, sum(amount_cents) FROM ledger_posting
    GROUP BY account, owner_id, currency`.execute(trx);
  return true;
}

/** SQL for the accounts whose stored total differs from the sum of their postings. */
export const differingTotalsSql = sql<{ account: string; owner_id: string | null; currency: string }>`
  SELECT account, owner_id, currency, sum(kept)::text AS kept, sum(posted)::text AS posted
  FROM (
    SELECT account, owner_id, currency, balance_cents AS kept, 0 AS posted FROM ledger_balance
    UNION ALL
    SELECT account, owner_id, currency, 0, amount_cents FROM ledger_posting
  ) AS line
  GROUP BY account, owner_id, currency HAVING sum(kept) <> sum(posted)`;
