import type { FaultRow } from './fault-row.ts';
import { backupRows } from './rows/backup-rows.ts';
import { clientRows } from './rows/client-rows.ts';
import { clockRows } from './rows/clock-rows.ts';
import { databaseRows } from './rows/database-rows.ts';
import { diskRows } from './rows/disk-rows.ts';
import { eventRows } from './rows/event-rows.ts';
import { logRows } from './rows/log-rows.ts';
import { networkRows } from './rows/network-rows.ts';
import { processRows } from './rows/process-rows.ts';
import { providerRows } from './rows/provider-rows.ts';
import { replicaRows } from './rows/replica-rows.ts';
import { serviceRows } from './rows/service-rows.ts';
import { startRows } from './rows/start-rows.ts';

/** All rows, in the order of docs/faults.md. */
export const faultTable: readonly FaultRow[] = [
  ...backupRows,
  ...clientRows,
  ...clockRows,
  ...databaseRows,
  ...diskRows,
  ...eventRows,
  ...logRows,
  ...networkRows,
  ...processRows,
  ...providerRows,
  ...replicaRows,
  ...serviceRows,
  ...startRows,
].sort((one, other) => findRowOrder(one.number) - findRowOrder(other.number) || one.number.localeCompare(other.number));

function findRowOrder(number: string): number {
  return Number.parseInt(number, 10);
}
