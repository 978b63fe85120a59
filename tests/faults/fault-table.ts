import type { FaultRow } from './fault-row.ts';
import { databaseRows } from './rows/database-rows.ts';
import { diskRows } from './rows/disk-rows.ts';
import { providerRows } from './rows/provider-rows.ts';

/** All rows, in the order of docs/faults.md. */
export const faultTable: readonly FaultRow[] = [...databaseRows, ...diskRows, ...providerRows].sort(
  (one, other) => orderOf(one.number) - orderOf(other.number) || one.number.localeCompare(other.number),
);

function orderOf(number: string): number {
  return Number.parseInt(number, 10);
}
