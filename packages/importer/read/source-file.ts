import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ByteSource } from '@carhouse/domain/import/byte-source';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import { isImageName, makeImageFinder } from './images-by-ref.ts';
import { ImportFault } from './import-fault.ts';
import { kindByteCount, refuseOtherKinds } from './refuse-other-kinds.ts';
import { listEntries, makeEntryFinder, readEntryContent, type ZipEntry } from './zip-archive.ts';

/**
 * A photo of an archive: its content, or the reason why the content cannot be used. `over budget` means that this
 * photo, or all photos read so far, unpack to more than the budgets of an import allow.
 */
export type ArchivedImage =
  | { readonly kind: 'image'; readonly bytes: Uint8Array }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'over budget' };

/** A dealer's file. The file can be read several times from its start. */
export type SourceFile = {
  readonly name: string;
  /** Size in bytes of the file as it was received. */
  readonly size: number;
  /**
   * The unpacked content from the start.
   * @throws ImportFault when packed data is truncated or damaged.
   */
  content(): AsyncIterable<Uint8Array>;
  /** Whether the archive may contain images. */
  readonly holdsImages: boolean;
  /**
   * The names of images in the archive that are named by a reference of the dealer. The list is empty when the file is
   * no archive.
   */
  findImagesByRef(ref: string): readonly string[];
  /**
   * Reads a photo of the zip archive, found by its name with or without folders.
   * @param limit the maximum size of the photo in bytes.
   * @throws ImportFault when the file in the archive is damaged.
   */
  image(name: string, limit: number): Promise<ArchivedImage>;
  /** @throws ImportFault when the file was changed since it was opened. */
  refuseChanges(): Promise<void>;
  close(): Promise<void>;
};

/** Limits of unpacked data. Without these limits, a small archive could expand to any size. */
export type UnpackLimits = {
  /** Maximum size of the unpacked data, in bytes. */
  readonly bytesMaximum: number;
  /** Maximum ratio of unpacked to packed size. */
  readonly ratio: number;
  /** Files up to this size, in bytes, are exempt from the unpack ratio. */
  readonly maxExemptBytes: number;
};

const {
  contentBytes,
  ratio,
  smallContent: smallContentBytes,
  photoRatio,
  smallPhotos: smallPhotoBytes,
} = importBudgets;
const uploadLimits: UnpackLimits = { bytesMaximum: contentBytes, ratio, maxExemptBytes: smallContentBytes };
/** Limits for a file on the operator's command line. */
const operatorLimits: UnpackLimits = { bytesMaximum: 2 * 1024 ** 3, ratio: 200, maxExemptBytes: 16 * 1024 ** 2 };

/**
 * Opens a file.
 * @throws ImportFault for a missing, irregular or empty file, and for a file whose kind is no list of cars.
 */
