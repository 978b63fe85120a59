import type { ImageVariant } from './image-store.ts';

/** Maximum ratio of height to width, because WebP is limited to 16,383 pixels. */
export const heightToWidthMaximum = 4;

export type PreparedImage = {
  /** The hash of the largest file. The same image has the same key for every uploader. */
  readonly key: string;
  /** The size of the largest file, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly variants: readonly ImageVariant[];
  /**
   * A hash that is nearly the same for an image that was resized or encoded again (likeness.ts). The hash is null for
   * an image that is too plain to compare.
   */
  readonly differenceHash: string | null;
};
