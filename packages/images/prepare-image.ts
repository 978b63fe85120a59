import { createHash } from 'node:crypto';
import { type ImageWidth, listStoredWidths, uploadWidth } from '@carhouse/domain/image/image-widths';
import sharp, { type Sharp } from 'sharp';
import { imageLimits } from './image-limits.ts';
import type { ImageVariant } from './image-store.ts';
import { computeDifferenceHash, differenceHashSize } from './likeness.ts';
import { heightToWidthMaximum, type PreparedImage } from './prepared-image.ts';

const { pixels: limitInputPixels, seconds } = imageLimits;

/**
 * WebP settings that give the smallest files without visible loss. Encoding one width takes some tens of milliseconds.
 */
const webpOptions = { quality: 75, effort: 2 } as const;
/**
 * AVIF settings. The default effort takes twenty seconds per image. With the lowest effort, files are still a third
 * smaller than WebP.
 */
const avifOptions = { quality: 50, effort: 0 } as const;

/**
 * The error for bytes that are not an image in an accepted format. The decoder's own message is not sent to the client.
 */
export class ImageRefusedError extends Error {
  override readonly name = 'ImageRefusedError';
}

/**
 * Converts an upload into WebP files of fixed widths (docs/reliability.md fact 9). Before the function decodes an
 * image, it checks the metadata, the format by content and the pixel count. The files contain only the pixels: no EXIF
 * data, location, profile or trailing bytes. The function runs in a separate process (image-process.ts), because it
 * disables every decoder that is not needed.
 * @throws ImageRefusedError
 */
export async function prepareImage(bytes: Uint8Array): Promise<PreparedImage> {
  allowUploadDecoders();
  const source = (): Sharp => sharp(bytes, { limitInputPixels, failOn: 'warning', sequentialRead: true });
  try {
    const { format, compression, width, height } = await source().metadata();
    const hasKnownFormat =
      format === 'jpeg' || format === 'png' || format === 'webp' || (format === 'heif' && compression === 'av1');
    if (!hasKnownFormat) throw new ImageRefusedError(`The format is ${format}.`);
    if (width * height > limitInputPixels) throw new ImageRefusedError('The picture has too many pixels.');
    const { data, info } = await source()
      .timeout({ seconds })
      .autoOrient()
      .resize({
        width: uploadWidth,
        height: uploadWidth * heightToWidthMaximum,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const rawOptions = { width: info.width, height: info.height, channels: info.channels };
    const variants = await encodeWidths(
      () => sharp(data, { raw: rawOptions }).webp(webpOptions),
      listStoredWidths(info.width),
      'webp',
    );
    const key = createHash('sha256')
      .update(variants.at(-1)?.bytes ?? '')
      .digest('hex')
      .slice(0, 40);
    const { width: columns, height: rows } = differenceHashSize;
    const greyPixels = await sharp(data, { raw: rawOptions })
      .flatten()
      .greyscale()
      .resize(columns, rows, { fit: 'fill' })
      .raw()
      .toBuffer();
    return { key, width: info.width, height: info.height, variants, differenceHash: computeDifferenceHash(greyPixels) };
  } catch (error) {
    throw error instanceof ImageRefusedError
      ? error
      : new ImageRefusedError('The picture cannot be decoded.', { cause: error });
  }
}

/** Encodes the AVIF files of an image from its largest WebP file. */
export async function encodeAvif(largestImage: Uint8Array): Promise<readonly ImageVariant[]> {
  const { width } = await sharp(largestImage).metadata();
  return encodeWidths(
    () => sharp(largestImage, { limitInputPixels }).avif(avifOptions),
    listStoredWidths(width),
    'avif',
  );
}

async function encodeWidths(
  makeEncoder: () => Sharp,
  widths: readonly ImageWidth[],
  format: ImageVariant['format'],
): Promise<readonly ImageVariant[]> {
  const variants: ImageVariant[] = [];
  for (const width of widths) {
    const sizeLimits = {
      width,
      height: width * heightToWidthMaximum,
      fit: 'inside',
      withoutEnlargement: true,
    } as const;
    const bytes = await makeEncoder().timeout({ seconds }).resize(sizeLimits).toBuffer();
    variants.push({ width, format, bytes });
  }
  return variants;
}

/**
 * Disables all decoders of this process except the given ones. An SVG may name files and other hosts, and each further
 * decoder is an attack surface.
 */
export function allowUploadDecoders(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
  });
}
