import type { ByteSource } from '@carhouse/domain/import/byte-source';
import type { ImportId } from '@carhouse/domain/import/import-states';
import type { Database } from '../connection/connect.ts';

/** Size in bytes of every chunk of a file except the last one. */
export const chunkSizeBytes = 512 * 1024;

export async function insertChunk(
  database: Database,
  part: {
    readonly importId: ImportId;
    readonly kind: 'file' | 'report';
    readonly position: number;
    readonly bytes: Uint8Array;
  },
): Promise<void> {
  const { importId, kind, position, bytes } = part;
  await database.insertInto('import_part').values({ import_id: importId, kind, position, bytes }).execute();
}

export async function deleteChunks(database: Database, importId: ImportId, kind: 'file' | 'report'): Promise<void> {
  await database.deleteFrom('import_part').where('import_id', '=', importId).where('kind', '=', kind).execute();
}

/** Yields the chunks one after another, so that only one is in memory at a time. */
export async function* readChunks(
  database: Database,
  importId: ImportId,
  kind: 'file' | 'report',
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const bytes = await readChunk(database, importId, kind, position);
    if (bytes === undefined) return;
    yield bytes;
  }
}

/** Opens a stored file as bytes that can be read from any offset. The chunk that was read last is cached. */
export function openStoredFile(database: Database, importId: ImportId, size: number): ByteSource {
  let lastReadChunk: { readonly position: number; readonly bytes: Uint8Array } | undefined;
  const readCachedChunk = async (position: number): Promise<Uint8Array> => {
    if (lastReadChunk?.position === position) return lastReadChunk.bytes;
    const bytes = (await readChunk(database, importId, 'file', position)) ?? new Uint8Array();
    lastReadChunk = { position, bytes };
    return bytes;
  };
  return {
    size,
    async read(position, length) {
      const remainingBytes = Math.max(0, Math.min(length, size - position));
      const chunks: Uint8Array[] = [];
      for (let readByteCount = 0; readByteCount < remainingBytes; ) {
        const readPosition = position + readByteCount;
        const part = await readCachedChunk(Math.floor(readPosition / chunkSizeBytes));
        const chunk = part.subarray(
          readPosition % chunkSizeBytes,
          (readPosition % chunkSizeBytes) + remainingBytes - readByteCount,
        );
        if (chunk.length === 0) break;
        chunks.push(chunk);
        readByteCount += chunk.length;
      }
      return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    },
  };
}

async function readChunk(
  database: Database,
  importId: ImportId,
  kind: 'file' | 'report',
  position: number,
): Promise<Uint8Array | undefined> {
  const row = await database
    .selectFrom('import_part')
    .select('bytes')
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.bytes;
}
