/**
 * Widths in pixels under which images are served: cards on a phone, cards and the page of a car, and its large view. A
 * image that is smaller is never made larger: the next smaller file stands in for the missing ones.
 */
export const imageWidths = [480, 960, 1600] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** The size of the largest file of an image, in pixels. */
export type ImageSize = { readonly width: number; readonly height: number };

/**
 * The widths that an image is stored in: never one that would say the same as the next smaller one. The file under the
 * last of them may be narrower than its name: it is as wide as the image.
 */
export function widthsOf(width: number): readonly ImageWidth[] {
  return imageWidths.filter((_, index) => index === 0 || (imageWidths[index - 1] ?? 0) < width);
}
