import type { AccountId } from '@carhouse/domain/account/account';
import { busyStates, type ImportId, type SellerStartedWork } from '@carhouse/domain/import/import-states';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { type Selectable, sql } from 'kysely';
import { makeCountedSellerSql, type SellerCountScope } from '../accounts/sellers.ts';
import type { Database } from '../connection/connect.ts';
import { findSqlState, type Transaction } from '../connection/transaction.ts';
import type { ImportTable } from '../schema/import-tables.ts';

export type ImportRow = Selectable<ImportTable>;

/** Inserts an import before the first byte of its file is stored. */
export async function insertImport(
  database: Database | Transaction,
  values: {
    readonly id: ImportId;
    readonly sellerId: AccountId;
    readonly fileName: string;
    /**
     * Maximum size of the import's file in bytes. During the upload, the import counts as if this many bytes were
     * stored.
     */
    readonly maxBytes: number;
    readonly now: Date;
  },
): Promise<void> {
  await database
    .insertInto('import')
    .values({
      id: values.id,
      seller_id: values.sellerId,
      state: 'receiving',
      file_name: values.fileName,
      file_bytes: values.maxBytes,
      file_hash: null,
      head: null,
      mapping: null,
      done_rows: 0,
      total_rows: null,
      result: null,
      fault: null,
      fault_code: null,
      run_id: null,
      progress: null,
      withdrawn: null,
      created_at: values.now,
      updated_at: values.now,
      finished_at: null,
    })
    .execute();
}

/**
 * Milliseconds for which an unfinished upload counts with its maximum size. An upload takes at most a minute. An
 * unfinished upload that is older than this time was interrupted, and counts with the size of its stored chunks.
 */
const receiveTimeoutMs = 2 * 60_000;

/**
 * Counts the bytes of these sellers' stored files and reports, and the maximum sizes of their running uploads. While
 * the seller and their sign-up network are locked, no other upload of these sellers can start. The query reads the
 * lengths of some hundred chunks, but not their content.
 */
export async function countImportBytes(trx: Transaction, sellers: SellerCountScope, now: Date): Promise<number> {
  const since = new Date(now.getTime() - receiveTimeoutMs);
  const result = await sql<{ bytes: number }>`
    SELECT coalesce(sum(greatest(
      CASE WHEN state = 'receiving' AND created_at > ${since}::timestamptz THEN file_bytes ELSE 0 END,
      (SELECT coalesce(sum(octet_length(bytes)), 0) FROM import_part WHERE import_id = import.id))), 0)::float8 AS bytes
    FROM import WHERE ${makeCountedSellerSql(sellers, sql`import.seller_id`, 'all')}`.execute(trx);
  return result.rows[0]?.bytes ?? 0;
}

/** Finds an import of this seller; another seller's import counts as unknown. */
export async function findImport(
  database: Database | Transaction,
  sellerId: AccountId,
  id: ImportId,
): Promise<ImportRow | undefined> {
  return database
    .selectFrom('import')
    .selectAll()
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
}

