import { type ImageSize, listStoredWidths } from '@carhouse/domain/image/image-widths';

export type ImageSources = {
  readonly width?: number;
  readonly height?: number;
  readonly srcSet?: string;
  readonly src: string;
};

const storedPicturePattern = /^(\/media\/[a-z0-9]+)-\d+\.webp$/;

/**
 * Returns the attributes of an image element with the URLs of the image's files. When the API has stated the size,
 * there is one URL for each stored width. Any other URL is used unchanged.
 */
export function makeImageSources(url: string, size: ImageSize | null): ImageSources {
  if (size === null) return { src: url };
  const urlStem = storedPicturePattern.exec(url)?.[1];
  if (urlStem === undefined) return { ...size, src: url };
  const files = listStoredWidths(size.width).map((width) => ({
    url: `${urlStem}-${width}.webp`,
    // The largest variant of a small image is narrower than the width in its name.
    pixels: Math.min(width, size.width),
  }));
  const srcSet = files.map((file) => `${file.url} ${file.pixels}w`).join(', ');
  // A browser without `srcset` gets the usual width, or the only width that exists.
  const src = (files[1] ?? files[0])?.url ?? url;
  return { width: size.width, height: size.height, srcSet, src };
}

/** Returns the URL of the smallest variant of an image on this server; any other URL unchanged. */
export function findSmallestFile(url: string): string {
  const urlStem = storedPicturePattern.exec(url)?.[1];
  return urlStem === undefined ? url : `${urlStem}-480.webp`;
}
