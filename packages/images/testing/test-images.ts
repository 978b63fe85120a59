import { randomInt } from 'node:crypto';
import sharp, { type Metadata, type Sharp } from 'sharp';

/** Creates an image that differs from the images of other tests: noise on a colour. */
export function image(width = 1200, height = 800): Sharp {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const noiseOptions = { type: 'gaussian', mean: randomInt(60, 190), sigma: 12 } as const;
  return sharp({ create: { width, height, channels: 3, background, noise: noiseOptions } });
}

export const makeJpeg = (width?: number, height?: number): Promise<Buffer> => image(width, height).jpeg().toBuffer();

/** Reads the metadata of an image. */
export const readImageMetadata = (bytes: Buffer): Promise<Metadata> => sharp(bytes).metadata();

/** Creates an image of large shapes. The same seed gives the same shapes in any size and quality. */
export function makeImageOfShapes(seed: number, width: number, quality: number): Promise<Buffer> {
  const greyValues = Array.from({ length: 72 }, (_, index) => ((index * 31 + seed * 13) * 2_654_435_761) % 251);
  const rawFormat = { width: 9, height: 8, channels: 1 } as const;
  return sharp(Buffer.from(greyValues), { raw: rawFormat })
    .resize(width, Math.round((width * 8) / 9))
    .jpeg({ quality })
    .toBuffer();
}
