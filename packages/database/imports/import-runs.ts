import type { AccountId } from '@carhouse/domain/account/account';
import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';
import type { ImportCounts } from '@carhouse/domain/import/import-counts';
import { type ImportParty, importLifecycle } from '@carhouse/domain/import/import-lifecycle';
import { type BusyState, busyStates, type ImportId, isBusy } from '@carhouse/domain/import/import-states';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import { type ImportChange, type ImportRow, makeImportColumns } from './imports.ts';

/**
 * One run of the work on an import. When a run was stopped or another run has taken over the import, its changes are
 * refused.
 */
export type ImportRun = { readonly id: ImportId; readonly run: string };

/**
 * Makes this run the current run of an import, when the import is in one of these states.
 * @returns the import; undefined when it is in another state or does not exist.
 */
export async function claimImportRun(
  database: Database,
  { id, run }: ImportRun,
  states: readonly BusyState[],
): Promise<ImportRow | undefined> {
  return database
    .updateTable('import')
    .set({ run_id: run })
    .where('id', '=', id)
    .where('state', 'in', [...states])
    .returningAll()
    .executeTakeFirst();
}

/**
 * Stores the progress of a run. When the call is made in the transaction that saves a batch of rows, the batch and its
 * counts are committed together.
 * @returns false when the run has ended, because it was stopped or taken over, or its seller may no longer sell. When
 *   the result is false, the caller must save nothing.
 */
export async function saveProgress(
  database: Database | Transaction,
  { id, run }: ImportRun,
  { doneRows, counts }: { readonly doneRows: number; readonly counts: ImportCounts },
  now: Date,
): Promise<boolean> {
  const updateResult = await sql`
    UPDATE import SET done_rows = ${doneRows}, progress = ${JSON.stringify(counts)}::jsonb, updated_at = ${now}
    WHERE id = ${id} AND run_id = ${run} AND state IN ('checking', 'running')
      AND EXISTS (SELECT FROM account WHERE account.id = import.seller_id AND status = 'active')`.execute(database);
  return (updateResult.numAffectedRows ?? 0n) > 0n;
}

/** Changes an import on behalf of its current run. @returns false, without making a change, when the run has ended. */
export async function updateImportRun(
  database: Database | Transaction,
  { id, run }: ImportRun,
  importChange: ImportChange,
  now: Date,
): Promise<boolean> {
  const importUpdateResult = await database
    .updateTable('import')
    .set(makeImportColumns(importChange, now))
    .where('id', '=', id)
    .where('run_id', '=', run)
    .where('state', 'in', [...busyStates])
    .executeTakeFirst();
  return importUpdateResult.numUpdatedRows > 0n;
}

/** Whether a run may continue: it was not stopped, and its seller may still sell. */
export async function isRunInProgress(database: Database, { id, run }: ImportRun): Promise<boolean> {
  const row = await database
    .selectFrom('import')
    .innerJoin('account', 'account.id', 'import.seller_id')
    .select('import.id')
    .where('import.id', '=', id)
    .where('run_id', '=', run)
    .where('state', 'in', [...busyStates])
    .where('account.status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the import until the end of the transaction, so that this run cannot be stopped or taken over before that.
 * @returns false when the run has ended; nothing may then be saved.
 */
export async function lockRun(trx: Transaction, { id, run }: ImportRun): Promise<boolean> {
  const row = await trx
    .selectFrom('import')
    .select('id')
    .where('id', '=', id)
    .where('run_id', '=', run)
    .where('state', 'in', [...busyStates])
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks an import of any seller until the end of the transaction. */
export async function lockAnyImport(trx: Transaction, id: ImportId): Promise<ImportRow | undefined> {
  return trx.selectFrom('import').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Stops the work on a locked import. The saved batches of rows and their counts stay. */
export async function endImportRun(
  trx: Transaction,
  { id, state }: Pick<ImportRow, 'id' | 'state'>,
  {
    fault,
    code,
    by: stoppingParty,
  }: { readonly fault: string; readonly code: ImportFaultCode; readonly by: ImportParty },
  now: Date,
): Promise<void> {
  if (!isBusy(state)) return;
  const stoppedState = advance(importLifecycle, state, 'stop', stoppingParty);
  const values = makeImportColumns({ state: stoppedState, fault, fault_code: code, finished_at: now }, now);
  const progressChange = state === 'running' ? {} : { progress: null };
  // A stopped check has no result: starting a check already gives up the result of an earlier check.
  const result = state === 'withdrawing' ? {} : { result: null };
  await trx
    .updateTable('import')
    .set({ ...values, ...progressChange, ...result, run_id: null })
    .where('id', '=', id)
    .execute();
}

/** Locks a seller's running imports. */
export async function lockBusyImports(trx: Transaction, sellerId: AccountId): Promise<readonly ImportRow[]> {
  return trx
    .selectFrom('import')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('state', 'in', [...busyStates])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export type BusyImport = Pick<ImportRow, 'id' | 'state' | 'file_name' | 'done_rows' | 'total_rows' | 'created_at'> & {
  readonly seller: string;
};

/** Lists the running imports of all sellers, oldest first. */
export async function listBusyImports(database: Database, limit: number): Promise<readonly BusyImport[]> {
  return database
    .selectFrom('import')
    .innerJoin('account', 'account.id', 'import.seller_id')
    .select([
      'import.id',
      'state',
      'file_name',
      'done_rows',
      'total_rows',
      'import.created_at',
      'account.name as seller',
    ])
    .where('state', 'in', [...busyStates])
    .orderBy('import.created_at')
    .limit(limit)
    .execute();
}

export type WaitingImport = ImportRow & { readonly seller: string; readonly joined_at: Date; readonly cars: number };

/** Lists the imports that wait for an admin, the longest waiting first. */
export async function listWaitingImports(database: Database, limit: number): Promise<readonly WaitingImport[]> {
  const cars = sql<number>`(SELECT count(*)::int FROM (
    SELECT FROM listing WHERE seller_id = account.id AND status = 'available' LIMIT 1000) AS theirs)`;
  return database
    .selectFrom('import')
    .innerJoin('account', 'account.id', 'import.seller_id')
    .selectAll('import')
    .select(['account.name as seller', 'account.created_at as joined_at', cars.as('cars')])
    .where('import.state', '=', 'awaiting review')
    .where('account.status', '=', 'active')
    .orderBy('import.updated_at')
    .orderBy('import.id')
    .limit(limit)
    .execute();
}
