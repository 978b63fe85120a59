/** Returns the first `count` items of a Fisher–Yates shuffle. */
export function chooseItems<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const remainingItems = [...items];
  const chosenItems: Item[] = [];
  while (chosenItems.length < count && remainingItems.length > 0) {
    const [item] = remainingItems.splice(Math.floor(random() * remainingItems.length), 1);
    if (item !== undefined) chosenItems.push(item);
  }
  return chosenItems;
}
