import type { CarDrawing } from '@carhouse/demo-data/drawing/car-drawing';
import type { ImageWidth } from '@carhouse/domain/image/image-widths';
import type { ShareCard } from './share-card/share-card.ts';

/** The work of a decoder process. */
export type ImageTask =
  /** `digest`: the SHA-256 that the bytes must have, as hexadecimal text; null when any digest is accepted. */
  | { readonly kind: 'prepare'; readonly bytes: Uint8Array; readonly digest: string | null }
  | { readonly kind: 'avif'; readonly bytes: Uint8Array }
  | { readonly kind: 'share-card'; readonly photo: Uint8Array | null; readonly card: ShareCard }
  | { readonly kind: 'demo-car'; readonly drawing: CarDrawing; readonly widths: readonly ImageWidth[] }
  | { readonly kind: 'demo-keys'; readonly drawings: readonly CarDrawing[] };
