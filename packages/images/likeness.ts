/**
 * The size to which an image is reduced. Each of the eight rows has nine areas, which gives eight pairs of neighbours.
 */
export const differenceHashSize = { width: 9, height: 8 } as const;
/**
 * Minimum number of differences in each direction. An image with fewer differences is plain, such as a wall, the sky or
 * a logo.
 */
const minSetBits = 8;

/**
 * Computes a difference hash (dHash): for each area of a small grey version, whether its right neighbour is brighter.
 * Resizing, encoding again or recolouring an image changes few of these bits.
 * @param greyPixels brightness of `differenceHashSize` areas, row by row.
 * @returns 64 characters `0` and `1`; null for an image that is too plain to compare.
 */
export function computeDifferenceHash(greyPixels: Uint8Array): string | null {
  const { width, height } = differenceHashSize;
  let bitText = '';
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width - 1; column += 1) {
      const areaIndex = row * width + column;
      bitText += (greyPixels[areaIndex + 1] ?? 0) > (greyPixels[areaIndex] ?? 0) ? '1' : '0';
    }
  }
  const brighterCount = bitText.split('1').length - 1;
  return brighterCount < minSetBits || brighterCount > bitText.length - minSetBits ? null : bitText;
}
