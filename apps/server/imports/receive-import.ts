import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { maxImportBytes } from '@carhouse/contract/imports';
import { lockSignUpNetwork } from '@carhouse/database/accounts/sellers';
import { findSqlState, inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { chunkSizeBytes, insertChunk } from '@carhouse/database/imports/import-parts';
import {
  countImportBytes,
  deleteImport,
  deleteOldestImports,
  findUnstartedDuplicate,
  insertImport,
  readImport,
  updateImport,
} from '@carhouse/database/imports/imports';
import type { Account, Actor } from '@carhouse/domain/account/account';
import { findSharedLimitStart, judgeSellerTrust } from '@carhouse/domain/account/seller-trust';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ImportId } from '@carhouse/domain/import/import-states';
import { containsCardNumber } from '@carhouse/domain/payment/card-number';
import { findPublicLineFault } from '@carhouse/domain/text/public-line';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { computeQueuePlace } from './count-turns.ts';
import { type DealerImport, readDealerImportRow } from './import-records.ts';

/** Maximum number of stored imports of one seller. When a seller has more imports, the oldest imports are deleted. */
export const keptImportCountMaximum = 10;
/** Maximum size in bytes of the parts of a multipart body other than the file. */
const formOverheadBytes = 16 * 1024;
/** A stored file. `storeUpload` returns this file, and `enqueueImportExamination` receives this file. */
export class ReceivedFile extends File {
  readonly importId: ImportId;
  readonly storedByteCount: number;
  readonly hash: string;

  constructor(importId: ImportId, file: { readonly name: string; readonly bytes: number; readonly hash: string }) {
    super([], file.name);
    this.importId = importId;
    this.storedByteCount = file.bytes;
    this.hash = file.hash;
  }
}

/**
 * Checks whether a seller may upload a file of this size, before any byte of the body is read.
 * @param announcedBytes length of the body in bytes; undefined when the request does not state it.
 * @throws DomainError EMAIL_UNCONFIRMED, PAYLOAD_TOO_LARGE, IMPORT_QUOTA
 */
export async function assertRoomForImport(
  context: Context,
  actor: Actor,
  announcedBytes: number | undefined,
): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    const { account } = await authoriseConfirmed(context, trx, actor, 'shared');
    await countRemainingImportBytes(context, trx, account, announcedBytes);
  });
}

/**
 * Returns the maximum size of a seller's next file, in bytes. New sellers of one sign-up network share a quota of
 * bytes. The caller must have locked the seller.
 * @throws DomainError PAYLOAD_TOO_LARGE, IMPORT_QUOTA
 */
async function countRemainingImportBytes(
  context: Context,
  trx: Transaction,
  seller: Account,
  announcedBytes: number | undefined,
): Promise<number> {
  const now = context.now();
  const { trust } = context.config;
  const { maxImportBytes: largestFileBytes } = judgeSellerTrust(seller, trust, now);
  const accountsCountedSince = findSharedLimitStart(seller, trust, now);
  if (accountsCountedSince !== undefined) await lockSignUpNetwork(trx, seller.id);
  const storedImportBytes = await countImportBytes(trx, { sellerId: seller.id, accountsCountedSince }, now);
  const freeBytes = Math.min(largestFileBytes - storedImportBytes, maxImportBytes);
  // The body is larger than the file, because it also has multipart boundaries and headers.
  const minimumFileBytes = (announcedBytes ?? 0) - formOverheadBytes;
  if (minimumFileBytes > maxImportBytes) throw new DomainError('PAYLOAD_TOO_LARGE');
  if (freeBytes <= 0 || minimumFileBytes > freeBytes) throw new DomainError('IMPORT_QUOTA');
  return Math.min(freeBytes, announcedBytes ?? freeBytes);
}

/**
 * Stores the bytes of an upload in chunks as they arrive. A failed upload leaves no rows.
 * @throws DomainError IMPORT_QUOTA
 */
