import { readImport, updateImport } from '@carhouse/database/imports/imports';
import { importLifecycle } from '@carhouse/domain/import/import-lifecycle';
import { type ImportId, isBusy } from '@carhouse/domain/import/import-states';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { Context } from '../context.ts';

const importInterruptedText =
  'It was interrupted again and again, photos could not be stored, or another import of yours went on all the time, and it has stopped. ' +
  'What came in stays. Start it again, or send the same file again: no car is taken in twice.';
const withdrawalInterruptedText =
  'The withdrawal was interrupted again and again and has stopped. The cars that it did not come to are still on offer.';

/**
 * Marks an import as stopped when its job was interrupted in its last try. The seller sees that the import has stopped,
 * and can start it again.
 */
export async function releaseImport(context: Context, id: ImportId): Promise<void> {
  const row = await readImport(context.database, id);
  // The seller has deleted the import, or another run has finished it.
  if (row === undefined || !isBusy(row.state)) return;
  const now = context.now();
  const fault = row.state === 'withdrawing' ? withdrawalInterruptedText : importInterruptedText;
  const state = advance(importLifecycle, row.state, 'fail', 'system');
  const interruptedImportFields = { state, fault, fault_code: 'INTERRUPTED' } as const;
  await updateImport(context.database, id, { ...interruptedImportFields, finished_at: now }, now);
  context.log.error({ importId: id, state: row.state }, 'an import was cut off too often and has stopped');
}
