import { imagesPerListing } from '@carhouse/contract/images';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockOwnImages, replaceListingImages } from '@carhouse/database/images/images';
import { deleteNotedImages, listNotedImages, type NotedImages } from '@carhouse/database/imports/import-images';
import { type ImportRun, isGoingOn } from '@carhouse/database/imports/import-runs';
import { lockListing } from '@carhouse/database/listings/listings';
import type { Actor } from '@carhouse/domain/account/account';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { digestOf } from '@carhouse/images/decode-once';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { uploadImage } from '../images/upload-image.ts';
import { noteLookAlikes } from '../listings/check-duplicate.ts';
import type { ImportedImages } from './import-records.ts';
import type { ImportProcess } from './import-workers.ts';

type Archive = Pick<ImportProcess, 'image'>;

/** Number of listings whose images are looked up in one query. */
const carsAtOnce = 20;

/** The keys of images that are decided, or null for an image that is refused or not in the archive. */
type Outcomes = Map<string, string | null>;

/**
 * What became of the images of an import so far. Many rows may name one image: each name is unpacked and sent once, and
 * the same bytes under another name are decoded once.
 */
type Known = { readonly byName: Outcomes; readonly byDigest: Outcomes };

/** Maximum number of outcomes, and of names, that are kept, about 2 MB each. The oldest is removed first. */
const outcomesKept = 10_000;

/**
 * Stores the images that the rows name and the archive contains. Each image is checked like a normal upload: it is decoded
 * in a separate process, encoded again, and counted in the quota. No image is fetched from the network. After an
 * interruption, the job continues with the listings that have no images yet.
 * @param archive null when the file is not an archive.
 * @returns undefined when no row names an image, or the import was stopped.
 */
export async function storeImportImages(
  context: Context,
  dealer: Actor,
  run: ImportRun,
  archive: Archive | null,
  signal: AbortSignal,
): Promise<ImportedImages | undefined> {
  const { id } = run;
  let taken = 0;
  let missing = 0;
  let cars = 0;
  const known: Known = { byName: new Map(), byDigest: new Map() };
  for (;;) {
    const waiting = await listNotedImages(context.database, id, dealer.accountId, carsAtOnce);
    if (waiting.length === 0) break;
    if (!(await isGoingOn(context.database, run))) return undefined;
    for (const car of waiting) {
      if (signal.aborted) throw new Error('the import was interrupted');
      const keys = archive === null ? [] : await takeIn(context, dealer, archive, car.names, known);
      if (keys.length > 0) await showImages(context, dealer, car, keys);
      taken += keys.length;
      missing += car.names.length - keys.length;
      cars += 1;
      await deleteNotedImages(context.database, id, car.dealerRef);
    }
  }
  await deleteNotedImages(context.database, id);
  return cars === 0 ? undefined : { taken, missing };
}

/** Stores the images and returns the keys of those that are valid and within the quota. */
async function takeIn(
  context: Context,
  dealer: Actor,
  archive: Archive,
  names: readonly string[],
  known: Known,
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const name of names.slice(0, imagesPerListing)) {
    try {
      let key = known.byName.get(name);
      if (key === undefined) {
        key = await takeOne(context, dealer, archive, name, known.byDigest);
        keep(known.byName, name, key);
      }
      if (key !== null && !keys.includes(key)) keys.push(key);
    } catch (error) {
      // The queue or the store is full, so the listing is imported without the image. For the next row they may be free.
      if (!isDomainError(error)) throw error;
    }
  }
  return keys;
}

/** Asks the archive for an image and stores it, unless the same bytes were decided before. */
async function takeOne(
  context: Context,
  dealer: Actor,
  archive: Archive,
  name: string,
  byDigest: Outcomes,
): Promise<string | null> {
  const bytes = await archive.image(name);
  if (bytes === undefined) return null;
  const digest = await digestOf(bytes);
  const known = byDigest.get(digest);
  if (known !== undefined) return known;
  const key = await store(context, dealer, bytes);
  keep(byDigest, digest, key);
  return key;
}

/**
 * Stores an image as an upload.
 * @returns its key; null when the image is damaged, is not an image, or exceeds the quota.
 * @throws the other errors of `uploadImage`.
 */
async function store(context: Context, dealer: Actor, bytes: Uint8Array): Promise<string | null> {
  const from = { network: `import:${dealer.accountId}`, inImport: true };
  try {
    return (await uploadImage(context, dealer, bytes, from)).key;
  } catch (error) {
    if (isDomainError(error, 'IMAGE_INVALID') || isDomainError(error, 'IMAGE_QUOTA')) return null;
    throw error;
  }
}

function keep(outcomes: Outcomes, id: string, key: string | null): void {
  const [oldest] = outcomes.keys();
  if (outcomes.size >= outcomesKept && oldest !== undefined) outcomes.delete(oldest);
  outcomes.set(id, key);
}

/**
 * Adds the images to the listing unless it was sold in the meantime. It also records other sellers' listings with the same
 * image.
 */
async function showImages(
  context: Context,
  dealer: Actor,
  { listingId }: NotedImages,
  keys: readonly string[],
): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, dealer);
    const locked = await lockListing(trx, listingId, 'own');
    if (locked === undefined || locked.listing.seller.id !== dealer.accountId) return;
    if (locked.listing.status === 'sold') return;
    const own = await lockOwnImages(trx, dealer.accountId, keys);
    const images = keys.filter((key) => own.has(key));
    await replaceListingImages(trx, listingId, images);
    if (locked.listing.status === 'available') await noteLookAlikes(trx, { ...locked.listing, images }, context.now());
  });
}
