import { findLedgerDay, type LedgerDay } from '@carhouse/database/ledger/ledger-days';
import type { Context } from '../context.ts';

/** Returns what was recorded in the audit about an ended day of the ledger; null when the day is not recorded yet. */
export async function showLedgerDay(
  { database }: Pick<Context, 'database'>,
  day: string,
): Promise<(Pick<LedgerDay, 'entries' | 'hash'> & { readonly recordedAt: Date }) | null> {
  return (await findLedgerDay(database, day)) ?? null;
}
