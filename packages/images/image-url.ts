import type { ImageWidth } from '@carhouse/domain/image/image-widths';

export const imageFormats = ['webp', 'avif'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/**
 * The path of one width of a stored image on the server's own origin. The key is the hash of the content, so the
 * content of a path never changes.
 */
export function imageUrl(key: string, width: ImageWidth): string {
  return `/media/${key}-${width}.webp`;
}

/** The key in a URL that `imageUrl` returned. The result is null for any other text. */
export function readImageKey(url: string): string | null {
  return /^(?:https?:\/\/[^/]+)?\/media\/([a-z0-9]{16,64})-\d+\.(?:webp|avif)$/.exec(url)?.[1] ?? null;
}
