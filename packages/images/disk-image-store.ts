import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImageWidth, imageWidths } from '@carhouse/domain/image/image-widths';
import { type ImageStore, type ImageVariant, StoreFault } from './image-store.ts';
import { type ImageFormat, imageFormats } from './image-url.ts';

/**
 * Stores images in a folder: `ab/abcdef…-960.webp`. Each file is renamed to its final name when it is complete, so a
 * file is either complete or absent.
 */
export function createDiskImageStore(folder: string): ImageStore {
  const makeFolderPath = (key: string): string => join(folder, key.slice(0, 2));
  const makeFilePath = (key: string, width: ImageWidth, format: ImageFormat): string =>
    join(makeFolderPath(key), `${key}-${width}.${format}`);

  async function writeVariants(key: string, variants: readonly ImageVariant[], writtenFiles: string[]): Promise<void> {
    await mkdir(makeFolderPath(key), { recursive: true });
    const pendingRenames: [part: string, file: string][] = [];
    // All bytes are written to the disk before the first file is renamed, so a full disk is noticed here.
    for (const { width, format, bytes } of variants) {
      const file = makeFilePath(key, width, format);
      const unfinishedFile = `${file}.${randomUUID()}.part`;
      writtenFiles.push(unfinishedFile);
      await writeDurably(unfinishedFile, bytes);
      pendingRenames.push([unfinishedFile, file]);
    }
    for (const [unfinishedFile, file] of pendingRenames) {
      await rename(unfinishedFile, file);
      writtenFiles.push(file);
    }
    await syncFolder(makeFolderPath(key));
  }

  return {
    async put(key, variants) {
      const writtenFiles: string[] = [];
      try {
        await writeVariants(key, variants, writtenFiles);
      } catch (error) {
        const removalResults = await Promise.allSettled(writtenFiles.map((file) => rm(file, { force: true })));
        throw new StoreFault(
          error,
          removalResults.some(({ status }) => status === 'rejected'),
        );
      }
    },
    async open(key, width, format) {
      try {
        const file = await open(makeFilePath(key, width, format));
        const { size } = await file.stat();
        return { stream: file.createReadStream(), size };
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null;
        throw new StoreFault(error, false);
      }
    },
    async remove(key, format) {
      const removedFormats = format === undefined ? imageFormats : [format];
      const files = removedFormats.flatMap((each) => imageWidths.map((width) => makeFilePath(key, width, each)));
      try {
        await Promise.all(files.map((file) => rm(file, { force: true })));
      } catch (error) {
        throw new StoreFault(error, true);
      }
    },
  };
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs a folder, so that the names of its files survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
