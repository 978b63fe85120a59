import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { lockSignUpNetwork, type SellerCountScope } from '@carhouse/database/accounts/sellers';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import {
  countUploads,
  deleteReservation,
  hasUploadedImage,
  type ImageReservationResult,
  insertUpload,
  isStored,
  lockUploads,
  markStored,
  recordAvifComplete,
  reserveImage,
  type UploadTotals,
} from '@carhouse/database/images/images';
import type { Account, Actor } from '@carhouse/domain/account/account';
import { findSharedLimitStart } from '@carhouse/domain/account/seller-trust';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { imageWidths } from '@carhouse/domain/image/image-widths';
import { StoreFault } from '@carhouse/images/image-store';
import type { PreparedImage } from '@carhouse/images/prepared-image';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';

/** Maximum number of uploads of one account within an hour (docs/reliability.md, calls). */
export const uploadsPerHour = 20;
/** Maximum number of uploads of all new accounts of one sign-up network together within an hour. */
export const uploadsPerHourOfNetwork = 60;
export const uploadQuotaBytes = 200 * 1024 * 1024;

const hourMs = 60 * 60 * 1000;
/**
 * Milliseconds after which the upload that reserved an image counts as interrupted. Writing an image to the
 * store never takes this long.
 */
const reservationLifetimeMs = 60_000;
const busyRetryCountMaximum = 15;
const busyRetryDelayMs = 200;

/**
 * Stores an image: decodes and encodes it, reserves its row and quota, writes its files, and only then marks the image
 * usable. The same image uploaded again has the same key and uses no additional quota. A failed upload leaves neither
 * rows nor files.
 * @param network the client's network, as `findSubject` returns it. The image decoder serves the networks in rotation.
 * @param importDigest for an image of an import, the digest that the import process gave for this image. The hourly
 * limit of uploads does not apply to images of an import; the quota does.
 * @throws DomainError IMAGE_INVALID, UPLOADS_BUSY, UPLOAD_LIMIT, IMAGE_QUOTA, STORAGE_FULL, STORAGE_UNAVAILABLE
 * @throws DigestMismatchError when the bytes do not have this digest
 */
export async function uploadImage(
  context: Context,
  actor: Actor,
  bytes: Uint8Array,
  { network, importDigest }: { readonly network: string; readonly importDigest?: string },
): Promise<PreparedImage> {
  const uploader = { account: actor.accountId, network };
  const { imageWorkers } = context;
  const comesFromImport = importDigest !== undefined;
  // An import sends each image of its archive once (`storeImportImages`).
  const image = await (comesFromImport
    ? imageWorkers.prepareDistinct(bytes, importDigest, uploader)
    : imageWorkers.prepare(bytes, uploader));
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    const reservationResult = await inTransaction(context.database, (trx) =>
      reserveUpload(context, trx, actor, image, comesFromImport),
    );
    if (reservationResult === 'write') await writeFiles(context, image);
    if (reservationResult !== 'busy') return image;
    // Another user is uploading the same image, or the deletion of unused images is deleting it. The other upload or
    // the deletion ends within seconds.
    if (attemptNumber === busyRetryCountMaximum) throw new DomainError('UPLOADS_BUSY', { retryAfter: 5 });
    await wait(busyRetryDelayMs);
  }
}

/**
 * Checks whether a user may upload an image now, before any byte of the body is read.
 * @throws DomainError EMAIL_UNCONFIRMED, UPLOAD_LIMIT, IMAGE_QUOTA
 */
export async function assertMayUpload(context: Context, actor: Actor): Promise<void> {
  const { account } = await inTransaction(context.database, (trx) => authoriseConfirmed(context, trx, actor, 'shared'));
  const now = context.now();
  const uploadTotals = await countUploads(
    context.database,
    findSellersCountedWith(context, account),
    new Date(now.getTime() - hourMs),
  );
  assertUploadPace(uploadTotals, now);
  if (uploadTotals.bytes >= uploadQuotaBytes) throw new DomainError('IMAGE_QUOTA');
}

