import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { imageLimits } from './image-limits.ts';
import type { ImageVariant, StoredImage } from './image-store.ts';

/** Quality and effort of WebP without visible loss, at some tens of milliseconds per image. */
const webp = { quality: 75, effort: 2 } as const;

/** Widths in pixels. A drawing has no more detail than the larger one shows. */
const widths = [480, 960] as const;

/** Renders a generated drawing (trusted SVG, 3:2) in two widths. Never used for uploaded images. */
export async function renderDrawing(svg: string): Promise<{ image: StoredImage; variants: readonly ImageVariant[] }> {
  const key = drawingKey(svg);
  const largest = Math.max(...widths);
  const { data, info } = await sharp(Buffer.from(svg), { limitInputPixels: imageLimits.pixels })
    .resize({ width: largest })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const variants: ImageVariant[] = [];
  for (const width of widths) {
    const pipeline = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    variants.push({ width, format: 'webp', bytes: await pipeline.resize({ width }).webp(webp).toBuffer() });
  }
  return { image: { key, width: info.width, height: info.height }, variants };
}

/** The key under which a drawing is stored. It is known before the drawing is rendered. */
export function drawingKey(svg: string): string {
  return createHash('sha256').update(svg).digest('hex').slice(0, 40);
}
