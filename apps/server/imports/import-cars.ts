import { findAccount } from '@carhouse/database/accounts/accounts';
import { countCarsOnSale, findActiveSeller, markAsDealer } from '@carhouse/database/accounts/sellers';
import { deleteChunks } from '@carhouse/database/imports/import-parts';
import {
  claimImportRun,
  type ImportRun,
  isRunInProgress,
  updateImportRun,
} from '@carhouse/database/imports/import-runs';
import {
  deleteGoneEntries,
  type ImportChange,
  type ImportRow,
  listNextGoneListings,
} from '@carhouse/database/imports/imports';
import { countCarsPutOnSale, countCarsPutOnSaleByShareGroup } from '@carhouse/database/listings/listing-writes';
import type { Actor } from '@carhouse/domain/account/account';
import { findSharedLimitStart, judgeSellerTrust } from '@carhouse/domain/account/seller-trust';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';
import { importLifecycle } from '@carhouse/domain/import/import-lifecycle';
import { type BusyState, busyStates, type ImportId, isBusy } from '@carhouse/domain/import/import-states';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { computeCountedCarsMaximum } from '@carhouse/domain/listing/newest-sort-time';
import { findStartOfToday } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';
import { withdrawListing } from '../listings/withdraw-listing.ts';
import { recordInvalidMessage } from '../security/record-invalid-message.ts';
import { readDealerImportRow } from './import-records.ts';
import type { ImportAnswer, ImportTask, InvalidMessageResult } from './import-task.ts';
import { storeImportImages } from './store-import-images.ts';

/** Number of listings that are withdrawn between two updates of the progress. */
const withdrawalsPerUpdate = 20;
/** Milliseconds between two checks whether the import was stopped on another server node. */
const stopCheckMs = 1_000;

/**
 * Does the work that the state of an import requires: it examines the file, checks it, imports it, or withdraws
 * listings that the file no longer has. The file is parsed in a separate process. Interrupted work may run again: rows
 * that are already imported count as unchanged, and withdrawn listings are skipped. After a user has stopped this run
 * or another run has taken over the import, this run can no longer change the database.
 *
 * @param states the states whose work this call does. In any other state the function does nothing, so that a job that
 * is repeated late never does the work of a later job.
 */
export async function importCars(
  context: Context,
  id: ImportId,
  signal: AbortSignal,
  states: readonly BusyState[] = busyStates,
): Promise<void> {
  const run: ImportRun = { id, run: context.newId<'import_run'>() };
  const row = await claimImportRun(context.database, run, states);
  // The seller has deleted or stopped the import, or an earlier run has finished it.
  if (row === undefined || !isBusy(row.state)) return;
  const { state } = row;
  const seller = await findActiveSeller(context.database, row.seller_id);
  if (seller === undefined) return failImport(context, run, state, { code: 'ACCOUNT', message: sellerNotActiveText });
  const dealerActor: Actor = { ...seller, accountId: row.seller_id, role: 'Seller', sessionId: null };
  if (state === 'withdrawing') await withdrawMissingCars(context, dealerActor, run, row, signal);
  else await readFile(context, dealerActor, run, { ...row, state }, signal);
}

const invalidMessageText = 'The list could not be read to its end. Split it, and send the parts.';
const sellerNotActiveText = 'The account may not sell now.';

