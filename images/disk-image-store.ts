import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageStore } from './image-store.ts';

/** Pictures in a folder: `ab/abcdef…-960.webp`. A file appears whole or not at all, because it is renamed into place. */
export function createDiskImageStore(folder: string): ImageStore {
  const fileOf = (key: string, width: number): string => join(folder, key.slice(0, 2), `${key}-${width}.webp`);
  return {
    async put(image, renditions) {
      await mkdir(join(folder, image.key.slice(0, 2)), { recursive: true });
      for (const [width, bytes] of renditions) {
        const file = fileOf(image.key, width);
        await writeFile(`${file}.part`, bytes);
        await rename(`${file}.part`, file);
      }
    },
    async read(key, width) {
      try {
        return await readFile(fileOf(key, width));
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}
