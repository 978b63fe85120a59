import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Rendition, StoredImage } from './image-store.ts';
import { pictureLimits } from './picture-limits.ts';

/** Quality and effort of WebP: what looks right at these sizes for some tens of milliseconds a picture. */
const webp = { quality: 75, effort: 2 } as const;

/** A drawing has no more detail than the second of these shows. */
const widths = [480, 960] as const;

/** Renders a drawing of our own generator (trusted SVG, 3:2) in two widths. Never used for pictures of others. */
export async function renderDrawing(svg: string): Promise<{ image: StoredImage; renditions: readonly Rendition[] }> {
  const key = drawingKey(svg);
  const largest = Math.max(...widths);
  const { data, info } = await sharp(Buffer.from(svg), { limitInputPixels: pictureLimits.pixels })
    .resize({ width: largest })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const renditions: Rendition[] = [];
  for (const width of widths) {
    const pipeline = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    renditions.push({ width, format: 'webp', bytes: await pipeline.resize({ width }).webp(webp).toBuffer() });
  }
  return { image: { key, width: info.width, height: info.height }, renditions };
}

/** The key under which a drawing is stored: known before it is rendered. */
export function drawingKey(svg: string): string {
  return createHash('sha256').update(svg).digest('hex').slice(0, 40);
}
