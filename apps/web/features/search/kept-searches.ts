import { keptList } from '../../app/kept-list.ts';

export type KeptSearch = {
  readonly name: string;
  /** The search part of the address: `?brand=Tesla`. */
  readonly address: string;
};

/** The searches that the visitor has kept. */
export const keptSearches = keptList<KeptSearch>({
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
