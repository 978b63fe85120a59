/**
 * Whether `a` becomes `b` by at most `most` faults of typing: a letter too many, too few, another one, or two neighbours swapped
 * (optimal string alignment). Lengths say how much of the buffers counts.
 * @returns the number of faults, or `most + 1` when there are more
 */
export function editDistance(
  a: Uint16Array,
  aLength: number,
  b: Uint16Array,
  bLength: number,
  maxEdits: number,
): number {
  if (Math.abs(aLength - bLength) > maxEdits) return maxEdits + 1;
  return Math.min(alignmentRow(a, aLength, b, bLength, maxEdits)?.[bLength] ?? maxEdits + 1, maxEdits + 1);
}

/** As `typingFaults`, for a word that is still being typed: to the nearest beginning of `b`. */
export function prefixEditDistance(
  a: Uint16Array,
  aLength: number,
  b: Uint16Array,
  bLength: number,
  maxEdits: number,
): number {
  if (aLength - bLength > maxEdits) return maxEdits + 1;
  const columns = Math.min(bLength, aLength + maxEdits);
  return Math.min(...(alignmentRow(a, aLength, b, columns, maxEdits) ?? []), maxEdits + 1);
}

/** The faults between all of `a` and each beginning of `b`; undefined when all are more than `most`. */
function alignmentRow(
  a: Uint16Array,
  aLength: number,
  b: Uint16Array,
  bLength: number,
  maxEdits: number,
): readonly number[] | undefined {
  let before: number[] = [];
  let above = Array.from({ length: bLength + 1 }, (_, index) => index);
  for (let row = 1; row <= aLength; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= bLength; column += 1) {
      const other = a[row - 1] === b[column - 1] ? 0 : 1;
      let edits = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + other,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, (before[column - 2] as number) + 1);
      }
      current.push(edits);
      if (edits < least) least = edits;
    }
    // A swap reaches back over one row only, and what it adds to the row before is a fault more.
    if (least > maxEdits + 1) return undefined;
    before = above;
    above = current;
  }
  return above;
}

/** Faults that are forgiven in a word of this length: short words would become any other. */
export function maxEditsFor(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** How many bits are set. */
export function bitCount(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x5555_5555);
  rest = (rest & 0x3333_3333) + ((rest >>> 2) & 0x3333_3333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
