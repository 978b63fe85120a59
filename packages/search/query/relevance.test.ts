import type { ListingId } from '@carhouse/domain/listing/listing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextIndex } from '../text/text-index.ts';
import { Catalogue } from './catalogue.ts';
import type { CatalogueEntry } from './entry.ts';
import type { CatalogueQuery, Cursor } from './query.ts';

const words = ['tesla', 'tesl', 'white', 'bedok', 'owner'];
const text = fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((list) => list.join(' '));

const cars = fc.array(
  fc.record({
    second: fc.integer({ min: 0, max: 4 }),
    microsecond: fc.constantFrom(0, 1, 999_999),
    brand: fc.constantFrom('Tesla', 'BMW'),
    title: text,
    variant: fc.option(text, { nil: null }),
    location: fc.constantFrom('Bedok', 'Ubi'),
    description: text,
  }),
  { minLength: 1, maxLength: 60 },
);

it('pages through the results from the highest score to the lowest, the newest first among equals', () => {
  const typedWords = fc.array(fc.constantFrom(...words, 'tesal', 'bed'), { minLength: 1, maxLength: 2 });
  const locationFilterArbitrary = fc.constantFrom<readonly string[]>([], ['Bedok']);
  fc.assert(
    fc.property(
      cars,
      cars,
      typedWords,
      locationFilterArbitrary,
      fc.integer({ min: 1, max: 7 }),
      (removedCars, offeredCars, searchedWords, location, limit) => {
        // The index built here holds only live documents, while documents were also deleted from the catalogue.
        const index = new TextIndex();
        const catalogue = new Catalogue({ text: new TextIndex() });
        for (const [documentId, car] of removedCars.entries()) catalogue.put(makeEntry(documentId, car));
        for (const [documentId, car] of removedCars.entries()) catalogue.remove(makeEntry(documentId, car).id);
        const entries = offeredCars.map((car, documentId) => makeEntry(documentId, car));
        for (const [documentId, entry] of entries.entries()) {
          index.analyze(entry);
          index.add(documentId);
          catalogue.put(entry);
        }
        const match = index.match(searchedWords.join(' '), allCarBits);
        const rankedEntries = entries
          .map((entry, documentId) => ({ entry, documentId }))
          .filter(({ documentId }) => (((match?.bits[documentId >>> 5] ?? 0) >>> (documentId & 31)) & 1) === 1)
          .filter(({ entry }) => location.length === 0 || location.includes(entry.location))
          .map(({ entry, documentId }) => ({ entry, score: match?.computeScore(documentId) ?? 0 }))
          .sort(
            (a, b) =>
              b.score - a.score || readSecond(b.entry) - readSecond(a.entry) || (a.entry.id < b.entry.id ? 1 : -1),
          );
        const foundIds: string[] = [];
        for (let after: Cursor | null = null, hasMore = true; hasMore; ) {
          const query = { text: searchedWords.join(' '), facetFilters: { location }, after, limit };
          const answer = catalogue.search({ ...query, ...otherQueryFields });
          expect(answer.total).toBe(rankedEntries.length);
          for (const car of answer.found) foundIds.push(car.id);
          after = answer.found.at(-1)?.cursor ?? null;
          hasMore = answer.hasMore;
        }
        expect(foundIds).toEqual(rankedEntries.map(({ entry }) => entry.id));
      },
    ),
    { numRuns: 200 },
  );
});

it('pages through cars of equal score, also when an import added most of them within one second', () => {
  const catalogue = new Catalogue({ text: new TextIndex(), minDeltaSize: 64 });
  const texts = { brand: 'Tesla', title: 'Model 3', variant: null, location: 'Ubi', description: '' };
  const entries = Array.from({ length: 4_000 }, (_, documentId) => {
    const second = documentId % 8 < 3 ? documentId % 97 : 50;
    return makeEntry(documentId, { ...texts, second, microsecond: (documentId * 7_919) % 1_000_000 });
  });
  for (const entry of entries) catalogue.put(entry);
  while (catalogue.maintain(10_000));
  // The test changes these documents, so that they are in the delta segment.
  for (const entry of entries.slice(0, 40)) catalogue.put({ ...entry, newestAt: entry.newestAt + 3_000_000 });
  const movedTimes = entries.map((entry, documentId) =>
    documentId < 40 ? entry.newestAt + 3_000_000 : entry.newestAt,
  );
  const rankedEntries = entries
    .map((entry, documentId) => ({ ...entry, newestAt: movedTimes[documentId] ?? 0 }))
    .sort((a, b) => readSecond(b) - readSecond(a) || (a.id < b.id ? 1 : -1));
  const foundIds: string[] = [];
  for (let after: Cursor | null = null, hasMore = true; hasMore; ) {
    const answer = catalogue.search({ text: 'tesla', facetFilters: {}, after, limit: 24, ...otherQueryFields });
    for (const car of answer.found) foundIds.push(car.id);
    after = answer.found.at(-1)?.cursor ?? null;
    hasMore = answer.hasMore;
  }
  expect(foundIds).toEqual(rankedEntries.map(({ id }) => id));
});

const readSecond = ({ newestAt }: CatalogueEntry): number => Math.floor(newestAt / 1_000_000);

const allCarBits = new Uint32Array(8).fill(0xffff_ffff);

const otherQueryFields: Pick<CatalogueQuery, 'rangeFilters' | 'order' | 'facets'> = {
  rangeFilters: {},
  order: { by: 'relevance', descending: true },
  facets: [],
};

type EntryTexts = Pick<CatalogueEntry, 'brand' | 'title' | 'variant' | 'location' | 'description'> & {
  readonly second: number;
  readonly microsecond: number;
};

function makeEntry(documentId: number, { second, microsecond, ...texts }: EntryTexts): CatalogueEntry {
  return {
    ...texts,
    id: `0189a000-0000-7000-8000-${documentId.toString(16).padStart(12, '0')}` as ListingId,
    shareGroup: '00000000-0000-7000-8000-000000000000',
    sellerKind: 'private',
    verified: false,
    postedAt: 1_790_000_000_000_000,
    newestAt: 1_790_000_000_000_000 + second * 1_000_000 + microsecond,
    price: 1,
    yearOfPurchase: 2020,
    yearsOfUse: 1,
    mileageKm: null,
    yearlyMileage: null,
    seats: null,
    owners: null,
    depreciation: null,
    instalment: null,
    monthlyCost: null,
    roadTax: null,
    power: null,
    engineCc: null,
    omv: null,
    arf: null,
    parf: null,
    coeCategory: null,
    coeExpiresOn: null,
    body: null,
    colour: null,
    fuel: null,
    transmission: null,
  };
}
