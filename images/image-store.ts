import type { ImageWidth } from './image-url.ts';

export type StoredImage = { readonly key: string; readonly width: number; readonly height: number };

/** Where pictures lie. Keys are hashes of the content: putting the same picture twice is one picture. */
export type ImageStore = {
  /** Saves every width of a picture, or nothing. */
  put(image: StoredImage, renditions: ReadonlyMap<ImageWidth, Buffer>): Promise<void>;
  /** The bytes of one width, or null. */
  read(key: string, width: ImageWidth): Promise<Buffer | null>;
};
