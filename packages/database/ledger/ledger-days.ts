import { createHash } from 'node:crypto';
import type { LedgerAccount } from '@carhouse/domain/ledger/ledger-entry';
import { addDaysToIsoDate, findPeriodBounds, toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Key of the lock for recording the sums of a day in the audit: only one process per database records sums at a time.
 */
const dayLockKey = 7_302_118_440_022_056n;
const entriesPerPage = 1_000;

/** A sum of one account in one currency, in cents with a sign. */
type AccountTotal = { readonly account: LedgerAccount; readonly currency: string; readonly cents: string };

/** The entries of a day in Singapore as one hash, with the sums of their postings and the balances at the end of the day. */
export type LedgerDay = {
  readonly day: string;
  readonly entries: number;
  /** The SHA-256 of all entries of the day in the order of their numbers, in hexadecimal digits. */
  readonly hash: string;
  /** The sums of the day's postings, by account. */
  readonly totals: readonly AccountTotal[];
  /** The balances at the end of the day: the sums of the previous day's balances and the day's totals. */
  readonly balances: readonly AccountTotal[];
};

/**
 * Keeps other processes from recording the sums of a day until this transaction ends.
 * @returns false when another process is recording the sums of a day.
 */
export async function lockLedgerDays(trx: Transaction): Promise<boolean> {
  const lockResult = await sql<{ ours: boolean }>`SELECT pg_try_advisory_xact_lock(${dayLockKey}) AS ours`.execute(trx);
  return lockResult.rows[0]?.ours === true;
}

/** Returns the last day whose sums are recorded in the audit; undefined when there is none. */
export async function findLastLedgerDay(database: Database | Transaction): Promise<LedgerDay | undefined> {
  const { rows } = await sql<{ noun_id: string; after: unknown }>`
    SELECT noun_id, after FROM audit_entry WHERE noun = 'ledger_day' ORDER BY noun_id DESC LIMIT 1`.execute(database);
  return rows[0] && dayFromAudit(rows[0].noun_id, rows[0].after);
}

/** Returns the audit record of one day and the time of the record; undefined when the day is not recorded. */
export async function findLedgerDay(
  database: Database,
  day: string,
): Promise<(LedgerDay & { readonly recordedAt: Date }) | undefined> {
  const { rows } = await sql<{ after: unknown; at: Date }>`
    SELECT after, at FROM audit_entry WHERE noun = 'ledger_day' AND noun_id = ${day}`.execute(database);
  return rows[0] && { ...dayFromAudit(day, rows[0].after), recordedAt: rows[0].at };
}

/** Returns the days from `first` to `last` that are recorded in the audit. */
export async function listRecordedDays(
  database: Database,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ noun_id: string }>`
    SELECT noun_id FROM audit_entry
    WHERE noun = 'ledger_day' AND noun_id BETWEEN ${first} AND ${last}`.execute(database);
  return new Set(rows.map((row) => row.noun_id));
}

/** Returns the day in Singapore of the oldest entry; undefined for an empty ledger. */
export async function findFirstLedgerDay(database: Database | Transaction): Promise<string | undefined> {
  const { rows } = await sql<{ at: Date | null }>`SELECT min(at) AS at FROM ledger_entry`.execute(database);
  const oldestEntryAt = rows[0]?.at ?? null;
  return oldestEntryAt === null ? undefined : toSingaporeDay(oldestEntryAt);
}

/**
 * Computes the hash, the sums and the balances of a day from the ledger.
 * @param previousDay the data of the day before; undefined for the first day.
 */
export async function computeLedgerDay(
  database: Database | Transaction,
  day: string,
  previousDay: LedgerDay | undefined,
): Promise<LedgerDay> {
  const { entries, hash } = await hashEntries(database, day);
  const totals = await sumDay(database, day);
  return { day, entries, hash, totals, balances: addTotals(previousDay?.balances ?? [], totals) };
}

/** Returns the data about a day that the audit records. */
export function makeLedgerDayAudit({ entries, hash, totals, balances }: LedgerDay): object {
  return { entries, hash, totals, balances };
}

/**
 * A difference between the recorded days and the ledger. `changed`: the entries or sums of the day differ from its
 * record. `missing`: a day between two recorded days has no record.
 */
export type LedgerDayFault = { readonly kind: 'changed' | 'missing'; readonly day: string };

export type LedgerDayReport = { readonly days: number; readonly faults: readonly LedgerDayFault[] };

