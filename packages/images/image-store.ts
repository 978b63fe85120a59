import type { Readable } from 'node:stream';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ImageWidth } from '@carhouse/domain/image/image-widths';
import type { ImageFormat } from './image-url.ts';

export type StoredImage = { readonly key: string; readonly width: number; readonly height: number };

/** One file of a picture. */
export type ImageVariant = { readonly width: ImageWidth; readonly format: ImageFormat; readonly bytes: Buffer };

export type StoredFile = { readonly stream: Readable; readonly size: number };

/** Where pictures lie. Keys are hashes of the content: putting the same picture twice is one picture. */
export type ImageStore = {
  /** Saves every file, or none. @throws StoreFault when they cannot be saved. */
  put(key: string, variants: readonly ImageVariant[]): Promise<void>;
  /** One file, or null when there is none. The caller reads the stream to its end or destroys it. @throws StoreFault */
  open(key: string, width: ImageWidth, format: ImageFormat): Promise<StoredFile | null>;
  /** Removes every file of a picture, or of one format of it; those that are not there are no fault. @throws StoreFault */
  remove(key: string, format?: ImageFormat): Promise<void>;
};

/** The store is full or does not answer. */
export class StoreFault extends DomainError {
  /** Whether files of a picture that could not be saved may still be there. */
  readonly leftBehind: boolean;

  constructor(cause: unknown, leftBehind: boolean) {
    const { code, status } = cause as { readonly code?: unknown; readonly status?: unknown };
    super(code === 'ENOSPC' || code === 'EDQUOT' || status === 507 ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', { cause });
    this.name = 'StoreFault';
    this.leftBehind = leftBehind;
  }
}
