import type { ImportSummary, ImportView, RunningImport } from '@carhouse/contract/imports';
import type { BusyImport } from '@carhouse/database/imports/import-runs';
import type { ImportRow } from '@carhouse/database/imports/imports';
import type { ImportCounts } from '@carhouse/domain/import/import-counts';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { bindGuessedMapping } from '@carhouse/importer/guess/choose-mapping';
import { listMissingFields } from '@carhouse/importer/guess/guess-mapping';
import { makeDistinctHeaders } from '@carhouse/importer/guess/mapping';
import type { RowFault } from '@carhouse/importer/read/cell-fault';
import { cleanCell } from '@carhouse/importer/read/clean-cell';
import { readerNamesByField } from '@carhouse/importer/read/field-readers';
import { listingCurrency } from '@carhouse/importer/read/money-marks';
import { createRowReader, type ReadRow } from '@carhouse/importer/read/read-row';
import type { DealerImport, StoredResult } from './import-records.ts';

const sampleCountMaximum = 3;

export function presentSummary(row: Omit<ImportRow, 'head' | 'mapping'>): ImportSummary {
  const result = row.result as StoredResult | null;
  // When the work ended before its result was stored, the counts cover only the batches that were saved.
  const counts = result ?? (row.finished_at === null ? null : (row.progress as ImportCounts | null));
  return {
    _id: row.id,
    state: row.state,
    fileName: row.file_name,
    fileBytes: row.file_bytes,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    doneRows: row.done_rows,
    totalRows: row.total_rows,
    counts: counts === null ? null : presentCounts(counts),
  };
}

/** Returns a running import as an admin sees it. */
export function presentRunning(row: BusyImport): RunningImport {
  return {
    _id: row.id,
    state: row.state,
    seller: row.seller,
    fileName: row.file_name,
    createdAt: row.created_at.toISOString(),
    doneRows: row.done_rows,
    totalRows: row.total_rows,
  };
}

/**
 * Returns an import as its seller sees it, with its columns, and with the first rows of the file as the current mapping
 * would import them today.
 */
export function presentImport(dealerImport: DealerImport, now: Date): ImportView {
  const { mapping } = dealerImport.mapping;
  const { result } = dealerImport;
  return {
    ...presentSummary(dealerImport),
    columns: presentColumns(dealerImport),
    location: mapping.defaultLocation ?? '',
    currency: mapping.money?.currency ?? listingCurrency,
    rate: mapping.money?.rate ?? null,
    doubts: [...dealerImport.mapping.doubts],
    // The missing columns are unknown before the file has been examined.
    lacking: dealerImport.head.header.length === 0 ? [] : [...listMissingFields(mapping)],
    preview: makePreview(dealerImport, now),
    reasons: result?.reasons.slice(0, 50).map(({ reason, rows }) => ({ reason: cutText(reason, 500), rows })) ?? [],
    brandsAdded: [...(result?.brandsAdded ?? [])],
    gone: result?.gone ?? null,
    withdrawn: dealerImport.withdrawn,
    pictures: result?.pictures === undefined ? null : { overBudget: 0, notStored: 0, ...result.pictures },
    fault: dealerImport.fault,
    faultCode: dealerImport.fault_code,
    hasReport: result !== null,
  };
}

function presentCounts({ imported, updated, unchanged, rejected }: ImportCounts) {
  return { imported, updated, unchanged, rejected };
}

function presentColumns({ head, mapping }: DealerImport): ImportView['columns'] {
  const header = makeDistinctHeaders(head.header);
  return mapping.columns.map(({ header: name, field, as, confidence }) => {
    const index = header.indexOf(name);
    const values = head.sample.flatMap(({ cells }) => cleanCell(cells[index] ?? '') ?? []);
    return {
      header: name,
      field,
      as: as ?? null,
      confidence,
      samples: [...new Set(values)].slice(0, sampleCountMaximum).map((value) => cutText(value, 60)),
      readers: field === null ? [] : [...(readerNamesByField[field] ?? [])],
    };
  });
}

function makePreview({ head, mapping: { mapping } }: DealerImport, now: Date): ImportView['preview'] {
  const { columns } = bindGuessedMapping(mapping, head.header).binding;
  const today = toSingaporeDay(now);
  // The preview does not look up brands in the database, so it may report a brand as unknown. The check of the whole
  // file looks the brands up.
  const readRow = createRowReader({ mapping, columns, width: head.header.length, today, isBrand: () => false });
  return head.sample.map(({ line, cells }) => ({ line, ...presentPreviewRow(readRow(cells)) }));
}

function presentPreviewRow(row: ReadRow): Omit<ImportView['preview'][number], 'line'> {
  if ('faults' in row) {
    const emptyRow = { title: '', brand: '', price: null, year: null, mileageKm: null, location: '', photos: 0 };
    return { ref: cutText(row.ref, 120), taken: false, ...emptyRow, reason: formatReasons(row.faults) };
  }
  const { draft, warnings } = row;
  return {
    ref: draft.dealerRef,
    taken: true,
    title: draft.title,
    brand: draft.brandSpelling,
    price: dollarsFromCents(draft.resalePrice),
    year: draft.yearOfPurchase,
    mileageKm: draft.facts.mileageKm,
    location: draft.location,
    photos: draft.photos?.length ?? 0,
    reason: formatReasons(warnings),
  };
}

function formatReasons(faults: readonly RowFault[]): string {
  return cutText(faults.map(({ column, reason }) => (column === '' ? reason : `${column} ${reason}`)).join('; '), 500);
}

function cutText(text: string, lengthMaximum: number): string {
  return text.length > lengthMaximum ? `${text.slice(0, lengthMaximum - 1)}…` : text;
}
