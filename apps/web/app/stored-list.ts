import { useSyncExternalStore } from 'react';

/** A list that is stored in the visitor's browser, newest first. The list is never sent to the server. */
export type StoredList<Item> = {
  /** Returns the entries of the list; the list is empty in the server's HTML and until the page is hydrated. */
  use(): readonly Item[];
  /** Adds an entry at the start and removes an equal entry; when the list is full, the last entries are removed. */
  add(item: Item): void;
  remove(item: Item): void;
  clear(): void;
};

type StoredListOptions<Item> = {
  /** Key of the list in local storage. */
  readonly name: string;
  readonly itemCountMaximum: number;
  /**
   * Parses an entry of the stored list. The result is undefined for an invalid entry, which an older version or another
   * script may have written.
   */
  readonly parseEntry: (entry: unknown) => Item | undefined;
  readonly isSameItem: (firstItem: Item, secondItem: Item) => boolean;
};

/** Makes a list in local storage. Without local storage the list lasts until the user leaves the page. */
export function createStoredList<Item>({
  name,
  itemCountMaximum,
  parseEntry,
  isSameItem,
}: StoredListOptions<Item>): StoredList<Item> {
  const noItems: readonly Item[] = [];
  const listeners = new Set<() => void>();
  let text: string | null | undefined;
  let items = noItems;
  const readItems = (): readonly Item[] => {
    const storedText = readStoredText(name);
    // For equal text the same array is returned, because components compare it by identity.
    if (storedText !== undefined && storedText !== text) {
      text = storedText;
      items = parseEntries(storedText)
        .map(parseEntry)
        .filter((item) => item !== undefined)
        .slice(0, itemCountMaximum);
    }
    return items;
  };
  const saveItems = (newItems: readonly Item[]) => {
    items = newItems;
    text = JSON.stringify(newItems);
    try {
      localStorage.setItem(name, text);
    } catch {
      // The storage is full or forbidden, so the list lasts as long as the page.
    }
    for (const notifyListener of listeners) notifyListener();
  };
  const subscribe = (onChange: () => void) => {
    listeners.add(onChange);
    // Another window of the same visitor has changed the list.
    window.addEventListener('storage', onChange);
    return () => {
      listeners.delete(onChange);
      window.removeEventListener('storage', onChange);
    };
  };
  return {
    use: () => useSyncExternalStore(subscribe, readItems, () => noItems),
    add: (item) =>
      saveItems([item, ...readItems().filter((other) => !isSameItem(item, other))].slice(0, itemCountMaximum)),
    remove: (item) => saveItems(readItems().filter((other) => !isSameItem(item, other))),
    clear: () => saveItems([]),
  };
}

/**
 * Returns the text in local storage. The result is null when nothing is stored, and undefined when storage is not
 * available.
 */
function readStoredText(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name);
  } catch {
    return undefined;
  }
}

function parseEntries(text: string | null): readonly unknown[] {
  try {
    const parsedEntries: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsedEntries) ? parsedEntries : [];
  } catch {
    return [];
  }
}
