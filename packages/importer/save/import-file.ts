import { setImmediate } from 'node:timers/promises';
import type { Database } from '@carhouse/database/connection/connect';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { countCarsPutOnSale } from '@carhouse/database/listings/listing-writes';
import type { AccountId } from '@carhouse/domain/account/account';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import type { ImportCounts, ListedImages } from '@carhouse/domain/import/import-counts';
import { computeCountedCarsMaximum } from '@carhouse/domain/listing/newest-sort-time';
import { findStartOfToday, toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { type CheckedFile, checkFile, type MappingChooser, readDataRows } from '../draft/check-file.ts';
import { fieldNames } from '../guess/field-names.ts';
import type { BoundColumn } from '../guess/mapping.ts';
import type { CsvRow } from '../read/csv-rows.ts';
import type { Field } from '../read/field.ts';
import { createRowReader, type ReadRow } from '../read/read-row.ts';
import type { SourceFile } from '../read/source-file.ts';
import type { BatchRow, Outcome } from './batch-outcome.ts';
import { type BrandPolicy, type BrandResolver, makeNewBrand, openBrandResolver } from './brand-registry.ts';
import { findMissingCars, type MissingCars } from './gone-cars.ts';
import { withImportLock } from './import-lock.ts';
import type { OfferLimits } from './refuse-rows.ts';
import type { RejectedRow, ReportedRow, ReportFile } from './report-file.ts';
import { type BatchContext, compareBatch, saveBatch } from './save-batch.ts';
import { SeenRefs } from './seen-refs.ts';

export type ImportOptions = {
  readonly database: Database;
  /** An open source. The caller closes the source. */
  readonly source: SourceFile;
  readonly sellerId: AccountId;
  readonly chooseMapping: MappingChooser;
  readonly brands: BrandPolicy;
  /** Whether the import is a dry run, which writes nothing to the database. */
  readonly dryRun: boolean;
  /** The limits of the seller; no limits by default. */
  readonly limits?: OfferLimits;
  readonly now: Date;
  readonly makeId: () => string;
  /** Opens the report. The function is called when the file was checked completely. */
  readonly openReport: () => Promise<ReportFile>;
  /** Called before the first row is saved. */
  readonly onStart?: (checkedFile: CheckedFile) => void | Promise<void>;
  /** Called after each batch with the number of processed rows. */
  readonly onProgress?: (doneRows: number, total: number) => void | Promise<void>;
  /**
   * Called for each batch with the progress. When the batch saves rows, the callback runs in the transaction that saves
   * them.
   * @throws any error to roll the batch back and end the import.
   */
  readonly onBatch?: (connection: Database | Transaction, progress: ImportProgress) => Promise<void>;
  /** Maximum number of rows below the header. */
  readonly maxRows?: number;
  /**
   * Called for each saved batch, in its transaction, with the new or changed rows that have images.
   */
  readonly onImages?: (connection: Database | Transaction, rows: readonly ListedImages[]) => Promise<void>;
  /** A signal that ends the import after the current batch. */
  readonly signal?: AbortSignal;
};

export type ImportProgress = { readonly doneRows: number; readonly counts: ImportCounts };

export type ImportResult = ImportCounts & {
  /** Names of the brands that the import added, or would add in a dry run. */
  readonly brandsAdded: readonly string[];
  /** The reasons for which rows were rejected, the most frequent reason first. */
  readonly reasons: readonly { readonly reason: string; readonly rows: number }[];
  /** Whether `signal` ended the import before the end of the file. */
  readonly isInterrupted: boolean;
  /** Cars on offer from earlier files that are not in this file. */
  readonly missingCars: MissingCars;
};

/**
 * Number of rows in one transaction: enough rows to share its cost, and few enough that a buyer never waits long for
 * its locks.
 */
const batchSize = 500;
/** Number of rows that are read before other work of the process may run. */
const rowsPerTurn = 50;
/**
 * Maximum number of different reasons for rejecting rows that are counted one by one; rows with further reasons count
 * as `other reasons`. A hostile file could give each row its own reason.
 */
const maxReasons = importBudgets.reasons;
const otherReasons = 'other reasons';
const maxReasonLength = importBudgets.reasonChars;

/**
 * Imports a dealer's file into the listings of a seller. Each row is imported, updated, unchanged or rejected with a
 * reason. The file is read twice. The first reading reads the whole file, so that a truncated file changes nothing. The
 * second reading saves batches, each in one transaction, so that an interrupted import can be run again.
 * @throws ImportFault when the import cannot run. When the function throws this error, nothing has been changed.
 */
export async function importFile(options: ImportOptions): Promise<ImportResult> {
  const { source } = options;
  const fileCheck = await checkFile(source, options.chooseMapping, options.maxRows);
  await source.refuseChanges();
  await options.onStart?.(fileCheck);
  const report = await options.openReport();
  try {
    const runImport = (database: Database): Promise<ImportResult> =>
      importRows(readDataRows(source, fileCheck), fileCheck, report, { ...options, database });
    return await (options.dryRun
      ? runImport(options.database)
      : withImportLock(options.database, options.sellerId, runImport));
  } finally {
    await report.close();
  }
}

/** A batch whose rows were read: the accepted rows, and the report of the rejected rows. */
type CheckedBatch = { readonly acceptedRows: readonly BatchRow[]; readonly reportedRows: ReportedRow[] };

async function importRows(
  rows: AsyncIterable<CsvRow>,
  checkedFile: CheckedFile,
  report: ReportFile,
  options: ImportOptions,
): Promise<ImportResult> {
  // Registration dates and years of use follow the calendar of Singapore.
  const today = toSingaporeDay(options.now);
  const batchContext: BatchContext = {
    limits: options.limits,
    postedTodayCounter: { cars: options.dryRun ? 0 : await countPostedToday(options) },
    sellerId: options.sellerId,
    now: options.now,
    today,
    makeId: options.makeId,
  };
  const brands = await openBrandResolver(options.database, options.brands, options.dryRun);
  const { columns } = checkedFile.binding;
  const readRow = createRowReader({
    mapping: checkedFile.mapping,
    width: checkedFile.width,
    columns,
    today,
    isBrand: brands.has,
    findImagesByRef: options.source.findImagesByRef,
  });
  const seenRefs = new SeenRefs();
  const rejectedRows = { refs: new SeenRefs(), withoutRefCount: 0 };
  const counts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
  const reasons = new Map<string, number>();
  let doneRows = 0;

  const checkBatch = async (batch: readonly CsvRow[]): Promise<CheckedBatch> => {
    const acceptedRows: BatchRow[] = [];
    const reportedRows: ReportedRow[] = [];
    for (const [index, row] of batch.entries()) {
      // This thread also serves requests, so the loop yields every few milliseconds.
      if (index % rowsPerTurn === 0) await setImmediate();
      const checkedRow = checkRow(row, readRow(row.cells), columns, brands, seenRefs);
      if ('faults' in checkedRow) reportedRows.push({ ...checkedRow, outcome: 'rejected' });
      else acceptedRows.push(checkedRow);
    }
    return { acceptedRows, reportedRows };
  };
  const saveBatchRows = async ({ acceptedRows, reportedRows }: CheckedBatch): Promise<void> => {
    const namedRows = await brands.resolveBrands(acceptedRows);
    const reportBatch = async (
      connection: Database | Transaction,
      savedOutcomes: readonly Outcome[],
    ): Promise<void> => {
      const rejectedCountInBatch = reportedRows.filter(({ outcome }) => outcome === 'rejected').length;
      await options.onBatch?.(connection, makeProgress(counts, doneRows, rejectedCountInBatch, savedOutcomes));
      if (!options.dryRun) await options.onImages?.(connection, listImages(savedOutcomes));
    };
    const outcomes = await (options.dryRun
      ? compareBatch(options.database, namedRows, batchContext)
      : saveBatch(options.database, namedRows, { ...batchContext, beforeCommit: reportBatch }));
    if (options.dryRun || namedRows.length === 0) await reportBatch(options.database, outcomes);
    for (const outcome of outcomes) {
      const { line, draft, warnings } = outcome.row;
      const faults = outcome.kind === 'rejected' ? [{ column: '', value: '', reason: outcome.reason }] : warnings;
      reportedRows.push({ line, ref: draft.dealerRef, outcome: outcome.kind, faults });
    }
    for (const { outcome, faults, line, ref, isNotOnOffer } of reportedRows) {
      counts[outcome] += 1;
      if (outcome !== 'rejected') continue;
      addToReasonCount(reasons, faults[0]);
      // A car that is sold elsewhere is treated like a car that is missing from the file.
      if (isNotOnOffer === true) continue;
      if (ref === '') rejectedRows.withoutRefCount += 1;
      else rejectedRows.refs.note(ref, line);
    }
    await report.add(reportedRows.toSorted((a, b) => a.line - b.line));
    doneRows += reportedRows.length;
    await options.onProgress?.(doneRows, checkedFile.rows);
  };

  // PostgreSQL saves one batch while the next one is read. Batches are saved one after the other.
  let batchPromise = Promise.resolve();
  try {
    for await (const batch of splitIntoBatches(rows)) {
      const checkedBatch = await checkBatch(batch);
      await batchPromise;
      if (doneRows > 0 && options.signal?.aborted === true) break;
      batchPromise = saveBatchRows(checkedBatch);
      // The promise is awaited later; a rejection before that must not end the process.
      batchPromise.catch(() => {});
    }
    await batchPromise;
  } finally {
    // The last batch is awaited after an error too, because nothing may be written after this function has returned.
    await batchPromise.catch(() => {});
  }

  const isInterrupted = doneRows < checkedFile.rows;
  const isInFile = (ref: string): boolean =>
    seenRefs.findLine(ref) !== undefined || rejectedRows.refs.findLine(ref) !== undefined;
  const missingCars = await findMissingCars(options.database, options.sellerId, isInFile, {
    // Any of the seller's cars may be in a row whose reference is unreadable.
    isIncomplete: isInterrupted || rejectedRows.withoutRefCount > 0,
  });
  const listedReasons = [...reasons].map(([reason, rows]) => ({ reason, rows })).toSorted((a, b) => b.rows - a.rows);
  return { ...counts, brandsAdded: brands.listAddedNames(), reasons: listedReasons, isInterrupted, missingCars };
}

/**
 * Number of cars that the seller put on sale today before this import. An import without limits does not need this
 * number, so the function makes no query for such an import.
 */
async function countPostedToday({ database, sellerId, limits, now }: ImportOptions): Promise<number> {
  if (limits === undefined) return 0;
  const postedCountOfSeller = await countCarsPutOnSale(
    database,
    sellerId,
    findStartOfToday(now),
    computeCountedCarsMaximum(limits.maxNewestPerDay),
  );
  return postedCountOfSeller + limits.postCountOfOthers;
}

function makeProgress(
  earlierCounts: ImportCounts,
  doneRows: number,
  refusedCount: number,
  savedOutcomes: readonly Outcome[],
): ImportProgress {
  const counts = { ...earlierCounts, rejected: earlierCounts.rejected + refusedCount };
  for (const { kind } of savedOutcomes) counts[kind] += 1;
  return { doneRows: doneRows + refusedCount + savedOutcomes.length, counts };
}

function listImages(outcomes: readonly Outcome[]): readonly ListedImages[] {
  return outcomes.flatMap(({ kind, row: { draft } }) =>
    draft.photos === undefined || (kind !== 'imported' && kind !== 'updated')
      ? []
      : [{ dealerRef: draft.dealerRef, images: draft.photos }],
  );
}

async function* splitIntoBatches(rows: AsyncIterable<CsvRow>): AsyncGenerator<readonly CsvRow[]> {
  let batch: CsvRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function addToReasonCount(reasons: Map<string, number>, fault: ReportedRow['faults'][number] | undefined): void {
  if (fault === undefined) return;
  // All duplicates count as one reason, and all unknown brands count as one reason. The report names each duplicate and
  // each unknown brand.
  const kind = fault.reason
    .replace(/ line \d+ already/, ' an earlier line already')
    .replace(/ on \d{1,2} \p{L}+ \d{4}$/u, '')
    .replace(/^the row has \d+ cells where/, 'the row has another number of cells than')
    .replace(/^(unknown brand) .*;/, '$1;');
  const reason = fault.column === '' ? kind : `${fault.column} ${kind}`;
  const shortenedReason = reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength - 1)}…` : reason;
  const countedReason = reasons.has(shortenedReason) || reasons.size < maxReasons ? shortenedReason : otherReasons;
  reasons.set(countedReason, (reasons.get(countedReason) ?? 0) + 1);
}

/**
 * Checks a row against the earlier rows and the server: its reference must be new in this file, and its brand must be
 * known and open.
 */
function checkRow(
  { line }: CsvRow,
  readRow: ReadRow,
  columns: readonly BoundColumn[],
  brands: BrandResolver,
  seenRefs: SeenRefs,
): BatchRow | RejectedRow {
  if ('faults' in readRow) return { line, ...readRow };
  const { draft, hash, warnings } = readRow;
  const findHeader = (field: Field): string =>
    columns.find((column) => column.field === field)?.header ?? fieldNames[field];
  const rejectRow = (field: Field, value: string, reason: string): RejectedRow => ({
    line,
    ref: draft.dealerRef,
    faults: [{ column: findHeader(field), value, reason }],
  });
  const lineOfFirstRow = seenRefs.findLine(draft.dealerRef);
  if (lineOfFirstRow !== undefined) {
    if (columns.some((column) => column.field === 'ref')) {
      return rejectRow('ref', draft.dealerRef, `stands on line ${lineOfFirstRow} already`);
    }
    const reason = `the same car stands on line ${lineOfFirstRow} already: no column tells the two apart`;
    return { line, ref: draft.dealerRef, faults: [{ column: '', value: draft.title, reason }] };
  }
  const brand = brands.find(draft.brandKey, draft.brandSpelling, draft.title);
  if (brand === undefined) {
    const { name } = makeNewBrand(draft.brandSpelling, draft.title);
    return rejectRow('brand', draft.brandSpelling, `unknown brand ${name}; ${brands.remedy}`);
  }
  if (!brand.listable) return rejectRow('brand', draft.brandSpelling, `the brand ${brand.name} is closed for listing`);
  seenRefs.note(draft.dealerRef, line);
  return { line, draft, hash, brand: brand.apiName, warnings };
}
