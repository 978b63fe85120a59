import type { Readable } from 'node:stream';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ImageWidth } from '@carhouse/domain/image/image-widths';
import type { ImageFormat } from './image-url.ts';

export type StoredImage = { readonly key: string; readonly width: number; readonly height: number };

/** One file of an image: a width in a format. */
export type ImageVariant = { readonly width: ImageWidth; readonly format: ImageFormat; readonly bytes: Buffer };

export type StoredFile = { readonly stream: Readable; readonly size: number };

/** Where images are stored. Keys are hashes of the content, so an image that is uploaded twice is stored once. */
export type ImageStore = {
  /** Saves every file, or none. @throws StoreFault when they cannot be saved. */
  put(key: string, variants: readonly ImageVariant[]): Promise<void>;
  /** One file, or null when it does not exist. The caller reads the stream to its end or destroys it. @throws StoreFault */
  open(key: string, width: ImageWidth, format: ImageFormat): Promise<StoredFile | null>;
  /** Removes every file of an image, or of one format of it. Files that do not exist are ignored. @throws StoreFault */
  remove(key: string, format?: ImageFormat): Promise<void>;
};

/** The store is full or does not respond. */
export class StoreFault extends DomainError {
  /** Whether files of an image that could not be saved may still be in the store. */
  readonly mayHaveLeftFiles: boolean;

  constructor(cause: unknown, mayHaveLeftFiles: boolean) {
    const { code, status } = cause as { readonly code?: unknown; readonly status?: unknown };
    super(code === 'ENOSPC' || code === 'EDQUOT' || status === 507 ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', { cause });
    this.name = 'StoreFault';
    this.mayHaveLeftFiles = mayHaveLeftFiles;
  }
}
