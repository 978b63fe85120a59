import { accountsAtProvider, payableAccounts, type SignedCents } from '@carhouse/domain/ledger/ledger-entry';
import { findPeriodBounds } from '@carhouse/domain/text/singapore-day';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { findFirstLedgerDay, type LedgerDay } from './ledger-days.ts';

/** Sums in cents and counts of the entries of a day in Singapore. */
export type DayMovements = {
  /**
   * The sum of the entries that increase the money at the provider, and the sum of the entries that decrease this
   * money.
   */
  readonly cameIn: bigint;
  readonly wentOut: bigint;
  /** Numbers of entries by their cause: charges, paid payouts and paid refunds. */
  readonly payments: number;
  readonly payouts: number;
  readonly refunds: number;
  /** What the provider took as fees, less what it gave back. */
  readonly providerFees: bigint;
  /** What banks returned: disputed money, refunds and payouts that did not reach their account. */
  readonly returned: bigint;
  /** What banks withdrew for disputes. */
  readonly withdrawn: bigint;
  /** The recorded charges that turned out not to exist. */
  readonly voided: bigint;
  readonly fees: bigint;
  readonly gst: bigint;
};

/** Returns what the entries of a day moved. */
export async function sumDayMovements(database: Database, day: string): Promise<DayMovements> {
  const { from, until } = findPeriodBounds({ from: day, to: day });
  const { rows } = await sql<{ readonly [Name in keyof DayMovements]: string }>`
    SELECT
      coalesce(sum(held) FILTER (WHERE held > 0), 0)::text AS "cameIn",
      coalesce(-sum(held) FILTER (WHERE held < 0), 0)::text AS "wentOut",
      count(*) FILTER (WHERE cause = 'charge') AS payments,
      count(*) FILTER (WHERE cause = 'payout-paid') AS payouts,
      count(*) FILTER (WHERE cause = 'refund-paid') AS refunds,
      coalesce(-sum(held) FILTER (WHERE cause = 'charge-fee'), 0)::text AS "providerFees",
      coalesce(sum(held) FILTER (WHERE cause IN ('dispute-returned', 'refund-returned', 'payout-returned')), 0)::text AS returned,
      coalesce(-sum(held) FILTER (WHERE cause = 'dispute-withdrawn'), 0)::text AS withdrawn,
      coalesce(-sum(held) FILTER (WHERE cause = 'charge-void'), 0)::text AS voided,
      coalesce(sum(fee), 0)::text AS fees,
      coalesce(sum(gst), 0)::text AS gst
    FROM (
      SELECT e.cause,
        coalesce(sum(p.amount_cents) FILTER (WHERE p.account = ANY(${[...accountsAtProvider]})), 0) AS held,
        -sum(p.amount_cents) FILTER (WHERE p.account = 'fee') AS fee,
        -sum(p.amount_cents) FILTER (WHERE p.account = 'gst') AS gst
      FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
      WHERE e.at >= ${from} AND e.at < ${until}
      GROUP BY e.id
    ) AS entry`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('A query with aggregates has returned no row');
  return {
    cameIn: BigInt(row.cameIn),
    wentOut: BigInt(row.wentOut),
    payments: Number(row.payments),
    payouts: Number(row.payouts),
    refunds: Number(row.refunds),
    providerFees: BigInt(row.providerFees),
    returned: BigInt(row.returned),
    withdrawn: BigInt(row.withdrawn),
    voided: BigInt(row.voided),
    fees: BigInt(row.fees),
    gst: BigInt(row.gst),
  };
}

/** Balances in cents at the end of a day, with a sign: a debit is positive. */
export type DayBalances = {
  /** The money at the provider. */
  readonly heldAtProvider: SignedCents;
  /** What Car House owes buyers and sellers. */
  readonly owedToOthers: SignedCents;
};

/**
 * Returns the balances at the end of a day. The balances of a recorded day are read from its record. The only days
 * without a record are today and the last few days, so few entries follow them. The postings of these entries are
 * subtracted from the current totals.
 * @param recordedDay the record of the day; undefined when it is not recorded.
 */
export async function sumDayBalances(
  database: Database,
  day: string,
  recordedDay: LedgerDay | undefined,
): Promise<DayBalances> {
  const balances = recordedDay?.balances ?? (await listBalancesBefore(database, day));
  const sum = (accounts: readonly string[]): SignedCents =>
    balances
      .filter(({ account }) => accounts.includes(account))
      .reduce((total, { cents }) => total + BigInt(cents), 0n) as SignedCents;
  return { heldAtProvider: sum(accountsAtProvider), owedToOthers: sum(payableAccounts) };
}

async function listBalancesBefore(
  database: Database,
  day: string,
): Promise<readonly { readonly account: string; readonly cents: string }[]> {
  const firstDay = await findFirstLedgerDay(database);
  if (firstDay === undefined || day < firstDay) return [];
  const { until } = findPeriodBounds({ to: day });
  const { rows } = await sql<{ account: string; cents: string }>`
    SELECT account, sum(cents)::text AS cents FROM (
      SELECT account, balance_cents AS cents FROM ledger_balance
      UNION ALL
      SELECT p.account, -p.amount_cents FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
      WHERE e.at >= ${until}
    ) AS line GROUP BY account`.execute(database);
  return rows;
}
