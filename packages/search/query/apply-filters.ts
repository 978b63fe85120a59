import type { BitSetPool } from './bit-set-pool.ts';

/**
 * The documents that match all filters, and the near misses of each counted filter: the documents that fail only this
 * filter.
 */
export type FilterResult = {
  readonly matching: Uint32Array;
  readonly nearMisses: readonly Uint32Array[];
};

/**
 * Divides the live documents, 32 at a time, into those that match every counted filter and those that fail exactly one
 * filter. `required` are the filters whose near misses are not counted.
 */
export function applyFilters(
  liveDocuments: Uint32Array,
  required: readonly Uint32Array[],
  countedFilters: readonly Uint32Array[],
  length32: number,
  pool: BitSetPool,
): FilterResult {
  const candidates = intersect(liveDocuments, required, length32, pool);
  const [firstFilter, secondFilter, thirdFilter, fourthFilter] = countedFilters;
  if (firstFilter === undefined) return { matching: candidates, nearMisses: [] };
  const matching = pool.take();
  const nearMisses = countedFilters.map(() => pool.take());
  const [missesOfFirst = matching, missesOfSecond = matching, missThird = matching, missFourth = pool.take()] =
    nearMisses;
  // There is one loop for one filter, one for two and one for up to four filters. Each of these loops reads every block
  // of 32 documents once.
  if (secondFilter === undefined) applyOneFilter(candidates, firstFilter, matching, missesOfFirst, length32);
  else if (thirdFilter === undefined)
    applyTwoFilters(candidates, firstFilter, secondFilter, matching, missesOfFirst, missesOfSecond, length32);
  else if (countedFilters.length <= 4) {
    const last = fourthFilter ?? candidates;
    applyFourFilters(
      candidates,
      [firstFilter, secondFilter, thirdFilter, last],
      matching,
      [missesOfFirst, missesOfSecond, missThird, missFourth],
      length32,
    );
  } else applyManyFilters(candidates, countedFilters, matching, nearMisses, length32, pool);
  return { matching, nearMisses };
}

function intersect(
  liveDocuments: Uint32Array,
  required: readonly Uint32Array[],
  length32: number,
  pool: BitSetPool,
): Uint32Array {
  let candidates = liveDocuments;
  for (const set of required) {
    const into = candidates === liveDocuments ? pool.take() : candidates;
    const sharedLength = Math.min(length32, set.length);
    for (let at = 0; at < sharedLength; at += 1) into[at] = (candidates[at] ?? 0) & (set[at] ?? 0);
    if (sharedLength < length32) into.fill(0, sharedLength, length32);
    candidates = into;
  }
  return candidates;
}

function applyOneFilter(
  candidates: Uint32Array,
  set: Uint32Array,
  matching: Uint32Array,
  nearMissSet: Uint32Array,
  length32: number,
): void {
  for (let at = 0; at < length32; at += 1) {
    const bits32 = candidates[at] ?? 0;
    const matches = bits32 & (set[at] ?? 0);
    matching[at] = matches;
    nearMissSet[at] = bits32 ^ matches;
  }
}

function applyTwoFilters(
  candidates: Uint32Array,
  firstFilter: Uint32Array,
  secondFilter: Uint32Array,
  matching: Uint32Array,
  missesOfFirst: Uint32Array,
  missesOfSecond: Uint32Array,
  length32: number,
): void {
  for (let at = 0; at < length32; at += 1) {
    const bits32 = candidates[at] ?? 0;
    const bitsOfFirst = bits32 & (firstFilter[at] ?? 0);
    const bitsOfSecond = bits32 & (secondFilter[at] ?? 0);
    matching[at] = bitsOfFirst & bitsOfSecond;
    missesOfFirst[at] = bitsOfSecond & ~bitsOfFirst;
    missesOfSecond[at] = bitsOfFirst & ~bitsOfSecond;
  }
}

type FourSets = readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];

/**
 * Applies four filters. With three filters the caller passes `candidates` as the fourth filter, which every candidate
 * matches.
 */
function applyFourFilters(
  candidates: Uint32Array,
  [a, b, c, d]: FourSets,
  matching: Uint32Array,
  nearMissSet: FourSets,
  length32: number,
): void {
  const [missA, missB, missC, missD] = nearMissSet;
  for (let at = 0; at < length32; at += 1) {
    const bits32 = candidates[at] ?? 0;
    const bitsOfFirst = a[at] ?? 0;
    const bitsOfSecond = b[at] ?? 0;
    const bitsOfThird = c[at] ?? 0;
    const bitsOfFourth = d[at] ?? 0;
    const bitsOfFirstAndSecond = bits32 & bitsOfFirst & bitsOfSecond;
    const bitsOfThirdAndFourth = bits32 & bitsOfThird & bitsOfFourth;
    matching[at] = bitsOfFirstAndSecond & bitsOfThirdAndFourth;
    missA[at] = bitsOfThirdAndFourth & bitsOfSecond & ~bitsOfFirst;
    missB[at] = bitsOfThirdAndFourth & bitsOfFirst & ~bitsOfSecond;
    missC[at] = bitsOfFirstAndSecond & bitsOfFourth & ~bitsOfThird;
    missD[at] = bitsOfFirstAndSecond & bitsOfThird & ~bitsOfFourth;
  }
}

function applyManyFilters(
  candidates: Uint32Array,
  countedFilters: readonly Uint32Array[],
  matching: Uint32Array,
  nearMisses: readonly Uint32Array[],
  length32: number,
  pool: BitSetPool,
): void {
  const failingOnceSet = pool.takeEmpty();
  const failingTwiceSet = pool.takeEmpty();
  for (const set of countedFilters) addFailingDocuments(candidates, set, failingOnceSet, failingTwiceSet, length32);
  for (let at = 0; at < length32; at += 1) {
    const nearMissSet = failingOnceSet[at] ?? 0;
    matching[at] = (candidates[at] ?? 0) & ~nearMissSet;
    failingOnceSet[at] = nearMissSet & ~(failingTwiceSet[at] ?? 0);
  }
  countedFilters.forEach((set, index) => {
    const nearMiss = nearMisses[index];
    if (nearMiss !== undefined) writeDifference(failingOnceSet, set, nearMiss, length32);
  });
}

function addFailingDocuments(
  candidates: Uint32Array,
  set: Uint32Array,
  failingOnceSet: Uint32Array,
  failingTwiceSet: Uint32Array,
  length32: number,
): void {
  for (let at = 0; at < length32; at += 1) {
    const nearMissSet = (candidates[at] ?? 0) & ~(set[at] ?? 0);
    const failingOnceBits = failingOnceSet[at] ?? 0;
    failingTwiceSet[at] = (failingTwiceSet[at] ?? 0) | (failingOnceBits & nearMissSet);
    failingOnceSet[at] = failingOnceBits | nearMissSet;
  }
}

function writeDifference(from: Uint32Array, set: Uint32Array, into: Uint32Array, length32: number): void {
  for (let at = 0; at < length32; at += 1) into[at] = (from[at] ?? 0) & ~(set[at] ?? 0);
}
