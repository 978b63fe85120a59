import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { StoredImage } from './image-store.ts';
import { type ImageWidth, imageWidths } from './image-url.ts';

/** Quality and effort of WebP: what looks right at these sizes for some tens of milliseconds a picture. */
const webp = { quality: 75, effort: 2 } as const;

/** Renders a drawing of our own generator (trusted SVG, 3:2) in every width. Never used for pictures of others. */
export async function renderDrawing(
  svg: string,
): Promise<{ image: StoredImage; renditions: ReadonlyMap<ImageWidth, Buffer> }> {
  const key = createHash('sha256').update(svg).digest('hex').slice(0, 40);
  const largest = Math.max(...imageWidths);
  const { data, info } = await sharp(Buffer.from(svg), { limitInputPixels: 40_000_000 })
    .resize({ width: largest })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const renditions = new Map<ImageWidth, Buffer>();
  for (const width of imageWidths) {
    const pipeline = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    renditions.set(width, await pipeline.resize({ width }).webp(webp).toBuffer());
  }
  return { image: { key, width: info.width, height: info.height }, renditions };
}