async function reserveUpload(
  context: Context,
  trx: Transaction,
  actor: Actor,
  image: PreparedImage,
  isInImport: boolean,
): Promise<ImageReservationResult> {
  const now = context.now();
  const { accountId } = actor;
  const { key, width, height, differenceHash } = image;
  const { account } = await authoriseConfirmed(context, trx, actor, 'shared');
  const countedSellers = findSellersCountedWith(context, account);
  await lockUploads(trx, accountId);
  if (countedSellers.accountsCountedSince !== undefined) await lockSignUpNetwork(trx, accountId);
  const uploadTotals = await countUploads(trx, countedSellers, new Date(now.getTime() - hourMs));
  if (!isInImport) assertUploadPace(uploadTotals, now);
  const bytes = (await hasUploadedImage(trx, accountId, key)) ? 0 : readImageBytes(image);
  if (uploadTotals.bytes + bytes > uploadQuotaBytes) throw new DomainError('IMAGE_QUOTA');
  const reservationResult = await reserveImage(
    trx,
    { key, width, height, differenceHash },
    now,
    new Date(now.getTime() - reservationLifetimeMs),
  );
  if (reservationResult !== 'busy') await insertUpload(trx, { id: context.newId(), key, accountId, bytes, at: now });
  return reservationResult;
}

/** Returns the accounts whose images count together: new accounts of one sign-up network share a quota (decision 0046). */
function findSellersCountedWith({ config, now }: Context, account: Account): SellerCountScope {
  return { sellerId: account.id, accountsCountedSince: findSharedLimitStart(account, config.trust, now()) };
}

async function writeFiles(context: Context, image: PreparedImage): Promise<void> {
  const { key } = image;
  try {
    await context.images.put(key, image.variants);
  } catch (error) {
    const mayHaveLeftFiles = error instanceof StoreFault && error.mayHaveLeftFiles;
    await inTransaction(context.database, (trx) => deleteReservation(trx, key, mayHaveLeftFiles, context.now()));
    throw error;
  }
  await inTransaction(context.database, async (trx) => {
    await markStored(trx, key, context.now());
    await context.jobs.enqueue(trx, 'picture-avif', { key });
  });
}

/** Checks the hourly limits of uploads: first the limit of the account, then the limit of its sign-up network. */
function assertUploadPace(uploadTotals: UploadTotals, now: Date): void {
  if (uploadTotals.recent >= uploadsPerHour) throw makeUploadLimitError(uploadTotals.oldestUploadAt, now);
  if (uploadTotals.recentOfAll >= uploadsPerHourOfNetwork) throw makeUploadLimitError(uploadTotals.oldestOfAllAt, now);
}

function makeUploadLimitError(oldestUploadAt: Date | null, now: Date): DomainError {
  const msUntilNextUpload = (oldestUploadAt ?? now).getTime() + hourMs - now.getTime();
  return new DomainError('UPLOAD_LIMIT', { retryAfter: Math.max(1, Math.ceil(msUntilNextUpload / 1000)) });
}

/** Returns the total size of the files of an image, in bytes. */
export function readImageBytes(image: PreparedImage): number {
  return image.variants.reduce((totalBytes, { bytes }) => totalBytes + bytes.length, 0);
}

/**
 * Creates the AVIF files of an image from its largest WebP file; the handler of a queued job. The job may run again
 * without effect. No files are written for a deleted image.
 * @throws StoreFault when the image store does not answer; the job is then retried.
 */
export async function storeAvif(context: Context, key: string): Promise<void> {
  if (!(await isStored(context.database, key))) return;
  const largestVariant = await readLargestWebp(context, key);
  if (largestVariant === null) return;
  await context.images.put(key, await context.imageWorkers.encodeAvif(largestVariant));
  if (!(await recordAvifComplete(context.database, key, context.now()))) await context.images.remove(key, 'avif');
}

async function readLargestWebp(context: Context, key: string): Promise<Buffer | null> {
  for (const width of imageWidths.toReversed()) {
    const file = await context.images.open(key, width, 'webp');
    if (file !== null) return buffer(file.stream);
  }
  return null;
}
