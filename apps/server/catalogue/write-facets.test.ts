import { facets as facetsSchema } from '@carhouse/contract/search';
import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { writeFacets } from './write-facets.ts';

const parseFacets = (json: string) => z.parse(z.strictObject(facetsSchema.shape), JSON.parse(json));

it('writes values with labels where the display name differs, and histograms in the units of the API', () => {
  const brandNames = new Map([
    ['Mercedes_Benz', 'Mercedes-Benz'],
    ['Tesla', 'Tesla'],
  ]);
  const facetCounts = {
    brand: [
      { value: 'Mercedes_Benz', count: 3 },
      { value: 'Tesla', count: 2 },
      { value: 'New_Brand', count: 1 },
    ],
    model: [{ value: 'Tesla/Model "3" \\ É/\u2028', count: 2 }],
    location: ['\u0000\u001f\t', '\ud83d\ude97 lone \ud83d', 'Jalan Besar'].map((value) => ({ value, count: 1 })),
    owners: [],
  };
  const histograms = {
    price: { from: 0, step: 1_000_000, counts: [1, 2, 0] },
    year: { from: 2012, step: 1, counts: [3] },
  };
  expect(parseFacets(writeFacets({ facetCounts, histograms }, brandNames))).toEqual({
    brand: [
      { value: 'Mercedes_Benz', label: 'Mercedes-Benz', count: 3 },
      { value: 'Tesla', count: 2 },
      { value: 'New_Brand', count: 1 },
    ],
    model: [{ value: 'Tesla/Model "3" \\ É/\u2028', label: 'Model "3" \\ É/\u2028', count: 2 }],
    location: facetCounts.location,
    owners: [],
    price: { from: 0, step: 10_000, counts: [1, 2, 0] },
    year: { from: 2012, step: 1, counts: [3] },
  });
});

it('writes the 200 most frequent values and the chosen ones, with the counts of now', () => {
  const makeCountedValues = (count: number) =>
    Array.from({ length: 300 }, (_, index) => ({ value: `Town ${index}`, count }));
  for (const count of [7, 8]) {
    const facetCounts = { location: makeCountedValues(count) };
    const shownValues = parseFacets(
      writeFacets({ facetCounts, histograms: {} }, new Map(), { location: ['Town 3', 'Town 250'] }),
    ).location;
    expect(shownValues).toEqual([...makeCountedValues(count).slice(0, 200), { value: 'Town 250', count }]);
  }
});