export async function storeUpload(
  context: Context,
  actor: Actor,
  stream: Readable,
  { fileName, announcedBytes }: { readonly fileName: string; readonly announcedBytes: number | undefined },
): Promise<ReceivedFile> {
  const { database } = context;
  const id = context.newId<'import'>();
  const name = cleanFileName(fileName);
  if (containsCardNumber(name)) throw new DomainError('CARD_NUMBER_REFUSED');
  const fileBytesMaximum = await inTransaction(database, async (trx) => {
    const { account } = await authoriseConfirmed(context, trx, actor);
    const freeBytes = await countRemainingImportBytes(context, trx, account, announcedBytes);
    await insertImport(trx, {
      id,
      sellerId: actor.accountId,
      fileName: name,
      maxBytes: freeBytes,
      now: context.now(),
    });
    return freeBytes;
  });
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    let chunkPosition = 0;
    for await (const part of splitIntoParts(stream)) {
      hash.update(part);
      bytes += part.length;
      if (bytes > fileBytesMaximum) throw new DomainError('IMPORT_QUOTA');
      await insertChunk(database, { importId: id, kind: 'file', position: chunkPosition, bytes: part });
      chunkPosition += 1;
    }
    return new ReceivedFile(id, { name, bytes, hash: hash.digest('base64url') });
  } catch (error) {
    await deleteImport(database, id);
    throw error;
  }
}

/**
 * Enqueues the examination of a stored file, without reading the file's content. Uploading the same file again returns
 * the existing import.
 * @param network a hash of the client's network. The files of different networks are examined in rotation.
 * @throws DomainError IMPORT_BUSY while an earlier file of the seller waits for its examination; the new file is then
 *   not stored.
 */
export async function enqueueImportExamination(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  network: string,
): Promise<DealerImport> {
  const { database } = context;
  const { importId: id, storedByteCount, hash } = file;
  try {
    const existingCopy = await findUnstartedDuplicate(database, actor.accountId, hash, id);
    if (existingCopy !== undefined) {
      await deleteImport(database, id);
      return readDealerImportRow(existingCopy);
    }
    const priority = await computeQueuePlace(context, 'import files', { network, sellerId: actor.accountId });
    await inTransaction(database, async (trx) => {
      await authoriseActor(context, trx, actor);
      const importChange = { state: 'examining', file_bytes: storedByteCount, file_hash: hash } as const;
      await updateImport(trx, id, importChange, context.now());
      await context.jobs.enqueue(trx, 'import-examination', { importId: id }, { priority });
    });
    await deleteOldestImports(database, actor.accountId, keptImportCountMaximum);
    return readDealerImportRow(await readImport(database, id));
  } catch (error) {
    await deleteImport(database, id);
    if (findSqlState(error) === '23505') throw new DomainError('IMPORT_BUSY', { retryAfter: 2, cause: error });
    throw error;
  }
}

async function* splitIntoParts(stream: Readable): AsyncGenerator<Uint8Array> {
  let pendingChunks: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    pendingChunks.push(chunk);
    pendingBytes += chunk.length;
    while (pendingBytes >= chunkSizeBytes) {
      const joinedBytes = Buffer.concat(pendingChunks);
      yield joinedBytes.subarray(0, chunkSizeBytes);
      pendingChunks = [joinedBytes.subarray(chunkSizeBytes)];
      pendingBytes -= chunkSizeBytes;
    }
  }
  if (pendingBytes > 0) yield Buffer.concat(pendingChunks);
}

/**
 * Returns the file name without folders, without characters that file names cannot contain, and without characters that
 * change the direction of text.
 */
function cleanFileName(fileName: string): string {
  const lastPathPart = fileName
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}<>:"|?*]+/gu, '')
    .trim();
  const name = lastPathPart.slice(0, 200).toWellFormed();
  return name === '' || findPublicLineFault(name) !== undefined ? 'cars.csv' : name;
}
