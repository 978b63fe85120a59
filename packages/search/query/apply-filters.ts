import type { BitSetPool } from './bit-set-pool.ts';

/**
 * The documents that match all filters, and the near misses of each counted filter: the documents that fail only this
 * filter.
 */
export type FilterResult = {
  readonly matchingSet: Uint32Array;
  readonly nearMisses: readonly Uint32Array[];
};

/**
 * Divides the live documents, 32 at a time, into those that match every counted filter and those that fail exactly one
 * filter. `requiredSets` are the filters whose near misses are not counted.
 */
export function applyFilters(
  liveDocuments: Uint32Array,
  requiredSets: readonly Uint32Array[],
  countedFilters: readonly Uint32Array[],
  length32: number,
  pool: BitSetPool,
): FilterResult {
  const candidates = intersect(liveDocuments, requiredSets, length32, pool);
  const [firstFilter, secondFilter, thirdFilter, fourthFilter] = countedFilters;
  if (firstFilter === undefined) return { matchingSet: candidates, nearMisses: [] };
  const matchingSet = pool.takeSet();
  const nearMisses = countedFilters.map(() => pool.takeSet());
  const [
    missesOfFirst = matchingSet,
    missesOfSecond = matchingSet,
    missThird = matchingSet,
    missFourth = pool.takeSet(),
  ] = nearMisses;
  // There are three loops: for one filter, for two filters, and for up to four filters. Each of these loops reads every
  // block of 32 documents once.
  if (secondFilter === undefined) applyOneFilter(candidates, firstFilter, matchingSet, missesOfFirst, length32);
  else if (thirdFilter === undefined)
    applyTwoFilters(candidates, firstFilter, secondFilter, matchingSet, missesOfFirst, missesOfSecond, length32);
  else if (countedFilters.length <= 4) {
    const lastFilter = fourthFilter ?? candidates;
    applyFourFilters(
      candidates,
      [firstFilter, secondFilter, thirdFilter, lastFilter],
      matchingSet,
      [missesOfFirst, missesOfSecond, missThird, missFourth],
      length32,
    );
  } else applyManyFilters(candidates, countedFilters, matchingSet, nearMisses, length32, pool);
  return { matchingSet, nearMisses };
}

function intersect(
  liveDocuments: Uint32Array,
  requiredSets: readonly Uint32Array[],
  length32: number,
  pool: BitSetPool,
): Uint32Array {
  let candidates = liveDocuments;
  for (const set of requiredSets) {
    const target = candidates === liveDocuments ? pool.takeSet() : candidates;
    const sharedLength = Math.min(length32, set.length);
    for (let at = 0; at < sharedLength; at += 1) target[at] = (candidates[at] ?? 0) & (set[at] ?? 0);
    if (sharedLength < length32) target.fill(0, sharedLength, length32);
    candidates = target;
  }
  return candidates;
}

function applyOneFilter(
  candidates: Uint32Array,
  set: Uint32Array,
  matchingSet: Uint32Array,
  nearMissSet: Uint32Array,
  length32: number,
): void {
  for (let at = 0; at < length32; at += 1) {
    const bits32 = candidates[at] ?? 0;
    const matchingBits = bits32 & (set[at] ?? 0);
    matchingSet[at] = matchingBits;
    nearMissSet[at] = bits32 ^ matchingBits;
  }
}

function applyTwoFilters(
  candidates: Uint32Array,
  firstFilter: Uint32Array,
  secondFilter: Uint32Array,
  matchingSet: Uint32Array,
  missesOfFirst: Uint32Array,
  missesOfSecond: Uint32Array,
  length32: number,
): void {
  for (let at = 0; at < length32; at += 1) {
    const bits32 = candidates[at] ?? 0;
    const bitsOfFirst = bits32 & (firstFilter[at] ?? 0);
    const bitsOfSecond = bits32 & (secondFilter[at] ?? 0);
    matchingSet[at] = bitsOfFirst & bitsOfSecond;
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
  matchingSet: Uint32Array,
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
    matchingSet[at] = bitsOfFirstAndSecond & bitsOfThirdAndFourth;
    missA[at] = bitsOfThirdAndFourth & bitsOfSecond & ~bitsOfFirst;
    missB[at] = bitsOfThirdAndFourth & bitsOfFirst & ~bitsOfSecond;
    missC[at] = bitsOfFirstAndSecond & bitsOfFourth & ~bitsOfThird;
    missD[at] = bitsOfFirstAndSecond & bitsOfThird & ~bitsOfFourth;
  }
}

function applyManyFilters(
  candidates: Uint32Array,
  countedFilters: readonly Uint32Array[],
  matchingSet: Uint32Array,
  nearMisses: readonly Uint32Array[],
  length32: number,
  pool: BitSetPool,
): void {
  const failingOnceSet = pool.takeEmptySet();
  const failingTwiceSet = pool.takeEmptySet();
  for (const set of countedFilters) addFailingDocuments(candidates, set, failingOnceSet, failingTwiceSet, length32);
  for (let at = 0; at < length32; at += 1) {
    const failingBits = failingOnceSet[at] ?? 0;
    matchingSet[at] = (candidates[at] ?? 0) & ~failingBits;
    failingOnceSet[at] = failingBits & ~(failingTwiceSet[at] ?? 0);
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
    const failingBits = (candidates[at] ?? 0) & ~(set[at] ?? 0);
    const failingOnceBits = failingOnceSet[at] ?? 0;
    failingTwiceSet[at] = (failingTwiceSet[at] ?? 0) | (failingOnceBits & failingBits);
    failingOnceSet[at] = failingOnceBits | failingBits;
  }
}

function writeDifference(minuendSet: Uint32Array, set: Uint32Array, target: Uint32Array, length32: number): void {
  for (let at = 0; at < length32; at += 1) target[at] = (minuendSet[at] ?? 0) & ~(set[at] ?? 0);
}
