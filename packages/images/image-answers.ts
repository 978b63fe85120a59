import { type ImageWidth, imageWidths, uploadWidth } from '@carhouse/domain/image/image-widths';
import { z } from 'zod/mini';
import { makeBytesSchema, makeListSchema, makeTextSchema, makeWholeNumberSchema } from './bounded-values.ts';
import { imageLimits } from './image-limits.ts';
import type { ImageVariant } from './image-store.ts';
import type { ImageTask } from './image-task.ts';
import type { ImageFormat } from './image-url.ts';
import { heightToWidthMaximum, type PreparedImage } from './prepared-image.ts';
import type { RenderedDrawing } from './render-drawing.ts';

/** The schemas of what a decoder process may answer. A hostile picture may have taken over the decoder process. */

const imageKey = z.string().check(z.regex(/^[0-9a-f]{40}$/));
const refusedAnswer = z.strictObject({ kind: z.literal('refused'), reason: makeTextSchema(500) });
const largestWidth = Math.max(...imageWidths);

const preparedSchema = z.strictObject({
  kind: z.literal('prepare'),
  image: z.strictObject({
    key: imageKey,
    width: makeWholeNumberSchema(uploadWidth, 1),
    height: makeWholeNumberSchema(uploadWidth * heightToWidthMaximum, 1),
    variants: makeVariantsSchema('webp'),
    differenceHash: z.nullable(z.string().check(z.regex(/^[01]{64}$/))),
  }),
});
const digestMismatchSchema = z.strictObject({ kind: z.literal('digest-mismatch') });
const avifSchema = z.strictObject({ kind: z.literal('avif'), variants: makeVariantsSchema('avif') });
const shareCardSchema = z.strictObject({
  kind: z.literal('share-card'),
  bytes: makeBytesSchema(imageLimits.variantBytes),
});
const demoCarSchema = z.strictObject({
  kind: z.literal('demo-car'),
  renderedDrawing: z.strictObject({
    image: z.strictObject({
      key: imageKey,
      width: makeWholeNumberSchema(largestWidth, 1),
      height: makeWholeNumberSchema(largestWidth, 1),
    }),
    variants: makeVariantsSchema('webp'),
  }),
});

export type ImageAnswer =
  | { readonly kind: 'prepare'; readonly image: PreparedImage }
  /** The answer for bytes that do not have the digest of their task. */
  | { readonly kind: 'digest-mismatch' }
  | { readonly kind: 'avif'; readonly variants: readonly ImageVariant[] }
  | { readonly kind: 'share-card'; readonly bytes: Uint8Array }
  | { readonly kind: 'demo-car'; readonly renderedDrawing: RenderedDrawing }
  | { readonly kind: 'demo-keys'; readonly keys: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** The schema of the answer to this task. */
export function chooseAnswerSchema(task: ImageTask): z.core.$ZodType<ImageAnswer> {
  if (task.kind === 'prepare')
    return z.discriminatedUnion('kind', [preparedSchema, digestMismatchSchema, refusedAnswer]);
  if (task.kind === 'avif') return z.discriminatedUnion('kind', [avifSchema, refusedAnswer]);
  if (task.kind === 'share-card') return z.discriminatedUnion('kind', [shareCardSchema, refusedAnswer]);
  if (task.kind === 'demo-car') return z.discriminatedUnion('kind', [demoCarSchema, refusedAnswer]);
  return z.discriminatedUnion('kind', [makeDemoKeysSchema(task.drawings.length), refusedAnswer]);
}

function makeDemoKeysSchema(count: number) {
  const keys = makeListSchema(imageKey, count).check(z.refine(({ length }) => length === count));
  return z.strictObject({ kind: z.literal('demo-keys'), keys });
}

/** The files of an image: one of each width, from the smallest to the largest. */
function makeVariantsSchema<Format extends ImageFormat>(format: Format) {
  const variant = z.strictObject({
    width: z.literal(imageWidths),
    format: z.literal(format),
    bytes: makeBytesSchema(imageLimits.variantBytes),
  });
  return makeListSchema(variant, imageWidths.length).check(z.refine((variants) => areInAscendingOrder(variants)));
}

function areInAscendingOrder(variants: readonly { readonly width: ImageWidth }[]): boolean {
  return variants.length > 0 && variants.every(({ width }, index) => width > (variants[index - 1]?.width ?? 0));
}
