import { describe, expect, it } from 'vitest';
import { readCarSearch } from './car-search.ts';
import { filtersSet, without } from './search-parts.ts';

describe('a search in the address', () => {
  it('is read as a plain form writes it', () => {
    const form = { q: ' roma ', brand: '', sort: 'newest', minPrice: '', maxPrice: '$1,400,000' };
    expect(readCarSearch(form)).toEqual({ q: 'roma', maxPrice: 1_400_000 });
    expect(readCarSearch({})).toEqual({});
  });

  it('takes numbers for words too, and nothing unreadable', () => {
    expect(readCarSearch({ q: 296, sort: '-price', minPrice: 100_000 })).toEqual({
      q: '296',
      sort: '-price',
      minPrice: 100_000,
    });
    expect(readCarSearch({ sort: 'colour', minPrice: 'cheap', maxPrice: -5, q: null })).toEqual({});
    expect(readCarSearch({ q: { a: 1 } })).toEqual({ q: '{"a":1}' });
  });

  it('loses a part and begins at the first car again', () => {
    const search = { q: 'roma', brand: 'Ferrari', minPrice: 1, maxPrice: 2, before: 'x' };
    expect(without(search, 'minPrice', 'maxPrice')).toEqual({ q: 'roma', brand: 'Ferrari' });
    expect(filtersSet(search)).toBe(2);
    expect(filtersSet({ q: 'roma', maxPrice: 3 })).toBe(1);
    expect(filtersSet({ sort: 'price' })).toBe(0);
  });
});
