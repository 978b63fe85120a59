import type { ImportId } from '@carhouse/core/import/import-states';
import type { Database } from '@carhouse/database/connect';
import { type ReportFile, reportHeader, reportText } from '@carhouse/database/import/report-file';
import { deleteParts, insertPart, partSize } from '@carhouse/database/import-parts';

/** Keeps the report of an import in parts, instead of that of an earlier run. */
export async function storeReport(database: Database, importId: ImportId): Promise<ReportFile> {
  await deleteParts(database, importId, 'report');
  // a spreadsheet knows by this mark that the text is UTF-8
  let waiting = `\ufeff${reportHeader}`;
  let position = 0;
  const write = async (): Promise<void> => {
    if (waiting === '') return;
    await insertPart(database, { importId, kind: 'report', position, bytes: Buffer.from(waiting) });
    position += 1;
    waiting = '';
  };
  return {
    async add(rows) {
      waiting += reportText(rows);
      if (waiting.length >= partSize) await write();
    },
    close: write,
  };
}
