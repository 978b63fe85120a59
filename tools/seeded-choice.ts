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
