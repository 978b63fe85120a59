import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatCsvLine } from '@carhouse/domain/text/csv-line';
import type { RowFault } from '../read/cell-fault.ts';
import { ImportFault } from '../read/import-fault.ts';

export type RejectedRow = {
  readonly line: number;
  readonly ref: string;
  readonly faults: readonly RowFault[];
  /** The property is present when the row was rejected because its car is no longer on offer. */
  readonly isNotOnOffer?: true;
};

/** The result of a row. `faults` holds the reasons of a rejection, or the warnings about an accepted row. */
export type ReportedRow = RejectedRow & { readonly outcome: 'imported' | 'updated' | 'unchanged' | 'rejected' };

/**
 * The report of all rows for the dealer, written during the import. The report is a CSV file with one line for each
 * row.
 */
export type ReportFile = {
  add(rows: readonly ReportedRow[]): Promise<void>;
  close(): Promise<void>;
};

export const reportHeader = 'line,ref,outcome,column,value,reason\r\n';

/** @throws ImportFault when the file cannot be created. */
export async function openReport(path: string): Promise<ReportFile> {
  const handle = await createFile(path);
  await handle.write(reportHeader);
  return {
    async add(rows) {
      if (rows.length > 0) await handle.write(formatReportRows(rows));
    },
    close: () => handle.close(),
  };
}

/** The rows as lines of the report. */
export function formatReportRows(rows: readonly ReportedRow[]): string {
  return rows.map(formatReportRow).join('');
}

/** The file name of the report: `import-report-<file>-<time>.csv`. The time is UTC, `20260131T235959Z`. */
export function reportFileName(sourceName: string, now: Date): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return `import-report-${sourceName.replace(/[^\w.-]+/g, '-')}-${time}.csv`;
}

async function createFile(path: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(path), { recursive: true });
    return await open(path, 'w');
  } catch (error) {
    throw new ImportFault(`The report ${path} cannot be written (${String((error as { code?: unknown }).code)}).`, {
      cause: error,
    });
  }
}

/**
 * The line of a row. The line names the column and the value of the first fault. Further faults are added to the text
 * of the reason, so that each row has one line.
 */
function formatReportRow({ line, ref, outcome, faults }: ReportedRow): string {
  const [firstFault = { column: '', value: '', reason: '' }, ...furtherFaults] = faults;
  const otherReasonsText = furtherFaults
    .map(({ column, value, reason }) => `; ${column} '${shortenCell(value)}' ${reason}`)
    .join('');
  return formatCsvLine([
    String(line),
    shortenCell(ref),
    outcome,
    firstFault.column,
    shortenCell(firstFault.value),
    firstFault.reason + otherReasonsText,
  ]);
}

function shortenCell(value: string): string {
  return value.length > 120 ? `${value.slice(0, 119)}…` : value;
}