async function readFile(
  context: Context,
  dealerActor: Actor,
  run: ImportRun,
  row: ImportRow & { readonly state: ImportTask['work'] },
  signal: AbortSignal,
): Promise<void> {
  const mapping = row.state === 'examining' ? null : readDealerImportRow(row).mapping.mapping;
  const { seller_id: sellerId, file_name: fileName, file_bytes: fileBytes, state: work } = row;
  const { carCountMaximum, isNewSeller, postCountOfOthers } = await readSellerLimits(context, row);
  const { maxNewestPerDay } = context.config.trust;
  const importTask = {
    ...run,
    work,
    sellerId,
    fileName,
    fileBytes,
    mapping,
    isNewSeller,
    carCountMaximum,
    maxNewestPerDay,
    postCountOfOthers,
    now: context.now().getTime(),
  };
  const importProcess = context.importWorkers.begin(importTask, signal);
  const timer = setInterval(() => {
    isRunInProgress(context.database, run).then(
      (isRunCurrent) => isRunCurrent || importProcess.stop(),
      // The database did not respond. The next check runs after the interval.
      () => {},
    );
  }, stopCheckMs);
  try {
    const answer = await importProcess.answer;
    if (answer.kind === 'read') {
      const storeImages = () =>
        storeImportImages(context, dealerActor, run, answer.holdsImages ? importProcess : null, signal);
      await storeReadResult(context, run, row, answer, storeImages);
    } else await finishWithoutReading(context, run, row, answer);
  } finally {
    clearInterval(timer);
    await importProcess.end();
  }
}

/**
 * The number of listings that this seller may have on sale: the limit minus the listings on sale of other sellers from
 * the same sign-up network. For an import that an admin has approved, the number is the limit of a verified seller. The
 * import process counts only this seller's listings and has no access to other accounts.
 */
async function readSellerLimits(
  { database, config: { trust }, now }: Context,
  row: ImportRow,
): Promise<Pick<ImportTask, 'carCountMaximum' | 'isNewSeller' | 'postCountOfOthers'>> {
  const { seller_id: sellerId } = row;
  const seller = await findAccount(database, sellerId);
  if (seller === undefined) return { carCountMaximum: 0, isNewSeller: true, postCountOfOthers: 0 };
  const currentTime = now();
  const { cars, areImportsReviewed } = judgeSellerTrust(seller, trust, currentTime);
  const ownCarsFilter = { sellerId, accountsCountedSince: undefined };
  const accountsCountedSince = findSharedLimitStart(seller, trust, currentTime);
  const otherSellersCarCount =
    (await countCarsOnSale(database, { sellerId, accountsCountedSince }, cars)) -
    (await countCarsOnSale(database, ownCarsFilter, cars));
  const ownCarCountMaximum = Math.max(0, cars - otherSellersCarCount);
  const day = [sellerId, findStartOfToday(currentTime), computeCountedCarsMaximum(trust.maxNewestPerDay)] as const;
  const postCountOfOthers =
    (await countCarsPutOnSaleByShareGroup(database, ...day)) - (await countCarsPutOnSale(database, ...day));
  const carCountMaximum =
    row.released_at === null ? ownCarCountMaximum : Math.max(ownCarCountMaximum, trust.limitsByTier.verified.cars);
  return { carCountMaximum, isNewSeller: areImportsReviewed, postCountOfOthers };
}

/** Stores the result of a check or an import that read the whole file. */
async function storeReadResult(
  context: Context,
  run: ImportRun,
  row: ImportRow & { readonly state: BusyState },
  answer: ImportAnswer & { readonly kind: 'read' },
  importImages: () => ReturnType<typeof storeImportImages>,
): Promise<void> {
  const { result } = answer;
  if (row.state !== 'running') {
    await finishRun(context, run, { state: 'checked', result });
    return;
  }
  if (result.imported + result.updated + result.unchanged > 0) {
    await markAsDealer(context.database, row.seller_id, context.now());
  }
  const images = await importImages();
  if (images === 'stopped') return finishWithoutReading(context, run, row, { kind: 'stopped' });
  if (images !== undefined && 'kind' in images) return finishWithoutReading(context, run, row, images);
  const isFinished = await finishRun(context, run, {
    state: 'done',
    result: { ...result, ...(images === undefined ? {} : { pictures: images }) },
  });
  // The file's bytes are deleted only after the result is stored, because the result is the only record of the rejected
  // rows. A stopped import keeps its file, so that it can be started again.
  if (isFinished) await deleteChunks(context.database, run.id, 'file');
}

