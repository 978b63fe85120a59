import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportFault } from './import-fault.ts';

/** A dealer's file, open for several readings from its start. */
export type SourceFile = {
  readonly name: string;
  /** Bytes on the disk. */
  readonly size: number;
  readonly compressed: boolean;
  /** The content from the start, unpacked. Ends with an ImportFault where gzip data is cut off or damaged. */
  content(): AsyncIterable<Uint8Array>;
  /** @throws ImportFault when the file was written to since it was opened. */
  refuseChanges(): Promise<void>;
  close(): Promise<void>;
};

/** @throws ImportFault when there is no such file, it is no regular file, empty, or plainly something other than CSV. */
export async function openSource(path: string): Promise<SourceFile> {
  const handle = await openFile(path);
  try {
    const facts = await handle.stat();
    const name = basename(path);
    // It is read twice (checked, then imported), so a pipe cannot be taken.
    if (!facts.isFile()) throw new ImportFault(`${path} is not a regular file.`);
    if (facts.size === 0) throw new ImportFault(`${name} is empty.`);
    const start = await firstBytes(handle);
    if (start.subarray(0, 2).toString('latin1') === 'PK') {
      throw new ImportFault(`${name} is a spreadsheet or a zip archive. Save it as CSV first.`);
    }
    // By its first bytes and not by its name: feeds rename files.
    const compressed = start[0] === 0x1f && start[1] === 0x8b;
    return {
      name,
      size: facts.size,
      compressed,
      content: () => readContent(handle, name, compressed),
      async refuseChanges() {
        const now = await handle.stat();
        if (now.size !== facts.size || now.mtimeMs !== facts.mtimeMs) {
          throw new ImportFault(`${name} was changed while it was read. Run the import again.`);
        }
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === 'ENOENT') throw new ImportFault(`There is no file ${path}.`, { cause: error });
    throw new ImportFault(`${path} cannot be read (${String(code)}).`, { cause: error });
  }
}

async function firstBytes(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.subarray(0, bytesRead);
}

async function* readContent(handle: FileHandle, name: string, compressed: boolean): AsyncGenerator<Uint8Array> {
  // The callback form of pipeline: without one, a reader who stops early would leave an unhandled error behind.
  const content = compressed ? pipeline(Readable.from(readBytes(handle)), createGunzip(), () => {}) : readBytes(handle);
  try {
    for await (const chunk of content as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === 'Z_BUF_ERROR') {
      throw new ImportFault(`${name} is cut off: its gzip data ends too early.`, { cause: error });
    }
    throw new ImportFault(`${name} cannot be read to its end (${message}).`, { cause: error });
  }
}

/** By positions, so that each reading begins at the start and none closes the file for the next. */
async function* readBytes(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(65_536), 0, 65_536, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
