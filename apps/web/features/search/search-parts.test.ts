import { describe, expect, it } from 'vitest';
import {
  applyInterpretation,
  countFilters,
  getQuestionText,
  makeSearchAfterChange,
  removeFilterValue,
  removeInterpretation,
  removeModelsOfBrands,
  removeParameters,
} from './search-parts.ts';

describe('parts of a search', () => {
  it('can be removed, and the search then starts at the first car', () => {
    const search = { q: 'roma', brand: ['Ferrari'], minPrice: 1, maxPrice: 2, before: 'x', cars: 48, said: 'red roma' };
    expect(removeParameters(search, 'minPrice', 'maxPrice')).toEqual({ q: 'roma', brand: ['Ferrari'] });
    expect(removeParameters({ q: 'roma', literal: '1', maxPrice: 2 }, 'q')).toEqual({ maxPrice: 2 });
    expect(removeParameters({ q: 'roma', literal: '1', maxPrice: 2 }, 'maxPrice')).toEqual({ q: 'roma', literal: '1' });
  });

  it('include the typed text while a filter from it is left; removing the text removes only these filters', () => {
    const search = {
      q: 'sunroof',
      brand: ['Audi'],
      body: ['SUV'],
      maxPrice: 9,
      said: 'suv under 9 sunroof',
      fromText: 'body.maxPrice',
    };
    const { body: _, ...rest } = search;
    expect(removeParameters(search, 'body')).toEqual({ ...rest, fromText: 'maxPrice' });
    expect(removeParameters(search, 'body', 'maxPrice')).toEqual({ q: 'sunroof', brand: ['Audi'] });
    expect(removeInterpretation(search)).toEqual({ brand: ['Audi'] });
  });

  it('include the typed text after a change by hand while a filter is left that was read from it', () => {
    const lastSearch = {
      q: 'sunroof',
      body: ['SUV'],
      brand: ['Audi'],
      said: 'audi suv sunroof',
      fromText: 'brand.body',
    };
    const { said, fromText, ...rest } = lastSearch;
    expect(makeSearchAfterChange({ ...lastSearch, brand: ['Audi', 'BMW'] }, lastSearch)).toEqual({
      ...rest,
      brand: ['Audi', 'BMW'],
      said,
      fromText: 'body',
    });
    expect(makeSearchAfterChange({ ...lastSearch, brand: ['BMW'], body: ['saloon'] }, lastSearch)).toEqual({
      q: 'sunroof',
      brand: ['BMW'],
      body: ['saloon'],
    });
    expect(
      makeSearchAfterChange({ q: 'tesla', brand: ['Audi'], body: ['saloon'], said, fromText }, lastSearch),
    ).toEqual({
      q: 'tesla',
      understand: '1',
      body: ['saloon'],
    });
  });

  it('are counted as filters: both bounds of a range as one; text and order are not counted', () => {
    expect(countFilters({ brand: ['Audi', 'Tesla'], minPrice: 1, maxPrice: 2 })).toBe(2);
    expect(countFilters({ q: 'roma', maxPrice: 3, sort: 'price' })).toBe(1);
    expect(countFilters({ postedWithin: 7, minCoeMonths: 60 })).toBe(2);
    expect(countFilters({ sort: 'price' })).toBe(0);
  });

  it('can lose one of several values, and a removed brand also removes its models', () => {
    const search = { brand: ['Audi', 'Tesla'], model: ['Audi/A4', 'Tesla/Model 3'] };
    expect(removeFilterValue(search, 'brand', 'Tesla')).toEqual({ brand: ['Audi'], model: ['Audi/A4'] });
    expect(removeFilterValue(search, 'model', 'Audi/A4')).toEqual({ ...search, model: ['Tesla/Model 3'] });
    expect(removeFilterValue({ brand: ['Audi'], model: ['Audi/A4'] }, 'brand', 'Audi')).toEqual({});
    expect(removeModelsOfBrands(search, [])).toBe(search);
  });

  it('that were read from a text replace parts of the same kind, and the search contains the typed text', () => {
    const search = { q: 'white tesla under 150k', brand: ['Audi'], model: ['Audi/A4'], body: ['saloon'], cars: 48 };
    const filters = [
      { name: 'colour', value: 'white' },
      { name: 'brand', value: 'Tesla' },
      { name: 'maxPrice', value: '150000' },
    ];
    expect(applyInterpretation(search, { q: '', filters, dropped: [] })).toEqual({
      said: 'white tesla under 150k',
      fromText: 'colour.brand.maxPrice',
      brand: ['Tesla'],
      body: ['saloon'],
      colour: ['white'],
      maxPrice: 150_000,
    });
    const brandAndFeatureFilters = [
      { name: 'brand', value: 'Audi' },
      { name: 'brand', value: 'Tesla' },
    ];
    expect(
      applyInterpretation({ q: 'audi tesla sunroof' }, { q: 'sunroof', filters: brandAndFeatureFilters, dropped: [] }),
    ).toEqual({
      q: 'sunroof',
      said: 'audi tesla sunroof',
      fromText: 'brand',
      brand: ['Audi', 'Tesla'],
    });
  });
});