async function finishWithoutReading(
  context: Context,
  run: ImportRun,
  { state: work, seller_id: sellerId }: Pick<ImportRow, 'seller_id'> & { readonly state: BusyState },
  answer: Exclude<ImportAnswer, { readonly kind: 'read' }> | InvalidMessageResult,
): Promise<void> {
  if (answer.kind === 'examined') {
    const { head, mapping } = answer;
    await finishRun(context, run, { state: 'ready', head, mapping, finished_at: null });
  } else if (answer.kind === 'fault') {
    await failImport(context, run, work, answer);
    if (work === 'examining') await deleteChunks(context.database, run.id, 'file');
  } else if (answer.kind === 'invalid') {
    recordInvalidMessage(context, { from: 'import', issue: answer.issue, accountId: sellerId });
    await failImport(context, run, work, { code: 'CRASHED', message: invalidMessageText });
  } else if (answer.kind === 'stopped') {
    // When a user stopped the import, its state and reason are already stored, and this call changes nothing.
    await failImport(context, run, work, { code: 'ACCOUNT', message: sellerNotActiveText });
  } else {
    // The error makes the queue retry the job. Another import of the seller is running, or the database was
    // unavailable.
    throw new Error(answer.kind === 'busy' ? 'another import of the seller goes on' : answer.message);
  }
}

/** Ends the import with an error code. Batches of rows that were already saved stay saved. */
async function failImport(
  context: Context,
  run: ImportRun,
  work: BusyState,
  { code, message }: { readonly code: ImportFaultCode; readonly message: string },
): Promise<void> {
  context.log.info({ importId: run.id, work, code }, 'an import ended with a fault');
  context.securityLog.record({ event: 'import', result: 'failed', code });
  // A new check replaces the result of an earlier check.
  await finishRun(context, run, {
    state: advance(importLifecycle, work, 'fail', 'system'),
    fault: message,
    fault_code: code,
    ...(work === 'withdrawing' ? {} : { result: null }),
    ...(work === 'running' ? {} : { progress: null }),
  });
}

/**
 * Withdraws listings one by one, with the effects of a withdrawal by their seller: open bookings are cancelled and their
 * buyers notified. A listing for which a buyer is paying stays on sale.
 */
async function withdrawMissingCars(
  context: Context,
  dealerActor: Actor,
  run: ImportRun,
  importRow: ImportRow,
  signal: AbortSignal,
): Promise<void> {
  const { database } = context;
  let withdrawnCount = importRow.withdrawn ?? 0;
  let doneRowCount = importRow.done_rows;
  for (;;) {
    const cars = await listNextGoneListings(database, importRow.id, withdrawalsPerUpdate);
    if (cars.length === 0) break;
    if (!(await isRunInProgress(database, run))) return;
    if (signal.aborted) throw new Error('the withdrawal was interrupted');
    for (const car of cars) {
      try {
        withdrawnCount += await withdrawListing(context, dealerActor, car);
      } catch (error) {
        if (isDomainError(error, 'UNAUTHENTICATED'))
          return failImport(context, run, 'withdrawing', { code: 'ACCOUNT', message: sellerNotActiveText });
        // The car was sold, held or deleted in the meantime, so it is not withdrawn.
        if (!isDomainError(error)) throw error;
      }
    }
    doneRowCount += cars.length;
    await deleteGoneEntries(database, importRow.id, cars);
    await updateImportRun(database, run, { withdrawn: withdrawnCount, done_rows: doneRowCount }, context.now());
  }
  await finishRun(context, run, { state: 'done', withdrawn: withdrawnCount });
}

/** Stores the end of a run. @returns false, without making a change, when the run has already ended. */
async function finishRun(context: Context, run: ImportRun, importChange: ImportChange): Promise<boolean> {
  const now = context.now();
  return updateImportRun(context.database, run, { finished_at: now, ...importChange }, now);
}
