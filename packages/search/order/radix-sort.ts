/** Number of steps between two checks of the maintenance budget. */
const slice = 16_384;
/** A key has three digits of 11, 11 and 10 bits, so that the counts of one digit fit into the processor's cache. */
const bitsPerDigit = 11;
const digits = [0, 1, 2].map((digit) => ({
  shift: digit * bitsPerDigit,
  mask: (1 << (digit === 2 ? 10 : bitsPerDigit)) - 1,
}));
const bucketCount = 1 << bitsPerDigit;

/**
 * Document ids with their 64-bit keys, as two columns of 32 bits. `high` is null when all high halves are
 * zero.
 */
type KeyedDocuments = { documentIds: Column32; low: Column32; high: Column32 | null };
type Column32 = Uint32Array<ArrayBuffer>;

/**
 * Stable radix sort of document ids by keys of 32 or 64 bits. Keys move together with their ids, so memory is read in
 * sequence. The next sort uses the same arrays again.
 */
export class RadixSorter {
  readonly #capacity: number;
  #from: KeyedDocuments;
  #to: KeyedDocuments;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#from = this.#keyed();
    this.#to = this.#keyed();
  }

  get documentIds(): Column32 {
    return this.#from.documentIds;
  }

  get low(): Column32 {
    return this.#from.low;
  }

  get high(): Column32 {
    this.#from.high ??= new Uint32Array(this.#capacity);
    this.#to.high ??= new Uint32Array(this.#capacity);
    return this.#from.high;
  }

  /**
   * Sorts the first `count` ids. Before the call, the caller writes `documentIds`, `low` and, for keys of 64 bits,
   * `high`. Yields the cost of each slice in steps of the maintenance budget.
   */
  *sort(count: number, isWide: boolean): Generator<number, Column32> {
    yield* this.#sortBy(
      count,
      (keyedDocuments) => keyedDocuments.low,
      isWide ? (keyedDocuments) => keyedDocuments.high : null,
    );
    if (isWide) yield* this.#sortBy(count, (keyedDocuments) => keyedDocuments.high ?? keyedDocuments.low, null);
    return this.#from.documentIds.subarray(0, count);
  }

  *#sortBy(
    count: number,
    getKey: (keyedDocuments: KeyedDocuments) => Column32,
    getPayload: ((keyedDocuments: KeyedDocuments) => Column32 | null) | null,
  ): Generator<number, void> {
    const counts = digits.map(() => new Uint32Array(bucketCount));
    for (let at = 0; at < count; at += slice) {
      countDigits(getKey(this.#from), at, Math.min(count, at + slice), counts);
      yield slice;
    }
    for (const [digit, { shift, mask }] of digits.entries()) {
      const offsets = counts[digit];
      if (offsets === undefined || !turnIntoOffsets(offsets, count)) continue;
      for (let at = 0; at < count; at += slice) {
        const endIndex = Math.min(count, at + slice);
        const [key, targetKey] = [getKey(this.#from), getKey(this.#to)];
        const [documentIds, targetDocumentIds] = [this.#from.documentIds, this.#to.documentIds];
        // Keys of 32 bits have no second column, so for such keys the document ids are passed as the payload too.
        const payload = getPayload?.(this.#from) ?? documentIds;
        const targetPayload = getPayload?.(this.#to) ?? targetDocumentIds;
        scatterByDigit(
          at,
          endIndex,
          shift,
          mask,
          offsets,
          key,
          targetKey,
          documentIds,
          targetDocumentIds,
          payload,
          targetPayload,
        );
        yield slice;
      }
      [this.#from, this.#to] = [this.#to, this.#from];
    }
  }

  #keyed(): KeyedDocuments {
    return { documentIds: new Uint32Array(this.#capacity), low: new Uint32Array(this.#capacity), high: null };
  }
}

function countDigits(keys: Column32, start: number, endIndex: number, counts: readonly Column32[]): void {
  const [firstCounts, secondCounts, thirdCounts] = counts;
  if (firstCounts === undefined || secondCounts === undefined || thirdCounts === undefined) return;
  for (let at = start; at < endIndex; at += 1) {
    const key = keys[at] as number;
    const a = key & (bucketCount - 1);
    const b = (key >>> bitsPerDigit) & (bucketCount - 1);
    const c = key >>> (2 * bitsPerDigit);
    firstCounts[a] = (firstCounts[a] as number) + 1;
    secondCounts[b] = (secondCounts[b] as number) + 1;
    thirdCounts[c] = (thirdCounts[c] as number) + 1;
  }
}

/** Turns counts into start offsets. Returns false when all keys have the same digit. */
function turnIntoOffsets(counts: Column32, total: number): boolean {
  let sum = 0;
  for (let value = 0; value < bucketCount; value += 1) {
    const count = counts[value] as number;
    if (count === total) return false;
    counts[value] = sum;
    sum += count;
  }
  return true;
}

function scatterByDigit(
  start: number,
  endIndex: number,
  shift: number,
  mask: number,
  offsets: Column32,
  keys: Column32,
  targetKeys: Column32,
  documentIds: Column32,
  targetDocumentIds: Column32,
  payload: Column32,
  targetPayload: Column32,
): void {
  for (let at = start; at < endIndex; at += 1) {
    const key = keys[at] as number;
    const digit = (key >>> shift) & mask;
    const position = offsets[digit] as number;
    offsets[digit] = position + 1;
    targetKeys[position] = key;
    targetDocumentIds[position] = documentIds[at] as number;
    targetPayload[position] = payload[at] as number;
  }
}
