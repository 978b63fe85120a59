/** How many steps are done between two looks at the budget. */
const slice = 16_384;
/** A key is sorted by three digits: what is counted for one of them stays in the processor's cache. */
const digitBits = 11;
const digits = [0, 1, 2].map((digit) => ({
  shift: digit * digitBits,
  mask: (1 << (digit === 2 ? 10 : digitBits)) - 1,
}));
const places = 1 << digitBits;

/** Numbers with their keys beside them, of which `low` is the lesser half; `high` stands for zeros when it is null. */
type Keyed = { numbers: Words; low: Words; high: Words | null };
type Words = Uint32Array<ArrayBuffer>;

/**
 * Sorts numbers by keys of one or two words of 32 bits, stably. Keys travel with their numbers, so each step reads what stands next to
 * what it has read before. The arrays are used again by the next sorting.
 */
export class NumberSorter {
  readonly #capacity: number;
  #from: Keyed;
  #to: Keyed;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#from = this.#keyed();
    this.#to = this.#keyed();
  }

  get numbers(): Words {
    return this.#from.numbers;
  }

  get low(): Words {
    return this.#from.low;
  }

  get high(): Words {
    this.#from.high ??= new Uint32Array(this.#capacity);
    this.#to.high ??= new Uint32Array(this.#capacity);
    return this.#from.high;
  }

  /** Sorts the first `count` numbers, written to `numbers` and their keys to `low` and `high`; yields the work of each slice. */
  *sort(count: number, isWide: boolean): Generator<number, Words> {
    yield* this.#sortBy(count, (keyed) => keyed.low, isWide ? (keyed) => keyed.high : null);
    if (isWide) yield* this.#sortBy(count, (keyed) => keyed.high ?? keyed.low, null);
    return this.#from.numbers.subarray(0, count);
  }

  *#sortBy(
    count: number,
    keyOf: (keyed: Keyed) => Words,
    carriedOf: ((keyed: Keyed) => Words | null) | null,
  ): Generator<number, void> {
    const starts = digits.map(() => new Uint32Array(places));
    for (let at = 0; at < count; at += slice) {
      countDigits(keyOf(this.#from), at, Math.min(count, at + slice), starts);
      yield slice;
    }
    for (const [digit, { shift, mask }] of digits.entries()) {
      const placed = starts[digit];
      if (placed === undefined || !toStarts(placed, count)) continue;
      for (let at = 0; at < count; at += slice) {
        const end = Math.min(count, at + slice);
        const [key, keyTo] = [keyOf(this.#from), keyOf(this.#to)];
        const [numbers, numbersTo] = [this.#from.numbers, this.#to.numbers];
        // Where nothing else travels along, the numbers do so twice.
        const carried = carriedOf?.(this.#from) ?? numbers;
        const carriedTo = carriedOf?.(this.#to) ?? numbersTo;
        placeAll(at, end, shift, mask, placed, key, keyTo, numbers, numbersTo, carried, carriedTo);
        yield slice;
      }
      [this.#from, this.#to] = [this.#to, this.#from];
    }
  }

  #keyed(): Keyed {
    return { numbers: new Uint32Array(this.#capacity), low: new Uint32Array(this.#capacity), high: null };
  }
}

function countDigits(keys: Words, start: number, end: number, counts: readonly Words[]): void {
  const [first, second, third] = counts;
  if (first === undefined || second === undefined || third === undefined) return;
  for (let at = start; at < end; at += 1) {
    const key = keys[at] as number;
    const a = key & (places - 1);
    const b = (key >>> digitBits) & (places - 1);
    const c = key >>> (2 * digitBits);
    first[a] = (first[a] as number) + 1;
    second[b] = (second[b] as number) + 1;
    third[c] = (third[c] as number) + 1;
  }
}

/** Turns counts into the place where each digit begins; false when all digits are the same. */
function toStarts(counts: Words, total: number): boolean {
  let sum = 0;
  for (let value = 0; value < places; value += 1) {
    const count = counts[value] as number;
    if (count === total) return false;
    counts[value] = sum;
    sum += count;
  }
  return true;
}

function placeAll(
  start: number,
  end: number,
  shift: number,
  mask: number,
  starts: Words,
  keys: Words,
  keysTo: Words,
  numbers: Words,
  numbersTo: Words,
  carried: Words,
  carriedTo: Words,
): void {
  for (let at = start; at < end; at += 1) {
    const key = keys[at] as number;
    const digit = (key >>> shift) & mask;
    const place = starts[digit] as number;
    starts[digit] = place + 1;
    keysTo[place] = key;
    numbersTo[place] = numbers[at] as number;
    carriedTo[place] = carried[at] as number;
  }
}
