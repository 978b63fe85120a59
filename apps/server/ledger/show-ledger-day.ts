import {
  type DayBalances,
  type DayMovements,
  sumDayBalances,
  sumDayMovements,
} from '@carhouse/database/ledger/day-figures';
import { findLedgerDay, type LedgerDay } from '@carhouse/database/ledger/ledger-days';
import type { Context } from '../context.ts';

export type ShownLedgerDay = {
  /** The audit's record of a day that has ended; undefined when the day is not recorded yet. */
  readonly dayRecord: (Pick<LedgerDay, 'entries' | 'hash'> & { readonly recordedAt: Date }) | undefined;
  readonly movements: DayMovements;
  readonly balances: DayBalances;
};

/** Returns what a day in Singapore has moved, the balances at its end, and its record in the audit. */
export async function showLedgerDay({ database }: Pick<Context, 'database'>, day: string): Promise<ShownLedgerDay> {
  const dayRecord = await findLedgerDay(database, day);
  return {
    dayRecord,
    movements: await sumDayMovements(database, day),
    balances: await sumDayBalances(database, day, dayRecord),
  };
}
