/** Neighbours that are compared: eight in each of eight rows, so each row has nine areas. */
export const likenessSize = { width: 9, height: 8 } as const;
/** Fewer differences than these, in either direction, are found in any plain picture: a wall, the sky, a logo. */
const fewest = 8;

/**
 * A difference hash: for each area of a picture made small and grey, whether its right neighbour is brighter. A picture that was
 * resized, encoded again or recoloured keeps nearly all of them.
 * @param grey brightness of `likenessSize` areas, row by row.
 * @returns 64 characters `0` and `1`; null for an image that is too plain to be distinguished.
 */
export function likenessOf(grey: Uint8Array): string | null {
  const { width, height } = likenessSize;
  let bits = '';
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width - 1; column += 1) {
      const at = row * width + column;
      bits += (grey[at + 1] ?? 0) > (grey[at] ?? 0) ? '1' : '0';
    }
  }
  const brighter = bits.split('1').length - 1;
  return brighter < fewest || brighter > bits.length - fewest ? null : bits;
}
