import type { Database } from '@carhouse/database/connection/connect';
import { chunkSizeBytes, deleteChunks, insertChunk } from '@carhouse/database/imports/import-parts';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import type { ImportId } from '@carhouse/domain/import/import-states';
import { formatReportRows, type ReportedRow, type ReportFile, reportHeader } from '@carhouse/importer/save/report-file';

const { reportFaults, reportBytes } = importBudgets;

/**
 * Returns a writer that stores the report of an import in chunks, in place of the report of an earlier run. The report
 * lists the first rejected rows, and other rows as long as there is room. The last lines of the report state how many
 * rows the report does not list.
 */
export async function storeReport(database: Database, importId: ImportId): Promise<ReportFile> {
  await deleteChunks(database, importId, 'report');
  // Spreadsheet programs recognise UTF-8 by this byte order mark.
  let pendingText = `\ufeff${reportHeader}`;
  let bytes = Buffer.byteLength(pendingText);
  let faultCount = 0;
  let chunkPosition = 0;
  const unlistedRowCounts = new Map<ReportedRow['outcome'], number>();
  const writeChunk = async (): Promise<void> => {
    if (pendingText === '') return;
    await insertChunk(database, { importId, kind: 'report', position: chunkPosition, bytes: Buffer.from(pendingText) });
    chunkPosition += 1;
    pendingText = '';
  };
  const reserveSpace = (row: ReportedRow, text: string): boolean => {
    if (row.outcome === 'rejected') {
      if (faultCount >= reportFaults) return false;
      faultCount += 1;
    }
    bytes += Buffer.byteLength(text);
    return bytes <= reportBytes;
  };
  return {
    async add(rows) {
      for (const row of rows) {
        const text = formatReportRows([row]);
        if (reserveSpace(row, text)) pendingText += text;
        else unlistedRowCounts.set(row.outcome, (unlistedRowCounts.get(row.outcome) ?? 0) + 1);
      }
      if (pendingText.length >= chunkSizeBytes) await writeChunk();
    },
    async close() {
      for (const [outcome, rows] of unlistedRowCounts)
        pendingText += `,,${outcome},,,${rows} more rows are not listed\r\n`;
      await writeChunk();
    },
  };
}
