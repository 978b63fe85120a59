import { defaultParseSearch } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { stringifySearch } from './stringify-search.ts';

describe('the search of an address', () => {
  it('repeats the name of a list, as a plain form does', () => {
    const search = { maxPrice: 5, brand: ['Audi', 'Mercedes_Benz'], model: ['Tesla/Model 3'] };
    expect(stringifySearch(search)).toBe('?maxPrice=5&brand=Audi&brand=Mercedes_Benz&model=Tesla%2FModel+3');
    expect(defaultParseSearch(stringifySearch({ brand: search.brand }))).toEqual({ brand: search.brand });
  });

  it('is written as the router does where there is no list', () => {
    expect(stringifySearch({ q: '296', cars: 48 })).toBe('?q=%22296%22&cars=48');
    expect(stringifySearch({})).toBe('');
    expect(stringifySearch({ brand: [] })).toBe('');
  });
});