export async function openSource(path: string): Promise<SourceFile> {
  const handle = await openFile(path);
  try {
    const fileStat = await handle.stat();
    const name = basename(path);
    // The importer reads the file first for the check and a second time for the import, so the file cannot be a pipe.
    if (!fileStat.isFile()) throw new ImportFault(`${path} is not a regular file.`);
    const source = await openSourceBytes(
      name,
      {
        size: fileStat.size,
        async read(position, length) {
          const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
          return buffer.subarray(0, bytesRead);
        },
      },
      operatorLimits,
    );
    return {
      ...source,
      async refuseChanges() {
        const currentStat = await handle.stat();
        if (currentStat.size !== fileStat.size || currentStat.mtimeMs !== fileStat.mtimeMs) {
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

/** A source for bytes that do not change: a plain file, gzip, or a zip archive with one list of cars. */
export async function openSourceBytes(name: string, bytes: ByteSource, limits = uploadLimits): Promise<SourceFile> {
  if (bytes.size === 0) throw new ImportFault(`${name} is empty.`);
  const start = await bytes.read(0, kindByteCount);
  const commonMembers = { size: bytes.size, refuseChanges: async () => {}, close: async () => {} };
  if (start[0] === 0x50 && start[1] === 0x4b) {
    const entries = await listEntries(bytes, name);
    const carListEntry = findCarListEntry(entries, name);
    const innerName = carListEntry.name.slice(carListEntry.name.lastIndexOf('/') + 1);
    const findEntry = makeEntryFinder(entries);
    if (carListEntry.isPacked) refuseExcessiveRatio(carListEntry, limits);
    let photoBytesLeft = smallPhotoBytes + photoRatio * bytes.size;
    return {
      ...commonMembers,
      name: innerName,
      holdsImages: entries.length > 1,
      findImagesByRef: makeImageFinder(entries.map((entry) => entry.name)),
      content: () => readEntryContent(bytes, carListEntry, { limit: limits.bytesMaximum, archive: name }),
      image: async (image, limit) => {
        const entry = findEntry(image);
        if (entry === undefined) return { kind: 'nothing' };
        if (entry.size > Math.min(limit, photoBytesLeft) || exceedsRatio(entry, limits)) return { kind: 'over budget' };
        photoBytesLeft -= entry.size;
        return { kind: 'image', bytes: await readWholeEntry(bytes, entry, limit, name) };
      },
    };
  }
  refuseOtherKinds(start, name);
  // The format is detected by the first bytes and not by the name, because many files have a wrong name.
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  return {
    ...commonMembers,
    name,
    holdsImages: false,
    findImagesByRef: () => [],
    content: () => readContent(bytes, name, isGzip, limits),
    image: async () => ({ kind: 'nothing' }),
  };
}

function findCarListEntry(entries: readonly ZipEntry[], archive: string): ZipEntry {
  if (entries.some((entry) => /^xl\/workbook\.|^content\.xml$/.test(entry.name))) {
    throw new ImportFault(`${archive} is a spreadsheet. Save it as CSV first.`);
  }
  const dataFiles = entries.filter((entry) => /\.(?:csv|tsv|txt|json|jsonl|ndjson)$/i.test(entry.name));
  const candidateFiles = dataFiles.filter(
    (entry) => !/(?:^|\/)(?:readme|licen[cs]e|attribution)[^/]*$/i.test(entry.name),
  );
  const [firstFile, secondFile] = candidateFiles;
  if (firstFile === undefined) {
    const hasImages = entries.some((entry) => isImageName(entry.name));
    const photosHelp = hasImages
      ? ' Add the list to the photos. A photo belongs to the car whose reference is its name: A123.jpg, A123-2.jpg.'
      : '';
    throw new ImportFault(`${archive} holds no list of cars (a file that ends in .csv or .json).${photosHelp}`);
  }
  if (secondFile !== undefined) {
    throw new ImportFault(`${archive} holds several lists: ${firstFile.name}, ${secondFile.name}. Put one into it.`);
  }
  return firstFile;
}

async function readWholeEntry(bytes: ByteSource, entry: ZipEntry, limit: number, archive: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readEntryContent(bytes, entry, { limit, archive })) chunks.push(chunk);
  return Buffer.concat(chunks);
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

/**
 * Checks the sizes that the archive's directory states. The real sizes are checked again while the archive is unpacked.
 * @throws ImportFault when the ratio exceeds the limit
 */
function refuseExcessiveRatio(entry: ZipEntry, limits: UnpackLimits): void {
  if (entry.size > limits.bytesMaximum) throw makeTooLargeFault(entry.name, limits.bytesMaximum);
  if (exceedsRatio(entry, limits)) throw makeUnpackRatioFault(entry.name, limits.ratio);
}

function exceedsRatio({ size, packedSize }: ZipEntry, limits: UnpackLimits): boolean {
  return size > limits.maxExemptBytes && size > packedSize * limits.ratio;
}

function makeTooLargeFault(name: string, maxBytes: number): ImportFault {
  const maxMegabytes = Math.round(maxBytes / 1024 ** 2);
  return new ImportFault(`${name} unpacks to more than ${maxMegabytes} MB, the most that a list may have.`, {
    code: 'TOO_LARGE',
  });
}

function makeUnpackRatioFault(name: string, ratio: number): ImportFault {
  return new ImportFault(`${name} unpacks to more than ${ratio} times its packed size. Send it unpacked.`, {
    code: 'RATIO',
  });
}

async function* readContent(
  bytes: ByteSource,
  name: string,
  isGzip: boolean,
  limits: UnpackLimits,
): AsyncGenerator<Uint8Array> {
  // The callback form of `pipeline` is used: with the promise form, a reader that stops early would cause an unhandled
  // rejection.
  const content = isGzip ? pipeline(Readable.from(readBytes(bytes)), createGunzip(), () => {}) : readBytes(bytes);
  let size = 0;
  try {
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (isGzip && size > limits.bytesMaximum) throw makeTooLargeFault(name, limits.bytesMaximum);
      if (isGzip && size > limits.maxExemptBytes && size > bytes.size * limits.ratio)
        throw makeUnpackRatioFault(name, limits.ratio);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    const { code, message } = error as Error & { code?: string };
    if (code === 'Z_BUF_ERROR') {
      throw new ImportFault(`${name} is cut off: its gzip data ends too early.`, { cause: error });
    }
    throw new ImportFault(`${name} cannot be read to its end (${message}).`, { cause: error });
  }
}

/**
 * Reads the bytes of the file by their offset. A file is read by offsets, so each reading begins at the start of the
 * file, and no reading closes the file for the next reading.
 */
async function* readBytes(bytes: ByteSource): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const chunk = await bytes.read(position, 65_536);
    if (chunk.length === 0) return;
    position += chunk.length;
    yield chunk;
  }
}
