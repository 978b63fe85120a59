/**
 * The widths of image variants in pixels: for cards on a phone, for cards and the detail page, and for the large view.
 * An image is never enlarged: for widths above its own, its largest variant is served. Only images that the server
 * itself draws have a variant of the largest width.
 */
export const imageWidths = [480, 960, 1600, 1920] as const;
/** The width of the largest variant of an upload. */
export const uploadWidth = 1600;
export type ImageWidth = (typeof imageWidths)[number];

/** The size of the largest variant of an image, in pixels. */
export type ImageSize = { readonly width: number; readonly height: number };

/**
 * Returns the nominal widths of the variants that are stored for an image of this width. A variant that would add no
 * detail to the next smaller one is not stored. The largest variant may be narrower than its nominal width: it is as
 * wide as the image.
 */
export function listStoredWidths(width: number): readonly ImageWidth[] {
  return imageWidths.filter((_, index) => index === 0 || (imageWidths[index - 1] ?? 0) < width);
}
