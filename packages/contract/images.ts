import { z } from 'zod/mini';
import { call } from './call.ts';
import { id } from './fields.ts';

/** Maximum number of images of one listing. */
export const imagesPerListing = 12;
/** The media types that may be uploaded. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
/** The maximum size of an uploaded file, in bytes. */
export const maxImageBytes = 5 * 1024 * 1024;

export const uploadedImage = z.object({
  /** The id of the image, which is a hash of its content. */
  id: z.string(),
  /** URL of the variant that is 960 pixels wide; the field `image` of a product accepts it. */
  url: z.string(),
  /** The URLs of all stored variants, smallest first. */
  urls: z.array(z.string()),
  /** Width of the largest variant in pixels. The next field is the height of the largest variant. */
  width: z.number(),
  height: z.number(),
  /** Size of all WebP variants of the image together, in bytes. */
  size: z.number(),
});

export type UploadedImage = z.infer<typeof uploadedImage>;

export const uploadImage = call({
  method: 'POST',
  path: '/api/images',
  summary:
    'Uploads one picture (JPEG, PNG, WebP or AVIF, 5 MB at most) as the multipart field `image`. A refusal is problem+json that also says success: false',
  noun: 'images',
  access: 'signed-in',
  lane: 'costly',
  upload: true,
  body: z.object({ image: z.file() }),
  refusalFields: { success: false },
  answers: { 200: z.object({ success: z.literal(true), status: z.literal(200), data: uploadedImage }) },
});

export const listingImages = call({
  method: 'PUT',
  path: '/api/v1/listings/:id/photos',
  summary: 'Gives an own car exactly these uploaded pictures, in this order; the first is the cover',
  noun: 'images',
  access: 'Seller',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    /** Ids or URLs of images that the caller has uploaded. */
    photos: z.array(z.string().check(z.minLength(1), z.maxLength(2048))).check(z.maxLength(imagesPerListing)),
  }),
  answers: { 200: z.object({ _id: id, image: z.string(), images: z.array(z.string()) }) },
});