/** Reads an import by its id only, for the background job, which does not know the seller. */
export async function readImport(database: Database, id: ImportId): Promise<ImportRow | undefined> {
  return database.selectFrom('import').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks an import of this seller until the end of the transaction. */
export async function lockImport(trx: Transaction, sellerId: AccountId, id: ImportId): Promise<ImportRow | undefined> {
  return trx
    .selectFrom('import')
    .selectAll()
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirst();
}

/** Lists the newest imports of a seller whose upload is complete. */
export async function listImports(
  database: Database | Transaction,
  sellerId: AccountId,
  limit: number,
): Promise<readonly ImportRow[]> {
  return database
    .selectFrom('import')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('state', '<>', 'receiving')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Finds an import of the same file that has not run yet, so that a file that is uploaded twice gets only one import.
 */
export async function findUnstartedDuplicate(
  database: Database,
  sellerId: AccountId,
  fileHash: string,
  otherImportId: ImportId,
): Promise<ImportRow | undefined> {
  return database
    .selectFrom('import')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('file_hash', '=', fileHash)
    .where('state', 'in', ['examining', 'ready', 'checked'])
    .where('id', '<>', otherImportId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type ImportChange = Partial<
  Omit<
    ImportRow,
    'id' | 'seller_id' | 'head' | 'mapping' | 'result' | 'progress' | 'run_id' | 'created_at' | 'updated_at'
  >
> & {
  readonly head?: object | null;
  readonly mapping?: object | null;
  readonly result?: object | null;
  readonly progress?: object | null;
};

/** Changes the given fields of an import. @returns false when the import was deleted. */
export async function updateImport(
  database: Database | Transaction,
  id: ImportId,
  importChange: ImportChange,
  now: Date,
): Promise<boolean> {
  const importUpdateResult = await database
    .updateTable('import')
    .set(makeImportColumns(importChange, now))
    .where('id', '=', id)
    .executeTakeFirst();
  return importUpdateResult.numUpdatedRows > 0n;
}

/** Converts a change into columns of the table. */
export function makeImportColumns({ head, mapping, result, progress, ...plainFields }: ImportChange, now: Date) {
  const toJsonText = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
  return {
    ...plainFields,
    ...(head === undefined ? {} : { head: toJsonText(head) }),
    ...(mapping === undefined ? {} : { mapping: toJsonText(mapping) }),
    ...(result === undefined ? {} : { result: toJsonText(result) }),
    ...(progress === undefined ? {} : { progress: toJsonText(progress) }),
    updated_at: now,
  };
}

/** Starts work on an import, unless another import of the same seller is running. */
export async function beginImportRun(
  trx: Transaction,
  id: ImportId,
  state: SellerStartedWork,
  now: Date,
): Promise<'begun' | 'another is busy'> {
  try {
    const initialState = { done_rows: 0, progress: null, fault: null, fault_code: null, finished_at: null } as const;
    await updateImport(trx, id, { state, ...initialState }, now);
    return 'begun';
  } catch (error) {
    if (findSqlState(error) === '23505') return 'another is busy';
    throw error;
  }
}

export async function deleteImport(database: Database | Transaction, id: ImportId): Promise<void> {
  await database.deleteFrom('import').where('id', '=', id).execute();
}

/** Deletes the seller's oldest imports beyond the maximum number, except running ones. */
export async function deleteOldestImports(
  database: Database,
  sellerId: AccountId,
  maxImportCount: number,
): Promise<void> {
  await sql`DELETE FROM import WHERE id IN (
      SELECT id FROM import WHERE seller_id = ${sellerId} AND state NOT IN ('examining', 'checking', 'running', 'withdrawing')
      ORDER BY created_at DESC, id DESC OFFSET ${maxImportCount})`.execute(database);
}

/** Deletes unfinished uploads and old imports. @returns number of deleted imports. */
export async function deleteOutdatedImports(
  database: Database,
  values: { readonly unfinishedSince: Date; readonly since: Date },
): Promise<number> {
  const result = await database
    .deleteFrom('import')
    .where((row) =>
      row.or([
        row.and([row('state', '=', 'receiving'), row('created_at', '<', values.unfinishedSince)]),
        row.and([row('updated_at', '<', values.since), row('state', 'not in', [...busyStates])]),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Replaces the stored list of listings that a file no longer contains. */
export async function replaceGoneListings(
  database: Database,
  id: ImportId,
  listings: readonly ListingId[],
): Promise<void> {
  await database.deleteFrom('import_gone').where('import_id', '=', id).execute();
  if (listings.length === 0) return;
  await sql`INSERT INTO import_gone (import_id, listing_id)
            SELECT ${id}::uuid, listing FROM unnest(${[...listings]}::uuid[]) AS listing`.execute(database);
}

/** Lists the next listings that a file no longer contains and that have not been processed yet. */
export async function listNextGoneListings(
  database: Database,
  id: ImportId,
  limit: number,
): Promise<readonly ListingId[]> {
  const rows = await database
    .selectFrom('import_gone')
    .select('listing_id')
    .where('import_id', '=', id)
    .orderBy('listing_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.listing_id);
}

export async function deleteGoneEntries(
  database: Database,
  id: ImportId,
  listings: readonly ListingId[],
): Promise<void> {
  if (listings.length === 0) return;
  await database
    .deleteFrom('import_gone')
    .where('import_id', '=', id)
    .where('listing_id', 'in', [...listings])
    .execute();
}
