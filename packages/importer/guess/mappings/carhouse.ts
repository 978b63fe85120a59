import { type CarFact, carFacts, type FactName, factNames } from '@carhouse/domain/car/car-facts';
import type { Mapping } from '../mapping.ts';

/**
 * The format of Car House: the names of the specification's product fields, and one column for each fact of the car.
 */
export const carhouse: Mapping = {
  name: 'carhouse',
  about:
    'Car House columns: ref, title, brand, location, originalPrice, resalePrice, yearsOfUse, yearOfPurchase, description …',
  columns: [
    { header: ['ref', 'dealerRef', 'reference', 'stock number'], field: 'ref', required: true },
    { header: ['title'], field: 'title', required: true },
    { header: ['brand', 'category'], field: 'brand', required: true },
    { header: ['location'], field: 'location', required: true },
    { header: ['originalPrice'], field: 'originalPrice' },
    { header: ['resalePrice', 'resellPrice'], field: 'resalePrice', required: true },
    { header: ['yearsOfUse'], field: 'yearsOfUse' },
    { header: ['yearOfPurchase'], field: 'yearOfPurchase', required: true },
    { header: ['description'], field: 'description' },
    ...factNames.map((name) => ({ header: [name, ...ownHeaders(name)], field: name })),
  ],
  leftOut: [],
  defaultLocation: null,
  impliedFuel: null,
  money: null,
};

function ownHeaders(name: FactName): readonly string[] {
  const { ownHeaders = [] }: CarFact = carFacts[name];
  return ownHeaders;
}
