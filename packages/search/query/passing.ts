import type { SetPool } from './set-pool.ts';

/** What the filters leave: the cars that pass all, and for each counted filter those that fail it and no other. */
export type Passing = {
  readonly all: Uint32Array;
  readonly failing: readonly Uint32Array[];
};

/**
 * Tells apart, word by word, the cars that fail no counted filter, one, or more. `live` are the cars on offer; `required` are filters
 * of which nobody wants to know what they alone keep away.
 */
export function passingOf(
  live: Uint32Array,
  required: readonly Uint32Array[],
  counted: readonly Uint32Array[],
  words: number,
  pool: SetPool,
): Passing {
  const base = within(live, required, words, pool);
  const [first, second, third, fourth] = counted;
  if (first === undefined) return { all: base, failing: [] };
  const all = pool.take();
  const failing = counted.map(() => pool.take());
  const [failFirst = all, failSecond = all, failThird = all, failFourth = pool.take()] = failing;
  // Each number of filters that is usual has a loop of its own, in which every word is read once.
  if (second === undefined) passOne(base, first, all, failFirst, words);
  else if (third === undefined) passTwo(base, first, second, all, failFirst, failSecond, words);
  else if (counted.length <= 4) {
    const last = fourth ?? base;
    passFour(base, [first, second, third, last], all, [failFirst, failSecond, failThird, failFourth], words);
  } else passMany(base, counted, all, failing, words, pool);
  return { all, failing };
}

function within(live: Uint32Array, required: readonly Uint32Array[], words: number, pool: SetPool): Uint32Array {
  let base = live;
  for (const set of required) {
    const into = base === live ? pool.take() : base;
    const shared = Math.min(words, set.length);
    for (let at = 0; at < shared; at += 1) into[at] = (base[at] ?? 0) & (set[at] ?? 0);
    if (shared < words) into.fill(0, shared, words);
    base = into;
  }
  return base;
}

function passOne(base: Uint32Array, set: Uint32Array, all: Uint32Array, fails: Uint32Array, words: number): void {
  for (let at = 0; at < words; at += 1) {
    const word = base[at] ?? 0;
    const passes = word & (set[at] ?? 0);
    all[at] = passes;
    fails[at] = word ^ passes;
  }
}

function passTwo(
  base: Uint32Array,
  first: Uint32Array,
  second: Uint32Array,
  all: Uint32Array,
  failFirst: Uint32Array,
  failSecond: Uint32Array,
  words: number,
): void {
  for (let at = 0; at < words; at += 1) {
    const word = base[at] ?? 0;
    const passesFirst = word & (first[at] ?? 0);
    const passesSecond = word & (second[at] ?? 0);
    all[at] = passesFirst & passesSecond;
    failFirst[at] = passesSecond & ~passesFirst;
    failSecond[at] = passesFirst & ~passesSecond;
  }
}

type Four = readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];

/** Of three filters the fourth one is `base` again, which nothing fails. */
function passFour(base: Uint32Array, [a, b, c, d]: Four, all: Uint32Array, fails: Four, words: number): void {
  const [failA, failB, failC, failD] = fails;
  for (let at = 0; at < words; at += 1) {
    const word = base[at] ?? 0;
    const inA = a[at] ?? 0;
    const inB = b[at] ?? 0;
    const inC = c[at] ?? 0;
    const inD = d[at] ?? 0;
    const inAB = word & inA & inB;
    const inCD = word & inC & inD;
    all[at] = inAB & inCD;
    failA[at] = inCD & inB & ~inA;
    failB[at] = inCD & inA & ~inB;
    failC[at] = inAB & inD & ~inC;
    failD[at] = inAB & inC & ~inD;
  }
}

function passMany(
  base: Uint32Array,
  counted: readonly Uint32Array[],
  all: Uint32Array,
  failing: readonly Uint32Array[],
  words: number,
  pool: SetPool,
): void {
  const once = pool.takeEmpty();
  const twice = pool.takeEmpty();
  for (const set of counted) addFailing(base, set, once, twice, words);
  for (let at = 0; at < words; at += 1) {
    const fails = once[at] ?? 0;
    all[at] = (base[at] ?? 0) & ~fails;
    once[at] = fails & ~(twice[at] ?? 0);
  }
  counted.forEach((set, index) => {
    const only = failing[index];
    if (only !== undefined) withoutSet(once, set, only, words);
  });
}

function addFailing(base: Uint32Array, set: Uint32Array, once: Uint32Array, twice: Uint32Array, words: number): void {
  for (let at = 0; at < words; at += 1) {
    const fails = (base[at] ?? 0) & ~(set[at] ?? 0);
    const before = once[at] ?? 0;
    twice[at] = (twice[at] ?? 0) | (before & fails);
    once[at] = before | fails;
  }
}

function withoutSet(from: Uint32Array, set: Uint32Array, into: Uint32Array, words: number): void {
  for (let at = 0; at < words; at += 1) into[at] = (from[at] ?? 0) & ~(set[at] ?? 0);
}
