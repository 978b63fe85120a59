import type { CarDrawing } from '@carhouse/demo-data/drawing/car-drawing';
import type { ImageWidth } from '@carhouse/domain/image/image-widths';
import type { ImageVariant } from './image-store.ts';
import type { PreparedImage } from './prepare-image.ts';
import type { RenderedDrawing } from './render-drawing.ts';
import type { ShareCard } from './share-card/share-card.ts';

/** The work of an image process, and below its result. `refused` is the result for bytes that are no accepted image. */
export type ImageTask =
  | { readonly kind: 'prepare' | 'avif'; readonly bytes: Uint8Array }
  | { readonly kind: 'share-card'; readonly photo: Uint8Array | null; readonly card: ShareCard }
  | { readonly kind: 'demo-car'; readonly drawing: CarDrawing; readonly widths: readonly ImageWidth[] }
  | { readonly kind: 'demo-keys'; readonly drawings: readonly CarDrawing[] };
export type ImageAnswer =
  | { readonly kind: 'prepare'; readonly image: PreparedImage }
  | { readonly kind: 'avif'; readonly variants: readonly ImageVariant[] }
  | { readonly kind: 'share-card'; readonly bytes: Uint8Array }
  | { readonly kind: 'demo-car'; readonly isRendered: RenderedDrawing }
  | { readonly kind: 'demo-keys'; readonly keys: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };
