import { countBits, listBits } from './bit-set.ts';
import type { ListingIds } from './listing-ids.ts';
import type { Place } from './query.ts';

/** A set of cars; `numbers` are the same ones where they are listed already. */
export type Selectable = {
  readonly bits: Uint32Array;
  readonly words: number;
  numbers(): Uint32Array | null;
};

/**
 * The first cars of a set behind a place, in order, by looking at each. `rankOf` is lower the earlier a car stands, infinite for a
 * car that stands last; ties are broken by the id.
 */
export function selectFirst(
  from: Selectable,
  wanted: { readonly after: Place | null; readonly descending: boolean; readonly count: number },
  ids: ListingIds,
  rankOf: (number: number) => number,
): number[] {
  const step = wanted.descending ? -1 : 1;
  const { after, count } = wanted;
  const afterRank = after === null ? Number.NEGATIVE_INFINITY : rankOfKey(after.key, step);
  const afterId = after === null ? null : ids.wordsOf(after.id);
  const ranks: number[] = [];
  const found: number[] = [];
  let worst = Number.POSITIVE_INFINITY;
  const numbers = from.numbers() ?? listed(from.bits, from.words);
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    const rank = rankOf(number);
    if (rank > worst || rank < afterRank) continue;
    if (afterId !== null && rank === afterRank && ids.compareWith(number, afterId) * step <= 0) continue;
    let place = found.length;
    while (place > 0 && isBefore(rank, number, ranks[place - 1] ?? 0, found[place - 1] ?? 0)) place -= 1;
    if (place >= count) continue;
    ranks.splice(place, 0, rank);
    found.splice(place, 0, number);
    if (found.length > count) {
      ranks.pop();
      found.pop();
    }
    if (found.length === count) worst = ranks[count - 1] ?? worst;
  }
  return found;

  function isBefore(rank: number, number: number, otherRank: number, other: number): boolean {
    return rank === otherRank ? ids.compare(number, other) * step < 0 : rank < otherRank;
  }
}

function listed(bits: Uint32Array, words: number): Uint32Array {
  const numbers = new Uint32Array(countBits(bits, words) + 32);
  return numbers.subarray(0, listBits(bits, words, numbers));
}

function rankOfKey(key: number | null, step: number): number {
  return key === null ? Number.POSITIVE_INFINITY : key * step;
}
