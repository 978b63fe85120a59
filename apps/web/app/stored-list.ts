import { useSyncExternalStore } from 'react';

/** A list in the visitor's browser, newest first. It is never sent to the server. */
export type StoredList<Item> = {
  /** Empty in the server's HTML and until the page is hydrated. */
  use(): readonly Item[];
  /** Puts an entry first and removes an equal one; the last ones are dropped when the list is full. */
  keep(item: Item): void;
  drop(item: Item): void;
  clear(): void;
};

type KeptListOptions<Item> = {
  /** Key of the list in local storage. */
  readonly name: string;
  readonly most: number;
  /** Parses an entry; undefined for an invalid one, which an older version or another script may have written. */
  readonly read: (entry: unknown) => Item | undefined;
  readonly same: (one: Item, other: Item) => boolean;
};

/** Makes a list in local storage. Without local storage it lasts until the page is left. */
export function createStoredList<Item>({ name, most, read, same }: KeptListOptions<Item>): StoredList<Item> {
  const none: readonly Item[] = [];
  const listeners = new Set<() => void>();
  let text: string | null | undefined;
  let items = none;
  const now = (): readonly Item[] => {
    const stored = stringOf(name);
    // Equal text returns the same array, because components compare it by identity.
    if (stored !== undefined && stored !== text) {
      text = stored;
      items = entriesOf(stored)
        .map(read)
        .filter((item) => item !== undefined)
        .slice(0, most);
    }
    return items;
  };
  const save = (next: readonly Item[]) => {
    items = next;
    text = JSON.stringify(next);
    try {
      localStorage.setItem(name, text);
    } catch {
      // Storage is full or forbidden: the list lasts as long as the page.
    }
    for (const tell of listeners) tell();
  };
  const subscribe = (tell: () => void) => {
    listeners.add(tell);
    // Another window of the same visitor has changed it.
    window.addEventListener('storage', tell);
    return () => {
      listeners.delete(tell);
      window.removeEventListener('storage', tell);
    };
  };
  return {
    use: () => useSyncExternalStore(subscribe, now, () => none),
    keep: (item) => save([item, ...now().filter((other) => !same(item, other))].slice(0, most)),
    drop: (item) => save(now().filter((other) => !same(item, other))),
    clear: () => save([]),
  };
}

/** Null for an empty storage, undefined when storage is not available. */
function stringOf(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name);
  } catch {
    return undefined;
  }
}

function entriesOf(text: string | null): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
