/** The first `count` items of a Fisher–Yates shuffle. */
export function choose<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = [...items];
  const chosen: Item[] = [];
  while (chosen.length < count && left.length > 0) {
    const [item] = left.splice(Math.floor(random() * left.length), 1);
    if (item !== undefined) chosen.push(item);
  }
  return chosen;
}

/** Pseudorandom numbers from 0 to below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
