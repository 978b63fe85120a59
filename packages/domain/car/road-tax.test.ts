import { describe, expect, it } from 'vitest';
import { computeRoadTax, type RoadTax } from './road-tax.ts';
import { findRates, roadTaxRates } from './running-rates.ts';

const today = '2026-11-21';
const rates = findRates(roadTaxRates, today);
if (rates === undefined) throw new Error('There are no rates for the day of the test.');

type TaxedCar = Parameters<typeof computeRoadTax>[0];
const computeTax = (facts: Partial<TaxedCar>): RoadTax | null =>
  computeRoadTax({ fuel: 'petrol', engineCc: null, powerKw: null, registeredOn: null, ...facts }, rates, today);
const toWholeDollars = (tax: RoadTax | null): number => Math.round(Number(tax?.perYear ?? Number.NaN) / 100);

describe('road tax', () => {
  it.each([
    [600, 313],
    [1_598, 742],
    [1_998, 1_210],
    [2_998, 2_383],
    [3_996, 3_943],
  ])('of a petrol engine of %i cc is $%i a year', (engineCc, dollars) => {
    expect(toWholeDollars(computeTax({ engineCc }))).toBe(dollars);
  });

  it.each([
    [150, 1_095],
    [240, 2_542],
    [390, 4_888],
  ])('of an electric car of %i kW is $%i and the flat $700 a year', (powerKw, dollars) => {
    expect(toWholeDollars(computeTax({ fuel: 'electric', powerKw }))).toBe(dollars + 700);
  });

  it('of a hybrid is the higher of the two, without the flat part', () => {
    expect(computeTax({ fuel: 'hybrid', engineCc: 1_598, powerKw: 150 })).toMatchObject({ by: 'power' });
    expect(toWholeDollars(computeTax({ fuel: 'hybrid', engineCc: 1_598, powerKw: 150 }))).toBe(1_095);
    expect(computeTax({ fuel: 'plug-in hybrid', engineCc: 3_996, powerKw: 150 })).toMatchObject({ by: 'engine' });
  });

  it.each([
    ['2016-11-22', 0],
    ['2016-11-21', 0],
    ['2016-11-20', 10],
    ['2015-11-20', 20],
    ['2012-11-20', 50],
    ['1999-01-01', 50],
  ])('of a car registered on %s is surcharged by %i per cent', (registeredOn, percent) => {
    const taxWithoutSurcharge = toWholeDollars(computeTax({ engineCc: 3_996 }));
    const tax = computeTax({ engineCc: 3_996, registeredOn });
    expect(tax?.surchargePercent).toBe(percent);
    expect(toWholeDollars(tax) / taxWithoutSurcharge).toBeCloseTo(1 + percent / 100, 3);
  });

  it('is null where a fact is missing, and for diesel', () => {
    expect(computeTax({})).toBeNull();
    expect(computeTax({ fuel: null, engineCc: 2_000 })).toBeNull();
    expect(computeTax({ fuel: 'electric', engineCc: 2_000 })).toBeNull();
    expect(computeTax({ fuel: 'hybrid', engineCc: 2_000 })).toBeNull();
    expect(computeTax({ fuel: 'diesel', engineCc: 2_000 })).toBeNull();
  });

  it('has no rates before the first row', () => {
    expect(findRates(roadTaxRates, '2022-12-31')).toBeUndefined();
    expect(findRates(roadTaxRates, '2023-01-01')).toBeDefined();
  });
});
