import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RowFault } from './cell-fault.ts';
import { ImportFault } from './import-fault.ts';

export type RejectedRow = { readonly line: number; readonly ref: string; readonly faults: readonly RowFault[] };

/** The list of rows that stayed out, for the dealer: CSV with a row for each, written while the import runs. */
export type ReportFile = {
  add(rows: readonly RejectedRow[]): Promise<void>;
  close(): Promise<void>;
};

/** @throws ImportFault when the file cannot be made. */
export async function openReport(path: string): Promise<ReportFile> {
  const handle = await create(path);
  await handle.write('line,ref,column,value,reason\r\n');
  return {
    async add(rows) {
      if (rows.length > 0) await handle.write(rows.map(reportRow).join(''));
    },
    close: () => handle.close(),
  };
}

/** `import-report-<file>-<time>.csv`; the time is UTC, `20260131T235959Z`. */
export function reportName(sourceName: string, now: Date): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return `import-report-${sourceName.replace(/[^\w.-]+/g, '-')}-${time}.csv`;
}

async function create(path: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(path), { recursive: true });
    return await open(path, 'w');
  } catch (error) {
    throw new ImportFault(`The report ${path} cannot be written (${String((error as { code?: unknown }).code)}).`, {
      cause: error,
    });
  }
}

/** The first fault has its column and value; further ones follow in the reason, so that a row of the file is a row here. */
function reportRow({ line, ref, faults }: RejectedRow): string {
  const [first = { column: '', value: '', reason: '' }, ...others] = faults;
  const also = others.map(({ column, value, reason }) => `; ${column} '${cut(value)}' ${reason}`).join('');
  return `${[String(line), ref, first.column, cut(first.value), first.reason + also].map(csvCell).join(',')}\r\n`;
}

function cut(value: string): string {
  return value.length > 60 ? `${value.slice(0, 59)}…` : value;
}

/** Quoted where needed. A spreadsheet runs a cell that begins like a formula, so such a cell gets an apostrophe first. */
function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
