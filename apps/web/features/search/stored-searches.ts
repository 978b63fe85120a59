import { createStoredList } from '../../app/stored-list.ts';

export type StoredSearch = {
  readonly name: string;
  /** The search part of the address: `?brand=Tesla`. */
  readonly address: string;
};

/** The searches that the visitor has kept. */
export const storedSearches = createStoredList<StoredSearch>({
  name: 'carhouse.searches',
  most: 20,
  read: (entry) => {
    if (typeof entry !== 'object' || entry === null) return undefined;
    const { name, address } = entry as Record<string, unknown>;
    const valid = typeof name === 'string' && typeof address === 'string' && /^\?[^#]*$/.test(address);
    return valid ? { name, address } : undefined;
  },
  same: (one, other) => one.address === other.address,
});
