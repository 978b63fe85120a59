import type { Actor } from '@carhouse/core/account/account';
import { isDomainError } from '@carhouse/core/errors/domain-error';
import type { ImportId, ImportState } from '@carhouse/core/import/import-states';
import { bindGuessed } from '@carhouse/database/import/choose-mapping';
import { ImportBusy, ImportFault } from '@carhouse/database/import/import-fault';
import { type ImportResult, importFile } from '@carhouse/database/import/import-file';
import { sourceOf } from '@carhouse/database/import/source-file';
import { storedFile } from '@carhouse/database/import-parts';
import { notePictures } from '@carhouse/database/import-pictures';
import { forgetGone, readImport, replaceGone, takeGone, updateImport } from '@carhouse/database/imports';
import { becomeDealer, findActiveSeller } from '@carhouse/database/sellers';
import type { Context } from '../context.ts';
import { withdrawListing } from '../listings/withdraw-listing.ts';
import { asImport, type DealerImport, type KeptResult } from './import-records.ts';
import { storePictures } from './store-pictures.ts';
import { storeReport } from './store-report.ts';

const mayNotSell = 'The account may not sell now.';
/** Cars that are withdrawn before progress is noted. */
const withdrawnAtOnce = 100;

/**
 * Does what the state of an import says: checks it, runs it, or withdraws what is gone. It may be begun again where it was cut off: rows
 * that have come in are then unchanged, and cars that were withdrawn are no longer noted.
 */
export async function importCars(context: Context, id: ImportId, signal: AbortSignal): Promise<void> {
  const row = await readImport(context.database, id);
  // removed by its dealer, or done by a run before this one
  if (row === undefined) return;
  const seller = await findActiveSeller(context.database, row.seller_id);
  if (seller === undefined) return finish(context, id, 'failed', { fault: mayNotSell });
  const dealer: Actor = { ...seller, accountId: row.seller_id, sessionId: null, role: 'Seller' };
  if (row.state === 'checking' || row.state === 'running') await readRows(context, dealer, asImport(row), signal);
  if (row.state === 'withdrawing') await withdrawGone(context, dealer, asImport(row), signal);
}

async function readRows(context: Context, dealer: Actor, found: DealerImport, signal: AbortSignal): Promise<void> {
  const { database } = context;
  const { id, seller_id: sellerId } = found;
  const isRun = found.state === 'running';
  try {
    const source = await sourceOf(found.file_name, storedFile(database, id, found.file_bytes));
    const result = await importFile({
      database,
      source,
      sellerId,
      choose: ({ header }) => bindGuessed(found.mapping.mapping, header),
      brands: 'known makes',
      dryRun: !isRun,
      now: context.now(),
      makeId: () => context.newId<'listing'>(),
      openReport: () => storeReport(database, id),
      onStart: async ({ rows }) => {
        await updateImport(database, id, { total_rows: rows }, context.now());
      },
      onProgress: async (done) => {
        await updateImport(database, id, { done_rows: done }, context.now());
      },
      onPictures: (rows) => notePictures(database, id, rows),
      signal,
    });
    // A node that stops gives the work back: the job is done again elsewhere.
    if (result.interrupted) throw new Error('the import was interrupted');
    await replaceGone(database, id, isRun ? result.gone.ids : []);
    if (isRun && result.imported + result.updated + result.unchanged > 0) {
      await becomeDealer(database, sellerId, context.now());
    }
    const pictures = isRun ? await storePictures(context, dealer, id, source, signal) : undefined;
    const kept = { ...keptResult(result), ...(pictures === undefined ? {} : { pictures }) };
    await finish(context, id, isRun ? 'done' : 'checked', { result: kept });
  } catch (error) {
    // One whose node died may still hold the seller's lock for a moment: the job is tried again.
    if (!(error instanceof ImportFault) || error instanceof ImportBusy) throw error;
    await finish(context, id, 'failed', { fault: error.message });
  }
}

/** One by one, as the dealer himself would: open bookings are cancelled and told, a car that is being paid for stays. */
async function withdrawGone(context: Context, dealer: Actor, found: DealerImport, signal: AbortSignal): Promise<void> {
  const { database } = context;
  let withdrawn = found.withdrawn ?? 0;
  let done = found.done_rows;
  for (;;) {
    const cars = await takeGone(database, found.id, withdrawnAtOnce);
    if (cars.length === 0) break;
    if (signal.aborted) throw new Error('the withdrawal was interrupted');
    for (const car of cars) {
      try {
        withdrawn += await withdrawListing(context, dealer, car);
      } catch (error) {
        if (isDomainError(error, 'UNAUTHENTICATED'))
          return finish(context, found.id, 'done', { withdrawn, fault: mayNotSell });
        // sold, on hold or gone meanwhile: it stays as it is
        if (!isDomainError(error)) throw error;
      }
    }
    done += cars.length;
    await forgetGone(database, found.id, cars);
    await updateImport(database, found.id, { withdrawn, done_rows: done }, context.now());
  }
  await finish(context, found.id, 'done', { withdrawn });
}

async function finish(
  context: Context,
  id: ImportId,
  state: ImportState,
  change: { readonly result?: KeptResult; readonly fault?: string; readonly withdrawn?: number },
): Promise<void> {
  const now = context.now();
  await updateImport(context.database, id, { ...change, state, finished_at: now }, now);
}

function keptResult(result: ImportResult): KeptResult {
  const { imported, updated, unchanged, rejected, reasons, brandsAdded, gone } = result;
  const counts = { imported, updated, unchanged, rejected };
  return { ...counts, reasons, brandsAdded, gone: gone.incomplete ? null : gone.ids.length };
}
