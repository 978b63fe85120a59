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

/**
 * What became of the images of an import so far, by the digest of their bytes: the key, or null for an image that is refused.
 * Many rows may name one image, which is decoded once.
 */
type Outcomes = Map<string, string | null>;

/** The digests of the images that the archive has sent, by the name in the list. Each name is unpacked and sent once. */
type Sent = Map<string, string | null>;

type Known = { readonly outcomes: Outcomes; readonly sent: Sent };

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
  const known: Known = { outcomes: new Map(), sent: new Map() };
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
  { outcomes, sent }: Known,
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const name of names.slice(0, imagesPerListing)) {
    try {
      const before = sent.get(name);
      const decided = before === null ? null : before === undefined ? undefined : outcomes.get(before);
      const key = decided === undefined ? await takeOne(context, dealer, archive, name, { outcomes, sent }) : decided;
      if (key !== null && !keys.includes(key)) keys.push(key);
    } catch (error) {
      // The image is damaged, is not an image, or exceeds the quota, so the listing is imported without it.
      if (!isDomainError(error)) throw error;
    }
  }
  return keys;
}

/** Asks the archive for an image and stores it. @returns its key; null when the archive does not have it or it was refused. */
async function takeOne(
  context: Context,
  dealer: Actor,
  archive: Archive,
  name: string,
  { outcomes, sent }: Known,
): Promise<string | null> {
  const bytes = await archive.image(name);
  const digest = bytes === undefined ? null : await digestOf(bytes);
  keep(sent, name, digest);
  if (bytes === undefined || digest === null) return null;
  const known = outcomes.get(digest);
  return known === undefined ? store(context, dealer, bytes, digest, outcomes) : known;
}

/** Stores an image as an upload, and keeps its outcome. @returns its key. @throws the errors of `uploadImage`. */
async function store(
  context: Context,
  dealer: Actor,
  bytes: Uint8Array,
  digest: string,
  outcomes: Outcomes,
): Promise<string> {
  const from = { network: `import:${dealer.accountId}`, inImport: true };
  try {
    const { key } = await uploadImage(context, dealer, bytes, from);
    keep(outcomes, digest, key);
    return key;
  } catch (error) {
    // These refusals would be the same for the next row. A full queue or store may be free by then.
    if (isDomainError(error, 'IMAGE_INVALID') || isDomainError(error, 'IMAGE_QUOTA')) keep(outcomes, digest, null);
    throw error;
  }
}

function keep(outcomes: Outcomes, digest: string, key: string | null): void {
  const [oldest] = outcomes.keys();
  if (outcomes.size >= outcomesKept && oldest !== undefined) outcomes.delete(oldest);
  outcomes.set(digest, key);
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
