import { type ImageSize, widthsOf } from '@carhouse/domain/image/image-widths';

export type ImageSources = {
  readonly width?: number;
  readonly height?: number;
  readonly srcSet?: string;
  readonly src: string;
};

const ownPicture = /^(\/media\/[a-z0-9]+)-\d+\.webp$/;

/**
 * The attributes that name the files of an image. With the size that the API tells, an image of our own offers exactly
 * the widths that are stored; any other image is taken as it is.
 */
export function imageSources(url: string, size: ImageSize | null): ImageSources {
  if (size === null) return { src: url };
  const stem = ownPicture.exec(url)?.[1];
  if (stem === undefined) return { ...size, src: url };
  const files = widthsOf(size.width).map((width) => ({
    url: `${stem}-${width}.webp`,
    // The last file of a small image is narrower than the width in its name.
    pixels: Math.min(width, size.width),
  }));
  const srcSet = files.map((file) => `${file.url} ${file.pixels}w`).join(', ');
  // A browser without srcset gets the usual width, or the only one that exists.
  const src = (files[1] ?? files[0])?.url ?? url;
  return { width: size.width, height: size.height, srcSet, src };
}

/** The smallest file of an image of our own, which every image has; any other address as it is. */
export function smallestFile(url: string): string {
  const stem = ownPicture.exec(url)?.[1];
  return stem === undefined ? url : `${stem}-480.webp`;
}
