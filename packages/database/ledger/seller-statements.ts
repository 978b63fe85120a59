import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { LedgerCause, Posting, SignedCents } from '@carhouse/domain/ledger/ledger-entry';
import { statementAccounts } from '@carhouse/domain/seller-payment/seller-statement';
import { sql } from 'kysely';
import type { Transaction } from '../connection/transaction.ts';

/** An entry of the ledger that concerns a seller, with all of its postings and the car of its order. */
export type StatementEntry = {
  readonly number: bigint;
  readonly at: Date;
  readonly cause: LedgerCause;
  readonly bookingId: BookingId;
  readonly brand: string;
  readonly title: string;
  readonly postings: readonly Posting[];
};

type Row = {
  readonly number: string;
  readonly at: Date;
  readonly cause: LedgerCause;
  readonly booking_id: BookingId;
  readonly brand: string;
  readonly title: string;
  readonly postings: readonly {
    readonly account: Posting['account'];
    readonly owner_id: AccountId | null;
    readonly cents: string;
  }[];
};

export type Period = { readonly from: Date; readonly until: Date };

/**
 * Lists the entries with postings of a seller in a period, in the order of their numbers. The list begins after the
 * entry with the number `after`.
 */
export async function listStatementEntries(
  trx: Transaction,
  sellerId: AccountId,
  { from, until }: Period,
  limit: number,
  after: bigint,
): Promise<readonly StatementEntry[]> {
  const { rows } = await sql<Row>`
    SELECT e.number::text, e.at, e.cause, e.booking_id, b.brand, b.title,
      (SELECT jsonb_agg(jsonb_build_object('account', p.account, 'owner_id', p.owner_id, 'cents', p.amount_cents::text)
                        ORDER BY p.line)
       FROM ledger_posting p WHERE p.entry_id = e.id) AS postings
    FROM ledger_entry e JOIN booking b ON b.id = e.booking_id
    WHERE e.at >= ${from} AND e.at < ${until} AND e.number > ${after}
      AND ${makeConcernsSellerSql(sellerId)}
    ORDER BY e.number LIMIT ${limit}`.execute(trx);
  return rows.map((row) => ({
    number: BigInt(row.number),
    at: row.at,
    cause: row.cause,
    bookingId: row.booking_id,
    brand: row.brand,
    title: row.title,
    postings: readPostings(row.postings),
  }));
}

/** SQL for whether the entry `e` has postings of a seller, who may also be the buyer of another order. */
function makeConcernsSellerSql(sellerId: AccountId) {
  return sql`EXISTS (SELECT FROM ledger_posting own WHERE own.entry_id = e.id AND own.owner_id = ${sellerId}
    AND own.account IN ('seller_payable', 'seller_account', 'payout', 'seller_debt', 'bank_received'))`;
}

function readPostings(postings: Row['postings']): readonly Posting[] {
  return postings.map(({ account, owner_id: ownerId, cents }) => ({
    account,
    ownerId,
    amount: BigInt(cents) as SignedCents,
  }));
}

/**
 * Adds up the postings of all entries with postings of a seller in a period, by cause and account. Callers may treat
 * the sums of one cause like one entry, because every line of a statement is a sum of postings.
 */
export async function sumStatementEntries(
  trx: Transaction,
  sellerId: AccountId,
  { from, until }: Period,
): Promise<readonly Pick<StatementEntry, 'cause' | 'postings'>[]> {
  const { rows } = await sql<Pick<Row, 'cause' | 'postings'>>`
    SELECT cause, jsonb_agg(jsonb_build_object('account', account, 'owner_id', owner_id, 'cents', cents::text)) AS postings
    FROM (
      SELECT e.cause, p.account, CASE WHEN p.owner_id = ${sellerId} THEN p.owner_id END AS owner_id, sum(p.amount_cents) AS cents
      FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
      WHERE e.at >= ${from} AND e.at < ${until} AND ${makeConcernsSellerSql(sellerId)}
      GROUP BY 1, 2, 3) AS summed
    GROUP BY cause`.execute(trx);
  return rows.map(({ cause, postings }) => ({ cause, postings: readPostings(postings) }));
}

/** The amounts that Car House owed a seller at the beginning and at the end of a period, less the seller's debt. */
export type StatementBalances = {
  readonly opening: SignedCents;
  readonly closing: SignedCents;
  /** The parts of the closing balance: money in the seller's account at the provider, on its way to the bank, and the debt. */
  readonly atProvider: SignedCents;
  readonly underWay: SignedCents;
  readonly debt: SignedCents;
};

/** Adds up the postings of a seller before a period and until its end. */
export async function readStatementBalances(
  trx: Transaction,
  sellerId: AccountId,
  { from, until }: Period,
): Promise<StatementBalances> {
  const isStatementAccountSql = sql`p.account = ANY(${[...statementAccounts]}::text[])`;
  const { rows } = await sql<Record<keyof StatementBalances, string>>`
    SELECT coalesce(-sum(p.amount_cents) FILTER (WHERE ${isStatementAccountSql} AND e.at < ${from}), 0)::text AS opening,
           coalesce(-sum(p.amount_cents) FILTER (WHERE ${isStatementAccountSql}), 0)::text AS closing,
           coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'seller_account'), 0)::text AS "atProvider",
           coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'payout'), 0)::text AS "underWay",
           coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'seller_debt'), 0)::text AS debt
    FROM ledger_posting p JOIN ledger_entry e ON e.id = p.entry_id
    WHERE p.owner_id = ${sellerId} AND e.at < ${until}`.execute(trx);
  const readBalance = (name: keyof StatementBalances): SignedCents => BigInt(rows[0]?.[name] ?? 0) as SignedCents;
  return {
    opening: readBalance('opening'),
    closing: readBalance('closing'),
    atProvider: readBalance('atProvider'),
    underWay: readBalance('underWay'),
    debt: readBalance('debt'),
  };
}

/** Returns the time of the first entry that concerns a seller; null when there is none. */
export async function findFirstEntryOfSeller(trx: Transaction, sellerId: AccountId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(e.at) AS at FROM ledger_posting p JOIN ledger_entry e ON e.id = p.entry_id
    WHERE p.owner_id = ${sellerId} AND p.account IN ('seller_payable', 'seller_account', 'payout', 'seller_debt')`.execute(
    trx,
  );
  return rows[0]?.at ?? null;
}