/** Compares every recorded day with the ledger as it is now. The first 100 differences are reported. */
export async function verifyLedgerDays(database: Database): Promise<LedgerDayReport> {
  const faults: LedgerDayFault[] = [];
  const recordFault = (fault: LedgerDayFault): void => void (faults.length < 100 && faults.push(fault));
  let previousDay: LedgerDay | undefined;
  let days = 0;
  for (;;) {
    const { rows } = await sql<{ noun_id: string; after: unknown }>`
      SELECT noun_id, after FROM audit_entry WHERE noun = 'ledger_day' AND noun_id > ${previousDay?.day ?? ''}
      ORDER BY noun_id LIMIT 100`.execute(database);
    for (const row of rows) {
      const recordedDay = dayFromAudit(row.noun_id, row.after);
      if (previousDay !== undefined && addDaysToIsoDate(previousDay.day, 1) !== recordedDay.day)
        recordFault({ kind: 'missing', day: addDaysToIsoDate(previousDay.day, 1) });
      const computedDay = await computeLedgerDay(database, recordedDay.day, previousDay);
      if (JSON.stringify(computedDay) !== JSON.stringify(recordedDay))
        recordFault({ kind: 'changed', day: recordedDay.day });
      previousDay = recordedDay;
      days += 1;
    }
    if (rows.length < 100) break;
  }
  const firstLedgerDay = await findFirstLedgerDay(database);
  const oldestRecordResult = await sql<{ day: string | null }>`
    SELECT min(noun_id) AS day FROM audit_entry WHERE noun = 'ledger_day'`.execute(database);
  const oldestDay = oldestRecordResult.rows[0]?.day ?? null;
  if (firstLedgerDay !== undefined && oldestDay !== null && firstLedgerDay < oldestDay)
    recordFault({ kind: 'missing', day: firstLedgerDay });
  return { days, faults };
}

/** Hashes the entries of a day page by page: each with its postings, as texts, so that no digit is lost. */
async function hashEntries(
  database: Database | Transaction,
  day: string,
): Promise<{ readonly entries: number; readonly hash: string }> {
  const { from, until } = findPeriodBounds({ from: day, to: day });
  const hash = createHash('sha256').update(`${day}\n`);
  let entries = 0;
  let lastNumber = '0';
  for (;;) {
    const { rows } = await sql<{ number: string; line: string }>`
      SELECT e.number::text, jsonb_build_array(e.number::text, e.id, e.cause, e.cause_id, e.booking_id,
        to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        (SELECT coalesce(jsonb_agg(jsonb_build_array(p.line, p.account, p.owner_id, p.currency, p.amount_cents::text)
                                   ORDER BY p.line), '[]')
         FROM ledger_posting p WHERE p.entry_id = e.id))::text AS line
      FROM ledger_entry e WHERE e.at >= ${from} AND e.at < ${until} AND e.number > ${lastNumber}::bigint
      ORDER BY e.number LIMIT ${entriesPerPage}`.execute(database);
    for (const row of rows) hash.update(`${row.line}\n`);
    entries += rows.length;
    lastNumber = rows.at(-1)?.number ?? lastNumber;
    if (rows.length < entriesPerPage) return { entries, hash: hash.digest('hex') };
  }
}

async function sumDay(database: Database | Transaction, day: string): Promise<readonly AccountTotal[]> {
  const { from, until } = findPeriodBounds({ from: day, to: day });
  const { rows } = await sql<AccountTotal>`
    SELECT p.account, p.currency, sum(p.amount_cents)::text AS cents
    FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
    WHERE e.at >= ${from} AND e.at < ${until}
    GROUP BY p.account, p.currency`.execute(database);
  return sortTotals(rows);
}

function addTotals(balances: readonly AccountTotal[], totals: readonly AccountTotal[]): readonly AccountTotal[] {
  const makeKey = ({ account, currency }: AccountTotal): string => `${account} ${currency}`;
  const sums = new Map<string, AccountTotal>();
  for (const total of [...balances, ...totals]) {
    const cents = BigInt(sums.get(makeKey(total))?.cents ?? 0) + BigInt(total.cents);
    sums.set(makeKey(total), { ...total, cents: cents.toString() });
  }
  return sortTotals([...sums.values()]);
}

/** Sorts by code units and not by the collation of the database, which may differ after a restore. */
function sortTotals(totals: readonly AccountTotal[]): readonly AccountTotal[] {
  const makeKey = ({ account, currency }: AccountTotal): string => `${account} ${currency}`;
  return totals
    .map(({ account, currency, cents }) => ({ account, currency, cents }))
    .sort((firstTotal, secondTotal) => (makeKey(firstTotal) < makeKey(secondTotal) ? -1 : 1));
}

function dayFromAudit(day: string, after: unknown): LedgerDay {
  const { entries, hash, totals, balances } = after as Omit<LedgerDay, 'day'>;
  return { day, entries, hash, totals: sortTotals(totals), balances: sortTotals(balances) };
}
