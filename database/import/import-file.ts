import { singaporeDay } from '@carhouse/core/text/singapore-day';
import type { Database } from '../connect.ts';
import { type Brands, newBrand, openBrands } from './brand-registry.ts';
import { type CheckedFile, checkFile, dataRows } from './check-file.ts';
import type { CsvRow } from './csv-rows.ts';
import type { Field } from './field-readers.ts';
import { findSeller, type ImportSeller } from './find-seller.ts';
import { withImportLock } from './import-lock.ts';
import { type ReadRow, type RowContext, readRow } from './read-row.ts';
import type { RejectedRow, ReportFile } from './report-file.ts';
import { type BatchContext, type BatchRow, compareBatch, type RefusedRow, saveBatch } from './save-batch.ts';
import { openSource } from './source-file.ts';

export type ImportOptions = {
  readonly database: Database;
  /** Path of the dealer's file: CSV, or CSV packed with gzip. */
  readonly file: string;
  /** E-mail address; undefined takes the demo seller where he exists. */
  readonly seller: string | undefined;
  /** Name of a mapping; undefined chooses by the header row. */
  readonly mapping: string | undefined;
  /** Whether makes that the house does not know become brands. */
  readonly addBrands: boolean;
  /** Whether nothing is written to the database. */
  readonly dryRun: boolean;
  readonly now: Date;
  readonly makeId: () => string;
  /** Opened when the file was found to be whole. */
  readonly openReport: () => Promise<ReportFile>;
  /** Told once, before the first row goes in. */
  readonly onStart?: (start: ImportStart) => void;
  /** Told after each batch: rows of the file that are dealt with. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Ends the import after the running batch. */
  readonly signal?: AbortSignal;
};

export type ImportStart = { readonly checked: CheckedFile; readonly seller: ImportSeller };

export type ImportResult = {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Names of the brands that the import added, or in a dry run would add. */
  readonly brandsAdded: readonly string[];
  /** Why rows stayed out, most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly rows: number }[];
  /** Whether `signal` ended it before the end of the file. */
  readonly interrupted: boolean;
};

/** Rows of one transaction: enough that its cost is shared, few enough that nobody who buys a car waits for it. */
const batchSize = 500;

/**
 * Reads a dealer's file into the listings of a seller. Each row ends as imported, updated, unchanged or rejected with a
 * reason. The file is read twice: first to its end, so that one that is cut off changes nothing; then in batches, each of them
 * whole or not in at all, so that an import that was killed is simply run again.
 * @throws ImportFault when the import cannot run: nothing was changed then.
 */
export async function importFile(options: ImportOptions): Promise<ImportResult> {
  const source = await openSource(options.file);
  try {
    const seller = await findSeller(options.database, options.seller);
    const checked = await checkFile(source, options.mapping);
    await source.refuseChanges();
    options.onStart?.({ checked, seller });
    const report = await options.openReport();
    try {
      const run = (database: Database): Promise<ImportResult> =>
        importRows(dataRows(source, checked), checked, seller, report, { ...options, database });
      return await (options.dryRun ? run(options.database) : withImportLock(options.database, seller.id, run));
    } finally {
      await report.close();
    }
  } finally {
    await source.close();
  }
}

async function importRows(
  rows: AsyncIterable<CsvRow>,
  checked: CheckedFile,
  seller: ImportSeller,
  report: ReportFile,
  options: ImportOptions,
): Promise<ImportResult> {
  // Cars are registered, and counted in years, by the calendar of Singapore.
  const today = singaporeDay(options.now);
  const saving: BatchContext = { sellerId: seller.id, now: options.now, today, makeId: options.makeId };
  const brands = await openBrands(options.database, options.addBrands, options.dryRun);
  const reading: RowContext = { ...checked, ...checked.binding, today, isBrand: brands.has };
  const headerOf = (field: Field): string => reading.columns.find((column) => column.field === field)?.header ?? field;
  const seen = new Map<string, number>();
  const counts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
  const reasons = new Map<string, number>();
  let done = 0;

  for await (const batch of inBatches(rows)) {
    const accepted: BatchRow[] = [];
    const rejected: RejectedRow[] = [];
    for (const row of batch) {
      const placed = placeRow(row, readRow(row.cells, reading), headerOf, brands, seen);
      if ('faults' in placed) rejected.push(placed);
      else accepted.push(placed);
    }
    const named = await brands.settle(accepted);
    const saved = options.dryRun
      ? { ...(await compareBatch(options.database, named, saving)), refused: [] }
      : await saveBatch(options.database, named, saving);
    rejected.push(...saved.refused.map(refusedByDatabase));
    counts.imported += saved.imported;
    counts.updated += saved.updated;
    counts.unchanged += saved.unchanged;
    counts.rejected += rejected.length;
    for (const { faults } of rejected) countReason(reasons, faults[0]);
    await report.add(rejected.toSorted((a, b) => a.line - b.line));
    done += batch.length;
    options.onProgress?.(done, checked.rows);
    if (options.signal?.aborted === true) break;
  }

  const listed = [...reasons].map(([reason, rows]) => ({ reason, rows })).toSorted((a, b) => b.rows - a.rows);
  return { ...counts, brandsAdded: brands.added(), reasons: listed, interrupted: done < checked.rows };
}

/** Decides about one row beyond its own cells: its reference must be new in this file, its brand known and open. */
function placeRow(
  { line }: CsvRow,
  read: ReadRow,
  headerOf: (field: Field) => string,
  brands: Brands,
  seen: Map<string, number>,
): BatchRow | RejectedRow {
  if ('faults' in read) return { line, ref: read.ref, faults: read.faults };
  const { draft, hash } = read;
  const reject = (field: Field, value: string, reason: string): RejectedRow => ({
    line,
    ref: draft.dealerRef,
    faults: [{ column: headerOf(field), value, reason }],
  });
  const first = seen.get(draft.dealerRef);
  if (first !== undefined) return reject('ref', draft.dealerRef, `stands on line ${first} already`);
  const brand = brands.find(draft.brandKey, draft.brandSpelling, draft.title);
  if (brand === undefined) {
    const { name } = newBrand(draft.brandSpelling, draft.title);
    return reject('brand', draft.brandSpelling, `unknown brand ${name}; --add-brands adds it`);
  }
  if (!brand.listable) return reject('brand', draft.brandSpelling, `the brand ${brand.name} is closed for listing`);
  seen.set(draft.dealerRef, line);
  return { line, draft, hash, brand: brand.wireName };
}

async function* inBatches(rows: AsyncIterable<CsvRow>): AsyncGenerator<readonly CsvRow[]> {
  let batch: CsvRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function refusedByDatabase({ row, reason }: RefusedRow): RejectedRow {
  return { line: row.line, ref: row.draft.dealerRef, faults: [{ column: '', value: '', reason }] };
}

function countReason(reasons: Map<string, number>, fault: RejectedRow['faults'][number] | undefined): void {
  if (fault === undefined) return;
  // One line for all duplicates and for all unknown brands; the report names each.
  const kind = fault.reason
    .replace(/ line \d+ already$/, ' an earlier line already')
    .replace(/^(unknown brand) .*;/, '$1;');
  const reason = fault.column === '' ? kind : `${fault.column} ${kind}`;
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}
