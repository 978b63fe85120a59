import type { ListingId } from '@carhouse/domain/listing/listing';
import { expect, it } from 'vitest';
import { TextIndex } from '../text/text-index.ts';
import { carTraits, computeTraitBits, findStatedBit, findTraitBit } from './car-traits.ts';
import { Catalogue } from './catalogue.ts';
import type { CatalogueEntry } from './entry.ts';
import { hasModelTrait } from './model-traits.ts';

const listNames = (bits: number): readonly string[] => carTraits.filter((_, index) => (bits & (1 << index)) !== 0);
const car = { brand: 'Audi', title: 'Q7', body: 'Sports utility', fuel: 'hybrid', seats: 7, description: '' } as const;

it.each([
  [{}, ['roomy', 'high', 'frugal']],
  [{ title: 'Q2', fuel: 'petrol', seats: 5 } as const, ['small', 'high']],
  [{ title: 'A6 Avant', body: 'Estate', fuel: 'diesel', seats: 5 } as const, ['roomy', 'frugal']],
  [{ brand: 'Mercedes_Benz', title: 'B 180', body: 'Hatchback', fuel: 'petrol', seats: 5 } as const, ['small', 'high']],
  [{ brand: 'BMW', title: '216i Gran Tourer', body: 'MPV', fuel: 'petrol' } as const, ['roomy', 'high']],
  [{ brand: 'Tesla', title: 'Model 3 Long Range', body: 'Saloon', fuel: 'electric' } as const, ['far']],
  [{ title: 'TT', body: 'Coupé', fuel: 'petrol' } as const, ['fun']],
  // Unknown facts give no trait.
  [{ brand: 'Nobody', title: 'Constructor', body: null, fuel: null, seats: null }, []],
])('a car with %j is %j', (facts, traits) => {
  expect(listNames(computeTraitBits({ ...car, ...facts }))).toEqual(traits);
});

it('the traits of a model do not give the seats or the fuel of another car of this model', () => {
  expect(listNames(computeTraitBits(car))).toContain('high');
  expect(listNames(computeTraitBits({ ...car, seats: 4, fuel: 'petrol' }))).toEqual(['roomy']);
});

it.each([
  ['Two child seats fitted since day one.', 'child seats', true],
  ['Tables for the children, seats cleaned.', 'child seats', false],
  ['Boot takes two golf bags.', 'golf bags', true],
  ['Drove to golf, bags of room.', 'golf bags', false],
  ['Easy to park.', 'easy to park', true],
])('of %j, the phrase %j is %j', (description, phrase, isStated) => {
  expect((computeTraitBits({ ...car, description }) & findStatedBit(phrase)) !== 0).toBe(isStated);
});

it('only known names of traits have a bit', () => {
  expect(findTraitBit('is:small')).toBe(1);
  for (const phrase of ['small', 'is:', 'is:fast', 'is:__proto__']) expect(findTraitBit(phrase)).toBe(0);
  expect(hasModelTrait('constructor', 'A', 'small')).toBe(false);
});

const makeEntry = (index: number, facts: Partial<CatalogueEntry>): CatalogueEntry => ({
  id: `0189a000-0000-7000-8000-${index.toString(16).padStart(12, '0')}` as ListingId,
  shareGroup: 'a',
  sellerKind: 'private',
  verified: false,
  postedAt: 0,
  newestAt: 0,
  price: 100_000_00 + index,
  yearOfPurchase: 2020,
  yearsOfUse: 6,
  mileageKm: null,
  yearlyMileage: null,
  seats: 5,
  owners: 1,
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
  brand: 'Audi',
  title: 'A8',
  variant: null,
  body: 'Saloon',
  colour: null,
  fuel: 'petrol',
  transmission: null,
  location: 'Ubi',
  description: '',
  ...facts,
});

it('puts cars with a trait or with one of several synonyms first, and follows a changed car', () => {
  const catalogue = new Catalogue({ text: new TextIndex() });
  const cars = [
    makeEntry(0, {}),
    makeEntry(1, { description: 'Glass roof' }),
    makeEntry(2, { title: 'A1', description: 'Panoramic roof' }),
    makeEntry(3, { title: 'Q2', price: 900_000_00 }),
  ];
  for (const entry of cars) catalogue.put(entry);
  const baseQuery = { text: '', facetFilters: {}, rangeFilters: {}, after: null, limit: 10, facets: [] };
  const order = { by: 'relevance', descending: true } as const;
  const find = (...preferred: string[]) =>
    catalogue
      .find({ ...baseQuery, order, preferredPhrases: preferred })
      .found.map(({ id }) => cars.findIndex((entry) => entry.id === id));
  // The price of the Q2 is extraordinary, so the suggested trait does not put it first.
  expect(find('~is:small')).toEqual([2, 0, 1, 3]);
  expect(find('sunroof;glass roof;panoramic roof')).toEqual([1, 2, 0, 3]);
  expect(find('sunroof;glass roof;panoramic roof', '~is:small')).toEqual([2, 1, 0, 3]);
  expect(
    catalogue.findPhrases({ ...baseQuery, order }, ['~is:small', '~is:roomy', 'hud', 'sunroof;glass roof']),
  ).toEqual(['~is:small', 'sunroof;glass roof']);
  // Among cars that fit equally well, the car with the lowest depreciation comes first, and a car without a
  // depreciation comes last.
  catalogue.put(makeEntry(0, { depreciation: 9_000_00 }));
  catalogue.put(makeEntry(1, { depreciation: 8_000_00 }));
  expect(find('~is:small', '~by:depreciation')).toEqual([2, 1, 0, 3]);
  expect(catalogue.findPhrases({ ...baseQuery, order }, ['~by:depreciation', 'hud'])).toEqual(['~by:depreciation']);
  catalogue.put({ ...makeEntry(2, { title: 'A1', description: 'Panoramic roof' }), title: 'A8' });
  expect(find('~is:small')[0]).toBe(0);
});