describe('the question in the search field', () => {
  const lastSearch = { q: 'sunroof', body: ['SUV'], said: 'suv with sunroof', fromText: 'body' };

  it('is shown as it was typed', () => {
    expect(getQuestionText(lastSearch)).toBe('suv with sunroof');
    expect(getQuestionText({ q: 'sunroof' })).toBe('sunroof');
    expect(getQuestionText({})).toBe('');
  });

  it('is not read again when a filter changes', () => {
    const { q: _, ...others } = lastSearch;
    expect(makeSearchAfterChange({ ...others, q: 'suv with sunroof', fuel: ['electric'] }, lastSearch)).toEqual({
      ...lastSearch,
      fuel: ['electric'],
    });
  });

  it('is removed with its filters when the field is emptied', () => {
    const { q: _, ...others } = lastSearch;
    expect(makeSearchAfterChange({ ...others, fuel: ['electric'] }, lastSearch)).toEqual({ fuel: ['electric'] });
  });
});

describe('an order that was read from the typed text', () => {
  const search = {
    minSeats: 7,
    sort: 'price' as const,
    said: '7 seater',
    fromText: 'minSeats.sort',
  };

  it('is removed with the last filter that was read', () => {
    expect(removeParameters(search, 'minSeats')).toEqual({});
    expect(removeParameters({ ...search, body: ['SUV'], fromText: 'minSeats.body.sort' }, 'minSeats')).toMatchObject({
      body: ['SUV'],
      sort: 'price',
      fromText: 'body.sort',
    });
    const { minSeats: _, ...changed } = search;
    expect(makeSearchAfterChange(changed, search)).toEqual({});
  });

  it('remains when the text asks for nothing else', () => {
    const cheapestSearch = { sort: 'price' as const, said: 'cheapest', fromText: 'sort' };
    expect(removeParameters(cheapestSearch)).toEqual(cheapestSearch);
  });

  it('comes with preferred phrases, notes and the words that were not used', () => {
    const interpretation = {
      q: '',
      filters: [{ name: 'body', value: 'SUV' }],
      dropped: ['crane'],
      preferred: ['sunroof', '~boot'],
      preferredOnly: false,
      notes: [{ code: 'down payment' }, { code: 'like and cheaper', of: 'bmw' }],
    };
    const meant = applyInterpretation({ q: 'suv with sunroof' }, interpretation);
    expect(meant).toEqual({
      body: ['SUV'],
      prefer: 'sunroof|~boot',
      said: 'suv with sunroof',
      fromText: 'body.prefer',
      dropped: 'crane',
      notes: 'down payment|like and cheaper:bmw',
    });
    expect(removeInterpretation(meant)).toEqual({});
  });
});
