import { imagesPerListing } from '@carhouse/contract/images';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockImagesOfAccount, replaceListingImages } from '@carhouse/database/images/images';
import { deleteImageNames, listImageNames, type StoredImageNames } from '@carhouse/database/imports/import-images';
import { type ImportRun, isRunInProgress, lockRun } from '@carhouse/database/imports/import-runs';
import { lockListing } from '@carhouse/database/listings/listings';
import type { Actor } from '@carhouse/domain/account/account';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { DigestMismatchError } from '@carhouse/images/start-image-workers';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { uploadImage } from '../images/upload-image.ts';
import { recordSimilarListings } from '../listings/check-duplicate.ts';
import type { ImportedImages } from './import-records.ts';
import type { InvalidMessageResult } from './import-task.ts';
import type { EndedProcess, ImportProcess } from './import-workers.ts';

type ArchiveReader = Pick<ImportProcess, 'findImage' | 'sendImage'>;

/** Number of listings whose images are looked up in one query. */
const carsPerQuery = 20;

/**
 * Milliseconds to wait before each retry of the images that the decoders or the store refused. When the last retry
 * fails too, the job of the import is retried with growing delays (jobs/queues.ts).
 */
const retryWaitsMs = [5_000, 30_000];
/** The errors after which an image may be stored later. */
const temporaryErrorCodes = ['UPLOADS_BUSY', 'UNAVAILABLE', 'STORAGE_UNAVAILABLE', 'STORAGE_FULL'] as const;

/** The outcome of one image: its key in the image store, or the reason why it was not stored. */
type ImageOutcome =
  | { readonly key: string }
  | { readonly key: null; readonly count: 'missing' | 'overBudget' | 'notStored' };
type ImageOutcomes = Map<string, ImageOutcome>;

const missingOutcome: ImageOutcome = { key: null, count: 'missing' };
const overBudgetOutcome: ImageOutcome = { key: null, count: 'overBudget' };
const notStoredOutcome: ImageOutcome = { key: null, count: 'notStored' };

/**
 * The outcomes of the images that an import has handled so far. Many rows may name one image: each name is unpacked
 * once, and the same bytes under another name are neither sent nor decoded again.
 */
type KnownOutcomes = { readonly outcomesByName: ImageOutcomes; readonly outcomesByDigest: ImageOutcomes };

/** Maximum number of entries in each map of outcomes, which takes about 2 MB. The oldest entry is removed first. */
const rememberedOutcomeMaximum = 10_000;

/**
 * Stores the images that the rows name and the archive contains. Each image is checked like a normal upload: it is
 * decoded in a separate process, encoded again, and counted in the quota. No image is fetched from the network. After
 * an interruption, the job continues with the listings whose images are not stored yet.
 * @param archive null when the file is not an archive.
 * @returns undefined when no row names an image; `stopped` when the run has ended, or its seller may no longer sell; an
 *   invalid answer when the process of the archive sent one. Cars whose images were stored before keep them.
 * @throws Error when the process of the archive has ended before its budget was used up, or images could not be stored
 *   because the decoders were busy or the store did not respond. The names of the images that are not stored yet are kept, so
 *   that the next run stores them.
 */
export async function storeImportImages(
  context: Context,
  dealer: Actor,
  importRun: ImportRun,
  archive: ArchiveReader | null,
  signal: AbortSignal,
): Promise<ImportedImages | InvalidMessageResult | 'stopped' | undefined> {
  const progress: ImageProgress = {
    counts: { taken: 0, missing: 0, overBudget: 0, notStored: 0 },
    storedCarCount: 0,
    knownOutcomes: { outcomesByName: new Map(), outcomesByDigest: new Map() },
  };
  for (const waitMs of [0, ...retryWaitsMs]) {
    if (waitMs > 0) await context.wait(waitMs, signal);
    const result = await storeImagesOfCars(context, dealer, importRun, archive, signal, progress);
    if (result === 'later') continue;
    if (result !== 'stored') return result;
    const isFinished = await inTransaction(context.database, async (trx) => {
      if (!(await lockRun(trx, importRun))) return false;
      // Rows whose listing was deleted in the meantime still have image names.
      await deleteImageNames(trx, importRun.id);
      return true;
    });
    if (!isFinished) return 'stopped';
    return progress.storedCarCount === 0 ? undefined : progress.counts;
  }
  throw new Error('photos of the import could not be stored');
}

