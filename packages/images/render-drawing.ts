import { createHash } from 'node:crypto';
import type { ImageWidth } from '@carhouse/domain/image/image-widths';
import sharp from 'sharp';
import { imageLimits } from './image-limits.ts';
import type { ImageVariant, StoredImage } from './image-store.ts';

/** The quality and effort of WebP without visible loss. Encoding one image takes some tens of milliseconds. */
const webpOptions = { quality: 75, effort: 2 } as const;

/** The width for which drawings are written (packages/demo-data/drawing/draw-car.ts), and the resolution of SVG. */
const svgRenderSize = { width: 1920, density: 72 } as const;

export type RenderedDrawing = { readonly image: StoredImage; readonly variants: readonly ImageVariant[] };

/**
 * Renders a generated drawing (trusted SVG, 3:2) in these widths. `image` has the size of the largest width. This
 * function is never used for uploaded images. The drawing is rendered in the largest of the widths, so small widths
 * take less time.
 */
export async function renderDrawing(svg: string, widths: readonly ImageWidth[]): Promise<RenderedDrawing> {
  const largestWidth = Math.max(...widths);
  const drawingDensity = (svgRenderSize.density * largestWidth) / svgRenderSize.width;
  const { data, info } = await sharp(Buffer.from(svg), {
    limitInputPixels: imageLimits.pixels,
    density: drawingDensity,
  })
    .resize({ width: largestWidth })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const variants: ImageVariant[] = [];
  for (const width of widths) {
    const imagePipeline = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    variants.push({ width, format: 'webp', bytes: await imagePipeline.resize({ width }).webp(webpOptions).toBuffer() });
  }
  return { image: { key: computeDrawingKey(svg), width: info.width, height: info.height }, variants };
}

/** The key under which a drawing is stored. The key can be computed before the drawing is rendered. */
export function computeDrawingKey(svg: string): string {
  return createHash('sha256').update(svg).digest('hex').slice(0, 40);
}
