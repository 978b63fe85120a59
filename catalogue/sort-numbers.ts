const radix = 65_536;
/** How many steps are done between two looks at the budget. */
const slice = 16_384;

/**
 * Sorts numbers by keys of several digits of 16 bits, stably, the least digit first; yields after each slice of work how much was
 * done. Digit `d` of number `n` is `digits[n * stride + d]`. Returns the sorted numbers in one of the two arrays.
 */
export function* sortNumbers(
  numbers: Uint32Array<ArrayBuffer>,
  other: Uint32Array<ArrayBuffer>,
  digits: Uint16Array,
  stride: number,
  leastFirst: readonly number[],
): Generator<number, Uint32Array<ArrayBuffer>> {
  let from = numbers;
  let to = other;
  for (const digit of leastFirst) {
    const starts = new Uint32Array(radix);
    for (let at = 0; at < from.length; at += slice) {
      countDigits(from, at, Math.min(from.length, at + slice), digits, stride, digit, starts);
      yield slice;
    }
    if (!toStarts(starts, from.length)) continue;
    for (let at = 0; at < from.length; at += slice) {
      placeDigits(from, to, at, Math.min(from.length, at + slice), digits, stride, digit, starts);
      yield slice;
    }
    [from, to] = [to, from];
  }
  return from;
}

function countDigits(
  from: Uint32Array,
  start: number,
  end: number,
  digits: Uint16Array,
  stride: number,
  digit: number,
  counts: Uint32Array,
): void {
  for (let at = start; at < end; at += 1) {
    const value = digits[(from[at] ?? 0) * stride + digit] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
}

/** Turns counts into the place where each digit begins; false when all digits are the same. */
function toStarts(counts: Uint32Array, total: number): boolean {
  let sum = 0;
  for (let value = 0; value < radix; value += 1) {
    const count = counts[value] ?? 0;
    if (count === total) return false;
    counts[value] = sum;
    sum += count;
  }
  return true;
}

function placeDigits(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  end: number,
  digits: Uint16Array,
  stride: number,
  digit: number,
  starts: Uint32Array,
): void {
  for (let at = start; at < end; at += 1) {
    const number = from[at] ?? 0;
    const value = digits[number * stride + digit] ?? 0;
    const place = starts[value] ?? 0;
    starts[value] = place + 1;
    to[place] = number;
  }
}

/**
 * Changes doubles so that their bits, read as one unsigned number, have the order of the values: four digits of 16 bits, the
 * least first, as all machines that Node runs on keep them.
 */
export function makeSortable(keys: Float64Array<ArrayBuffer>, start: number, end: number): void {
  const words = new Uint32Array(keys.buffer);
  for (let at = start; at < end; at += 1) {
    // Of the two zeros only one is left.
    keys[at] = (keys[at] ?? 0) + 0;
    const high = words[at * 2 + 1] ?? 0;
    if (high >>> 31 === 1) {
      words[at * 2] = ~(words[at * 2] ?? 0);
      words[at * 2 + 1] = ~high;
    } else {
      words[at * 2 + 1] = high ^ 0x80000000;
    }
  }
}