/** What one run has stored so far. */
type ImageProgress = {
  readonly counts: { -readonly [Count in keyof ImportedImages]: number };
  storedCarCount: number;
  readonly knownOutcomes: KnownOutcomes;
};

/**
 * Stores the images of every car of the import whose image names are still in the database.
 * @returns `later` when images of some cars could not be stored now, and the next attempt stores them; an invalid
 * answer when the process of the archive sent one.
 */
async function storeImagesOfCars(
  context: Context,
  dealer: Actor,
  run: ImportRun,
  archive: ArchiveReader | null,
  signal: AbortSignal,
  progress: ImageProgress,
): Promise<'stored' | 'later' | 'stopped' | InvalidMessageResult> {
  let result: 'stored' | 'later' = 'stored';
  let lastDealerReference = '';
  for (;;) {
    const waitingCars = await listImageNames(
      context.database,
      run.id,
      dealer.accountId,
      lastDealerReference,
      carsPerQuery,
    );
    if (waitingCars.length === 0) return result;
    if (!(await isRunInProgress(context.database, run))) return 'stopped';
    for (const car of waitingCars) {
      lastDealerReference = car.dealerRef;
      if (signal.aborted) throw new Error(interruptedText);
      const outcomes = await storeImageOnce(context, dealer, archive, car.names, progress.knownOutcomes);
      if (outcomes === 'later') {
        result = 'later';
        continue;
      }
      if ('found' in outcomes) {
        if (outcomes.found === 'invalid') return { kind: 'invalid', issue: outcomes.issue };
        if (await isRunInProgress(context.database, run)) throw new Error(interruptedText);
        return 'stopped';
      }
      const imageKeys = [...new Set(outcomes.flatMap(({ key }) => key ?? []))];
      if (!(await attachImages(context, dealer, run, car, imageKeys))) return 'stopped';
      for (const { count } of outcomes.filter(wasNotStored)) progress.counts[count] += 1;
      progress.counts.taken += imageKeys.length;
      progress.storedCarCount += 1;
    }
  }
}

const interruptedText = 'the import was interrupted';

function wasNotStored(outcome: ImageOutcome): outcome is ImageOutcome & { readonly key: null } {
  return outcome.key === null;
}

/**
 * Stores the valid images of a car, up to the maximum number of images per listing.
 * @returns the outcome of each image name, or how the process of the archive has ended; `later` when an image cannot be
 * stored now.
 */
async function storeImageOnce(
  context: Context,
  dealer: Actor,
  archive: ArchiveReader | null,
  imageNames: readonly string[],
  knownOutcomes: KnownOutcomes,
): Promise<readonly ImageOutcome[] | EndedProcess | 'later'> {
  if (archive === null) return imageNames.map(() => missingOutcome);
  const outcomes: ImageOutcome[] = [];
  for (const name of imageNames.slice(0, imagesPerListing)) {
    const outcome =
      knownOutcomes.outcomesByName.get(name) ??
      (await storeOneImage(context, dealer, archive, name, knownOutcomes.outcomesByDigest));
    if (outcome === 'later' || 'found' in outcome) return outcome;
    outcomes.push(outcome);
    rememberOutcome(knownOutcomes.outcomesByName, name, outcome);
  }
  return [...outcomes, ...imageNames.slice(imagesPerListing).map(() => overBudgetOutcome)];
}

