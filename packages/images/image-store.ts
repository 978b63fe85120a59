import type { Readable } from 'node:stream';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ImageWidth } from '@carhouse/domain/image/image-widths';
import type { ImageFormat } from './image-url.ts';

export type StoredImage = { readonly key: string; readonly width: number; readonly height: number };

/** One file of an image, with its width and format. */
export type ImageVariant = { readonly width: ImageWidth; readonly format: ImageFormat; readonly bytes: Buffer };

export type StoredFile = { readonly stream: Readable; readonly size: number };

/** The store of the images. Keys are hashes of the content, so an image that is uploaded twice is stored once. */
export type ImageStore = {
  /**
   * Saves all files of an image, or none.
   * @throws StoreFault when the files cannot be saved.
   */
  put(key: string, variants: readonly ImageVariant[]): Promise<void>;
  /**
   * Opens one file, or returns null when it does not exist. The caller reads the stream to its end or destroys it.
   * @throws StoreFault
   */
  open(key: string, width: ImageWidth, format: ImageFormat): Promise<StoredFile | null>;
  /**
   * Removes every file of an image, or every file of one format. Files that do not exist are ignored.
   * @throws StoreFault
   */
  remove(key: string, format?: ImageFormat): Promise<void>;
};

/** The error for a store that is full or does not respond. */
export class StoreFault extends DomainError {
  /** Whether the store may still have files of an image that could not be saved. */
  readonly mayHaveLeftFiles: boolean;

  constructor(cause: unknown, mayHaveLeftFiles: boolean) {
    const { code, status } = cause as { readonly code?: unknown; readonly status?: unknown };
    super(code === 'ENOSPC' || code === 'EDQUOT' || status === 507 ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', { cause });
    this.name = 'StoreFault';
    this.mayHaveLeftFiles = mayHaveLeftFiles;
  }
}
