/** Returns the first `count` items of a Fisher–Yates shuffle. */
export function chooseItems<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const itemsLeft = [...items];
  const chosenItems: Item[] = [];
  while (chosenItems.length < count && itemsLeft.length > 0) {
    const [item] = itemsLeft.splice(Math.floor(random() * itemsLeft.length), 1);
    if (item !== undefined) chosenItems.push(item);
  }
  return chosenItems;
}