/** Finds an image in the archive and stores it, unless the outcome of the same bytes is already known. */
async function storeOneImage(
  context: Context,
  dealer: Actor,
  archive: ArchiveReader,
  name: string,
  outcomesByDigest: ImageOutcomes,
): Promise<ImageOutcome | EndedProcess | 'later'> {
  const image = await archive.findImage(name);
  if (image.found === 'ended' || image.found === 'invalid') return image;
  if (image.found !== 'image') return image.found === 'nothing' ? missingOutcome : overBudgetOutcome;
  const knownOutcome = outcomesByDigest.get(image.digest);
  if (knownOutcome !== undefined) return knownOutcome;
  const sentImage = await archive.sendImage(image.digest);
  if (sentImage.found === 'ended' || sentImage.found === 'invalid') return sentImage;
  if (sentImage.found !== 'bytes') return sentImage.found === 'nothing' ? missingOutcome : overBudgetOutcome;
  const outcome = await storeImage(context, dealer, sentImage.bytes, image.digest);
  if (outcome === 'later' || 'found' in outcome) return outcome;
  rememberOutcome(outcomesByDigest, image.digest, outcome);
  return outcome;
}

/**
 * Stores an image as an upload.
 * @returns the outcome of the image: its key, or why it was not stored (damaged, not an image, over the quota); `later`
 * when the decoders are busy or the store does not respond; `invalid` when the bytes have another digest.
 * @throws errors that are not about the image.
 */
async function storeImage(
  context: Context,
  dealer: Actor,
  bytes: Uint8Array,
  digest: string,
): Promise<ImageOutcome | EndedProcess | 'later'> {
  const imageSource = { network: `import:${dealer.accountId}`, importDigest: digest };
  try {
    return { key: (await uploadImage(context, dealer, bytes, imageSource)).key };
  } catch (error) {
    if (error instanceof DigestMismatchError)
      return { found: 'invalid', issue: 'other bytes than those of the digest' };
    if (isDomainError(error, 'IMAGE_INVALID')) return missingOutcome;
    if (isDomainError(error, 'IMAGE_QUOTA')) return overBudgetOutcome;
    if (temporaryErrorCodes.some((code) => isDomainError(error, code))) return 'later';
    if (isDomainError(error)) return notStoredOutcome;
    throw error;
  }
}

function rememberOutcome(outcomes: ImageOutcomes, id: string, outcome: ImageOutcome): void {
  const [oldestId] = outcomes.keys();
  if (outcomes.size >= rememberedOutcomeMaximum && oldestId !== undefined) outcomes.delete(oldestId);
  outcomes.set(id, outcome);
}

/**
 * Adds the images, if there are any, to the listing unless it was sold in the meantime, and deletes the stored names.
 * The function also records other sellers' listings with the same image.
 * @returns false, without making a change, when the run has ended.
 */
async function attachImages(
  context: Context,
  dealer: Actor,
  run: ImportRun,
  { listingId, dealerRef }: StoredImageNames,
  imageKeys: readonly string[],
): Promise<boolean> {
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, dealer);
    const lockedListing = imageKeys.length === 0 ? undefined : await lockListing(trx, listingId, 'own');
    // The import is locked after the listing, as when a batch of rows is saved.
    if (!(await lockRun(trx, run))) return false;
    await deleteImageNames(trx, run.id, dealerRef);
    if (lockedListing === undefined || lockedListing.listing.seller.id !== dealer.accountId) return true;
    if (lockedListing.listing.status === 'sold') return true;
    const ownImages = await lockImagesOfAccount(trx, dealer.accountId, imageKeys);
    const images = imageKeys.filter((key) => ownImages.has(key));
    await replaceListingImages(trx, listingId, images);
    if (lockedListing.listing.status === 'available')
      await recordSimilarListings(trx, { ...lockedListing.listing, images }, context.now());
    return true;
  });
}
