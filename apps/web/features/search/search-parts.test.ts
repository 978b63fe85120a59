import { describe, expect, it } from 'vitest';
import {
  changedSearch,
  filtersSet,
  withoutModelsOf,
  withoutParts,
  withoutQuestion,
  withoutValue,
  withUnderstood,
} from './search-parts.ts';

describe('parts of a search', () => {
  it('are taken back and lead to the first car again', () => {
    const search = { q: 'roma', brand: ['Ferrari'], minPrice: 1, maxPrice: 2, before: 'x', cars: 48, said: 'red roma' };
    expect(withoutParts(search, 'minPrice', 'maxPrice')).toEqual({ q: 'roma', brand: ['Ferrari'] });
    expect(withoutParts({ q: 'roma', literal: '1', maxPrice: 2 }, 'q')).toEqual({ maxPrice: 2 });
    expect(withoutParts({ q: 'roma', literal: '1', maxPrice: 2 }, 'maxPrice')).toEqual({ q: 'roma', literal: '1' });
  });

  it('keep the question while a filter of it is left, and lose only its filters with it', () => {
    const search = {
      q: 'sunroof',
      brand: ['Audi'],
      body: ['SUV'],
      maxPrice: 9,
      said: 'suv under 9 sunroof',
      fromText: 'body.maxPrice',
    };
    const { body: _, ...rest } = search;
    expect(withoutParts(search, 'body')).toEqual({ ...rest, fromText: 'maxPrice' });
    expect(withoutParts(search, 'body', 'maxPrice')).toEqual({ q: 'sunroof', brand: ['Audi'] });
    expect(withoutQuestion(search)).toEqual({ brand: ['Audi'] });
  });

  it('keep the question by hand too while a filter of it is left', () => {
    const last = { q: 'sunroof', body: ['SUV'], brand: ['Audi'], said: 'audi suv sunroof', fromText: 'brand.body' };
    const { said, fromText, ...rest } = last;
    expect(changedSearch({ ...last, brand: ['Audi', 'BMW'] }, last)).toEqual({
      ...rest,
      brand: ['Audi', 'BMW'],
      said,
      fromText: 'body',
    });
    expect(changedSearch({ ...last, brand: ['BMW'], body: ['saloon'] }, last)).toEqual({
      q: 'sunroof',
      brand: ['BMW'],
      body: ['saloon'],
    });
    expect(changedSearch({ q: 'tesla', brand: ['Audi'], body: ['saloon'], said, fromText }, last)).toEqual({
      q: 'tesla',
      understand: '1',
      body: ['saloon'],
    });
  });

  it('count as filters, both ends of a range as one, words and order as none', () => {
    expect(filtersSet({ brand: ['Audi', 'Tesla'], minPrice: 1, maxPrice: 2 })).toBe(2);
    expect(filtersSet({ q: 'roma', maxPrice: 3, sort: 'price' })).toBe(1);
    expect(filtersSet({ postedWithin: 7, minCoeMonths: 60 })).toBe(2);
    expect(filtersSet({ sort: 'price' })).toBe(0);
  });

  it('lose one value of several, and with a brand its models', () => {
    const search = { brand: ['Audi', 'Tesla'], model: ['Audi/A4', 'Tesla/Model 3'] };
    expect(withoutValue(search, 'brand', 'Tesla')).toEqual({ brand: ['Audi'], model: ['Audi/A4'] });
    expect(withoutValue(search, 'model', 'Audi/A4')).toEqual({ ...search, model: ['Tesla/Model 3'] });
    expect(withoutValue({ brand: ['Audi'], model: ['Audi/A4'] }, 'brand', 'Audi')).toEqual({});
    expect(withoutModelsOf(search, [])).toBe(search);
  });

  it('that were understood take the place of those of their kind, and say what was typed', () => {
    const search = { q: 'white tesla under 150k', brand: ['Audi'], model: ['Audi/A4'], body: ['saloon'], cars: 48 };
    const filters = [
      { name: 'colour', value: 'white' },
      { name: 'brand', value: 'Tesla' },
      { name: 'maxPrice', value: '150000' },
    ];
    expect(withUnderstood(search, { q: '', filters, dropped: [] })).toEqual({
      said: 'white tesla under 150k',
      fromText: 'colour.brand.maxPrice',
      brand: ['Tesla'],
      body: ['saloon'],
      colour: ['white'],
      maxPrice: 150_000,
    });
    const two = [
      { name: 'brand', value: 'Audi' },
      { name: 'brand', value: 'Tesla' },
    ];
    expect(withUnderstood({ q: 'audi tesla sunroof' }, { q: 'sunroof', filters: two, dropped: [] })).toEqual({
      q: 'sunroof',
      said: 'audi tesla sunroof',
      fromText: 'brand',
      brand: ['Audi', 'Tesla'],
    });
  });
});
