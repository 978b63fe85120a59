/**
 * The widths of image variants in pixels: for cards on a phone, for cards and the detail page, and for the large view. A
 * smaller image is never enlarged: its largest file is served for the missing widths. Only drawings of our own have the last width.
 */
export const imageWidths = [480, 960, 1600, 1920] as const;
/** The width of the largest file of an upload. */
export const uploadWidth = 1600;
export type ImageWidth = (typeof imageWidths)[number];

/** The size of the largest file of an image, in pixels. */
export type ImageSize = { readonly width: number; readonly height: number };

/**
 * The widths of an image's stored variants; a width without additional detail is not stored. The last file may be narrower
 * than its name: it is as wide as the image.
 */
export function widthsOf(width: number): readonly ImageWidth[] {
  return imageWidths.filter((_, index) => index === 0 || (imageWidths[index - 1] ?? 0) < width);
}
