import { describe, expect, it } from 'vitest';
import { readCarSearch, removePosition } from './car-search.ts';

describe('a search in the URL', () => {
  it('is read from the URL of a plain form', () => {
    const form = { q: ' roma ', brand: '', sort: 'relevance', minPrice: '', maxPrice: '$1,400,000', understand: '1' };
    expect(readCarSearch(form)).toEqual({ q: 'roma', maxPrice: 1_400_000, understand: '1' });
    expect(readCarSearch({ sort: 'newest', understand: '1' })).toEqual({});
  });

  it('accepts numbers as texts, and ignores invalid values', () => {
    expect(readCarSearch({ q: 296, sort: '-price', minPrice: 100_000, owners: [1, '4+'] })).toEqual({
      q: '296',
      sort: '-price',
      minPrice: 100_000,
      owners: ['1', '4+'],
    });
    expect(readCarSearch({ sort: 'colour', minPrice: 'cheap', maxPrice: -5, q: null, brand: [''] })).toEqual({});
    expect(readCarSearch({ q: { a: 1 } })).toEqual({ q: '{"a":1}' });
  });

  it('has a sorted list without duplicates for a parameter that occurs once or repeatedly', () => {
    expect(readCarSearch({ brand: 'Audi', model: ['Tesla/Model Y', 'Tesla/Model 3', 'Tesla/Model 3'] })).toEqual({
      brand: ['Audi'],
      model: ['Tesla/Model 3', 'Tesla/Model Y'],
    });
  });

  it('preserves the chosen order `newest` when a text would change the default order', () => {
    expect(readCarSearch({ q: 'roma', sort: 'newest' })).toEqual({ q: 'roma', sort: 'newest' });
    expect(readCarSearch({ q: 'roma', sort: 'relevance' })).toEqual({ q: 'roma' });
  });

  it('is the same search whatever number of cars is shown', () => {
    const read = readCarSearch({ q: 'roma', cars: 72, dropped: 'nice' });
    expect(removePosition(read)).toEqual({ q: 'roma' });
  });
});
