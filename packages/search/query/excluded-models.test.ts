import type { ListingId } from '@carhouse/domain/listing/listing';
import { expect, it } from 'vitest';
import { TextIndex } from '../text/text-index.ts';
import { Catalogue } from './catalogue.ts';
import type { CatalogueEntry } from './entry.ts';

const models = ['Tesla/Model 3', 'Tesla/Model Y', 'Audi/Q2', 'Audi/Q2'];
const entries = models.map((model, index): CatalogueEntry => {
  const [brand = '', title = ''] = model.split('/');
  return {
    id: `0189a000-0000-7000-8000-00000000000${index}` as ListingId,
    shareGroup: 'seller',
    sellerKind: 'private',
    verified: false,
    postedAt: index,
    newestAt: index,
    price: 10_000_000 + index,
    yearOfPurchase: 2_021,
    yearsOfUse: 5,
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
    coeCategory: 1,
    coeExpiresOn: null,
    brand,
    title,
    variant: null,
    body: null,
    colour: null,
    fuel: null,
    transmission: null,
    location: 'Bedok',
    description: '',
  };
});
const catalogue = new Catalogue({ text: new TextIndex() });
for (const entry of entries) catalogue.put(entry);

/** The found cars by their index, and the counted models. */
function search(...model: string[]) {
  const order = { by: 'price', descending: false } as const;
  const query = { text: '', facetFilters: { model }, rangeFilters: {}, order, after: null, limit: 10 };
  const { found, count } = catalogue.find({ ...query, facets: ['model'] });
  const { facetCounts, total } = count();
  const countedModels = (facetCounts.model ?? []).map(({ value, count: cars }) => `${value} ${cars}`);
  return { found: found.map(({ id }) => entries.findIndex((entry) => entry.id === id)), counted: countedModels, total };
}

it('leaves out the excluded models and counts them', () => {
  const countedModels = ['Audi/Q2 2', 'Tesla/Model 3 1', 'Tesla/Model Y 1'];
  expect(search('!Audi/Q2')).toEqual({ found: [0, 1], counted: countedModels, total: 2 });
  expect(search('!Tesla/Model 3', '!Audi/Q2')).toEqual({ found: [1], counted: countedModels, total: 1 });
  expect(search('!Toyota/Alphard')).toEqual({ found: [0, 1, 2, 3], counted: countedModels, total: 4 });
  expect(search('Audi/Q2', 'Tesla/Model 3', '!Audi/Q2')).toEqual({ found: [0], counted: countedModels, total: 1 });
});

it('finds nothing when each model is excluded', () => {
  expect(search('!Tesla/Model 3', '!Tesla/Model Y', '!Audi/Q2').found).toEqual([]);
});
