import { imageWidths, uploadWidth } from '@carhouse/domain/image/image-widths';
import { z } from 'zod/mini';
import { imageLimits } from './image-limits.ts';
import type { ImageAnswer, ImageTask } from './image-task.ts';
import { contentKeyOf, imageFormats } from './image-url.ts';

/*
 * The answers that the server accepts from a process that decodes images. The process decodes strangers' bytes, so the
 * server treats it like a stranger: any other answer ends the process and refuses the image.
 */

/** Maximum size of one file that a process returns, in bytes. */
const fileBytesMaximum = 16 * 1024 * 1024;
/** Maximum number of pictures whose keys are requested at once. */
const keysMaximum = 10_000;
/** Maximum length of the reason for which an image is refused, in characters. */
const reasonLengthMaximum = 500;

const key = z.string().check(z.regex(/^[0-9a-f]{40}$/));
const fileBytes = z.custom<Uint8Array>(
  (bytes) => bytes instanceof Uint8Array && bytes.length > 0 && bytes.length <= fileBytesMaximum,
);
const variants = z
  .array(z.strictObject({ width: z.literal([...imageWidths]), format: z.enum(imageFormats), bytes: fileBytes }))
  .check(z.minLength(1), z.maxLength(imageWidths.length * imageFormats.length));
const side = (maximum: number) => z.int().check(z.minimum(1), z.maximum(maximum));

const prepared = z.strictObject({
  kind: z.literal('prepare'),
  image: z.strictObject({
    key,
    width: side(uploadWidth),
    height: side(imageLimits.pixels),
    variants,
    differenceHash: z.nullable(z.string().check(z.regex(/^[01]{64}$/))),
  }),
});
const rendered = z.strictObject({
  kind: z.literal('demo-car'),
  isRendered: z.strictObject({
    image: z.strictObject({ key, width: side(imageLimits.pixels), height: side(imageLimits.pixels) }),
    variants,
  }),
});
const refused = z.strictObject({
  kind: z.literal('refused'),
  reason: z.string().check(z.maxLength(reasonLengthMaximum)),
});

const answersTo = {
  prepare: z.discriminatedUnion('kind', [prepared, refused]),
  avif: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('avif'), variants }), refused]),
  'share-card': z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('share-card'), bytes: fileBytes }),
    refused,
  ]),
  'demo-car': z.discriminatedUnion('kind', [rendered, refused]),
  'demo-keys': z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('demo-keys'), keys: z.array(key).check(z.maxLength(keysMaximum)) }),
    refused,
  ]),
} as const;

/**
 * Whether an answer is one to a task of this kind. The key of an upload must be the hash of its largest file, because other
 * uploads of the same image use the files that are stored under it.
 */
export function isImageAnswer(answer: unknown, kind: ImageTask['kind']): answer is ImageAnswer {
  const { data } = answersTo[kind].safeParse(answer);
  if (data === undefined) return false;
  return (
    data.kind !== 'prepare' || data.image.key === contentKeyOf(data.image.variants.at(-1)?.bytes ?? new Uint8Array())
  );
}
