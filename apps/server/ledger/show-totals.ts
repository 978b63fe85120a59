import { findFirstLedgerDay, listRecordedDays } from '@carhouse/database/ledger/ledger-days';
import { countLedgerEntries } from '@carhouse/database/ledger/ledger-lists';
import { type LedgerTotal, sumLedgerAccounts } from '@carhouse/database/ledger/ledger-totals';
import { readCursor } from '@carhouse/database/reconciliation/cursors';
import { countOpenDiscrepanciesByKind } from '@carhouse/database/reconciliation/discrepancies';
import { addDaysToIsoDate, toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';

export type ShownTotals = {
  readonly entryCount: number;
  readonly totals: readonly LedgerTotal[];
  readonly openDiscrepancies: number;
  /**
   * ISO time at which the ledger and the card provider's records were last compared; null before the first comparison.
   */
  readonly comparedAt: string | null;
  /** The days of this month up to today, from the day of the first entry on. */
  readonly days: readonly { readonly day: string; readonly isRecorded: boolean }[];
};

/** Returns the balances of the ledger, and whether everything agrees. */
export async function showTotals({ database, now }: Pick<Context, 'database' | 'now'>): Promise<ShownTotals> {
  const counts = await countOpenDiscrepanciesByKind(database);
  return {
    entryCount: await countLedgerEntries(database),
    totals: await sumLedgerAccounts(database),
    openDiscrepancies: counts.reduce((sum, { open }) => sum + open, 0),
    comparedAt: (await readCursor(database, 'run')) ?? null,
    days: await listDaysOfMonth(database, toSingaporeDay(now())),
  };
}

async function listDaysOfMonth(database: Context['database'], today: string): Promise<ShownTotals['days']> {
  const firstEntryDay = await findFirstLedgerDay(database);
  if (firstEntryDay === undefined) return [];
  const firstDayOfMonth = `${today.slice(0, 8)}01`;
  const firstListedDay = firstEntryDay > firstDayOfMonth ? firstEntryDay : firstDayOfMonth;
  const recordedDays = await listRecordedDays(database, { first: firstListedDay, last: today });
  const days = [];
  for (let day = firstListedDay; day <= today; day = addDaysToIsoDate(day, 1))
    days.push({ day, isRecorded: recordedDays.has(day) });
  return days;
}
