import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { ByteSource } from '@carhouse/domain/import/byte-source';
import { ImportFault } from './import-fault.ts';

/** One file of a zip archive, as the archive's directory describes it. */
export type ZipEntry = {
  /** The name with its folders, separated by `/`. */
  readonly name: string;
  /** Unpacked size in bytes, as stated in the archive. */
  readonly size: number;
  readonly packedSize: number;
  readonly isPacked: boolean;
  /** Offset of the file's local header in the archive. */
  readonly offset: number;
};

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endRecordBytes = 22;
const entryHeaderBytes = 46;
const localHeaderBytes = 30;
/** Maximum size of the end record of the directory, including its comment of at most 65,535 bytes. */
const maxTailBytes = endRecordBytes + 65_535;
const maxEntries = 65_000;
const maxDirectoryBytes = 32 * 1024 ** 2;

/**
 * The files of an archive without folders and system files.
 * @throws ImportFault when the archive is truncated, damaged, encrypted, or in the format for more than 4 GB.
 */
export async function listEntries(bytes: ByteSource, name: string): Promise<readonly ZipEntry[]> {
  const makeBrokenArchiveFault = (): ImportFault =>
    new ImportFault(`${name} is cut off or is no zip archive. Save it as CSV, or pack it again.`);
  const tailStart = Math.max(0, bytes.size - maxTailBytes);
  const tailBytes = Buffer.from(await bytes.read(tailStart, Math.min(maxTailBytes, bytes.size)));
  const endRecord = findEndRecord(tailBytes);
  if (endRecord === undefined) throw makeBrokenArchiveFault();
  const count = tailBytes.readUInt16LE(endRecord + 10);
  const length = tailBytes.readUInt32LE(endRecord + 12);
  const start = tailBytes.readUInt32LE(endRecord + 16);
  if (count > maxEntries || length > maxDirectoryBytes || start + length > tailStart + endRecord)
    throw makeBrokenArchiveFault();
  const directory = Buffer.from(await bytes.read(start, length));
  const entries: ZipEntry[] = [];
  for (let at = 0, index = 0; index < count; index += 1) {
    if (at + entryHeaderBytes > directory.length || directory.readUInt32LE(at) !== entrySignature)
      throw makeBrokenArchiveFault();
    const flags = directory.readUInt16LE(at + 8);
    const method = directory.readUInt16LE(at + 10);
    const nameLength = directory.readUInt16LE(at + 28);
    const entry = {
      name: directory.toString('utf8', at + entryHeaderBytes, at + entryHeaderBytes + nameLength).replaceAll('\\', '/'),
      size: directory.readUInt32LE(at + 24),
      packedSize: directory.readUInt32LE(at + 20),
      isPacked: method === 8,
      offset: directory.readUInt32LE(at + 42),
    };
    at += entryHeaderBytes + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (isSystemFile(entry.name)) continue;
    if ((flags & 1) !== 0) throw new ImportFault(`${name} is encrypted. Send it without a password.`);
    if (method !== 0 && method !== 8) throw new ImportFault(`${entry.name} in ${name} is packed in an unknown way.`);
    entries.push(entry);
  }
  return entries;
}

/**
 * Returns a function that finds an entry by its full name, or else the only entry with this file name in any folder.
 * Case is ignored.
 */
export function makeEntryFinder(entries: readonly ZipEntry[]): (name: string) => ZipEntry | undefined {
  const entriesByPath = new Map<string, ZipEntry>();
  const entriesByFileName = new Map<string, ZipEntry | 'several'>();
  for (const entry of entries) {
    const name = entry.name.toLowerCase();
    if (!entriesByPath.has(name)) entriesByPath.set(name, entry);
    const fileName = lastPathPart(name);
    entriesByFileName.set(fileName, entriesByFileName.has(fileName) ? 'several' : entry);
  }
  return (name) => {
    const wantedPath = readFileName(name.trim())
      .replaceAll('\\', '/')
      .replace(/^\.?\/+/, '')
      .toLowerCase();
    if (wantedPath === '') return undefined;
    const entryWithFileName = entriesByFileName.get(lastPathPart(wantedPath));
    return entriesByPath.get(wantedPath) ?? (entryWithFileName === 'several' ? undefined : entryWithFileName);
  };
}

/** The last part of the path of a URL. A name that is no URL is returned unchanged. */
function readFileName(name: string): string {
  if (!/^https?:\/\//i.test(name)) return name;
  const pathEnd = name.search(/[?#]/);
  return lastPathPart(pathEnd === -1 ? name : name.slice(0, pathEnd));
}

function lastPathPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * The bytes of one file in the archive.
 * @throws ImportFault when the file is damaged, truncated, or larger than the limit.
 */
export async function* readEntryContent(
  bytes: ByteSource,
  entry: ZipEntry,
  { limit, archive }: { readonly limit: number; readonly archive: string },
): AsyncGenerator<Uint8Array> {
  const makeBrokenArchiveFault = (): ImportFault => new ImportFault(`${entry.name} in ${archive} is damaged.`);
  const localHeader = Buffer.from(await bytes.read(entry.offset, localHeaderBytes));
  if (localHeader.length < localHeaderBytes || localHeader.readUInt32LE(0) !== localSignature)
    throw makeBrokenArchiveFault();
  const start = entry.offset + localHeaderBytes + localHeader.readUInt16LE(26) + localHeader.readUInt16LE(28);
  const packedBytes = readPackedBytes(bytes, start, entry.packedSize);
  const content = entry.isPacked ? pipeline(Readable.from(packedBytes), createInflateRaw(), () => {}) : packedBytes;
  let size = 0;
  try {
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > limit || size > entry.size) throw makeBrokenArchiveFault();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ImportFault ? error : makeBrokenArchiveFault();
  }
  if (size !== entry.size) throw makeBrokenArchiveFault();
}

async function* readPackedBytes(bytes: ByteSource, start: number, length: number): AsyncGenerator<Uint8Array> {
  for (let readBytes = 0; readBytes < length; ) {
    const chunk = await bytes.read(start + readBytes, Math.min(65_536, length - readBytes));
    if (chunk.length === 0) return;
    readBytes += chunk.length;
    yield chunk;
  }
}

function findEndRecord(tailBytes: Buffer): number | undefined {
  for (let at = tailBytes.length - endRecordBytes; at >= 0; at -= 1) {
    if (tailBytes.readUInt32LE(at) === endSignature) return at;
  }
  return undefined;
}

function isSystemFile(name: string): boolean {
  return name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name);
}
