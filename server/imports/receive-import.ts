import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import type { ImportId } from '@carhouse/core/import/import-states';
import { readHead } from '@carhouse/database/import/check-file';
import { proposeMapping } from '@carhouse/database/import/choose-mapping';
import { ImportFault } from '@carhouse/database/import/import-fault';
import { sourceOf } from '@carhouse/database/import/source-file';
import type { TableHead } from '@carhouse/database/import/table-head';
import { insertPart, partSize, storedFile } from '@carhouse/database/import-parts';
import {
  deleteImport,
  deleteOldest,
  findUnusedCopy,
  insertImport,
  readImport,
  updateImport,
} from '@carhouse/database/imports';
import { inTransaction } from '@carhouse/database/transaction';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { asImport, type DealerImport } from './import-records.ts';

/** Imports that a seller keeps: the oldest make room. */
export const importsKept = 10;
/** Rows from which the mapping is guessed, and those that are kept to be shown. */
const guessedFrom = 400;
const shown = 20;
const mostColumns = 300;
/** Of the rows that are shown, in characters. */
const largestHead = 200_000;

/** A file that has come in: what `keepUpload` hands on to `openImport`. */
export class ReceivedFile extends File {
  readonly importId: ImportId;
  readonly bytesKept: number;
  readonly hash: string;

  constructor(importId: ImportId, given: { readonly name: string; readonly bytes: number; readonly hash: string }) {
    super([], given.name);
    this.importId = importId;
    this.bytesKept = given.bytes;
    this.hash = given.hash;
  }
}

/** Keeps the bytes of an upload in parts as they come. What fails on the way leaves nothing behind. */
export async function keepUpload(
  context: Context,
  actor: Actor,
  stream: Readable,
  fileName: string,
): Promise<ReceivedFile> {
  const { database } = context;
  const id = context.newId<'import'>();
  const name = plainName(fileName);
  await insertImport(database, { id, sellerId: actor.accountId, fileName: name, now: context.now() });
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    let position = 0;
    for await (const part of inParts(stream)) {
      hash.update(part);
      bytes += part.length;
      await insertPart(database, { importId: id, kind: 'file', position, bytes: part });
      position += 1;
    }
    return new ReceivedFile(id, { name, bytes, hash: hash.digest('base64url') });
  } catch (error) {
    await deleteImport(database, id);
    throw error;
  }
}

/**
 * Looks into a file that has come in and says how its columns are understood. The same file again is the import that is there
 * already. @throws DomainError IMPORT_UNREADABLE with the reason; nothing of the file stays then.
 */
export async function openImport(context: Context, actor: Actor, file: ReceivedFile): Promise<DealerImport> {
  const { database } = context;
  const { importId: id, bytesKept, hash } = file;
  try {
    const copy = await findUnusedCopy(database, actor.accountId, hash, id);
    if (copy !== undefined) {
      await deleteImport(database, id);
      return asImport(copy);
    }
    const source = await sourceOf(file.name, storedFile(database, id, bytesKept));
    const head = await readHead(source, guessedFrom);
    if (head.header.length > mostColumns) throw new ImportFault(`${file.name} has more than ${mostColumns} columns.`);
    const { mapping, columns, doubts } = proposeMapping(head);
    const change = { state: 'ready', file_bytes: bytesKept, file_hash: hash, head: keptHead(head) } as const;
    await inTransaction(database, async (trx) => {
      await authoriseActor(context, trx, actor);
      await updateImport(trx, id, { ...change, mapping: { mapping, columns, doubts } }, context.now());
    });
    await deleteOldest(database, actor.accountId, importsKept);
    return asImport(await readImport(database, id));
  } catch (error) {
    await deleteImport(database, id);
    if (!(error instanceof ImportFault)) throw error;
    const errors = [{ path: 'file', code: 'unreadable', message: error.message }];
    throw new DomainError('IMPORT_UNREADABLE', { detail: error.message, errors, cause: error });
  }
}

/** The rows that are shown, and no more of a row than a person reads. */
function keptHead({ header, sample }: TableHead): TableHead {
  const rows = [];
  let size = 0;
  for (const row of sample.slice(0, shown)) {
    size += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (size > largestHead) break;
    rows.push({ line: row.line, cells: row.cells.map(storable) });
  }
  return { header: header.map(storable), sample: rows };
}

/** Without what PostgreSQL holds in no JSON. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

async function* inParts(stream: Readable): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= partSize) {
      const joined = Buffer.concat(chunks);
      yield joined.subarray(0, partSize);
      chunks = [joined.subarray(partSize)];
      size -= partSize;
    }
  }
  if (size > 0) yield Buffer.concat(chunks);
}

/** The name without folders and marks that a file name cannot have. */
function plainName(fileName: string): string {
  const last = fileName
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}<>:"|?*]+/gu, '')
    .trim();
  return last.slice(0, 200).toWellFormed() || 'cars.csv';
}
