/**
 * The edit distance of two tokens by optimal string alignment: insertions, deletions, substitutions and
 * transpositions of neighbours. `aLength` and `bLength` are the used lengths of the buffers. @returns the distance, or
 * `maxEdits + 1` when it is higher
 */
export function computeEditDistance(
  a: Uint16Array,
  aLength: number,
  b: Uint16Array,
  bLength: number,
  maxEdits: number,
): number {
  if (Math.abs(aLength - bLength) > maxEdits) return maxEdits + 1;
  return Math.min(computeAlignmentRow(a, aLength, b, bLength, maxEdits)?.[bLength] ?? maxEdits + 1, maxEdits + 1);
}

/** The smallest edit distance of `a` to any prefix of `b`, for a token that is still being typed. */
export function computePrefixEditDistance(
  a: Uint16Array,
  aLength: number,
  b: Uint16Array,
  bLength: number,
  maxEdits: number,
): number {
  if (aLength - bLength > maxEdits) return maxEdits + 1;
  const columns = Math.min(bLength, aLength + maxEdits);
  return Math.min(...(computeAlignmentRow(a, aLength, b, columns, maxEdits) ?? []), maxEdits + 1);
}

/** The distances of `a` to each prefix of `b`. The result is undefined when all distances exceed `maxEdits`. */
function computeAlignmentRow(
  a: Uint16Array,
  aLength: number,
  b: Uint16Array,
  bLength: number,
  maxEdits: number,
): readonly number[] | undefined {
  let rowBeforePrevious: number[] = [];
  let previousRow = Array.from({ length: bLength + 1 }, (_, index) => index);
  for (let row = 1; row <= aLength; row += 1) {
    const currentRow = [row];
    let smallestDistance = row;
    for (let column = 1; column <= bLength; column += 1) {
      const substitutionCost = a[row - 1] === b[column - 1] ? 0 : 1;
      let edits = Math.min(
        (previousRow[column] as number) + 1,
        (currentRow[column - 1] as number) + 1,
        (previousRow[column - 1] as number) + substitutionCost,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, (rowBeforePrevious[column - 2] as number) + 1);
      }
      currentRow.push(edits);
      if (edits < smallestDistance) smallestDistance = edits;
    }
    // A transposition reads the second last row and adds one edit. When all distances of a row are above `maxEdits +
    // 1`, no later row can have a distance within the limit.
    if (smallestDistance > maxEdits + 1) return undefined;
    rowBeforePrevious = previousRow;
    previousRow = currentRow;
  }
  return previousRow;
}

/**
 * Number of edits allowed in a fuzzy match of a token of this length. A short token with edits would match nearly every
 * term.
 */
export function computeMaxEdits(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}
