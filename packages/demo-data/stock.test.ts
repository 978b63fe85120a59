import { cardPaymentMaximum, priceMaximum } from '@carhouse/domain/money/money';
import { assertDeposit } from '@carhouse/domain/reservation/reservation';
import { describe, expect, test } from 'vitest';
import { type Body, bodies } from './drawing/bodies.ts';
import { tallBodies } from './drawing/tall-bodies.ts';
import { computeCoeCategory, computePlausiblePremium, computeRegistrationFee } from './duties.ts';
import { demoOrders, demoWishes } from './orders.ts';
import { demoSellers } from './sellers.ts';
import { makeDemoListings } from './stock.ts';
import { towns } from './towns.ts';

const today = new Date('2026-11-20T04:00:00Z');
const listings = makeDemoListings(today);

/** The height of a body in relation to its length. */
const computeHeightRatio = (shape: Body): number => bodies[shape].height / bodies[shape].length;

describe('the demo stock', () => {
  test('holds 188 cars over the seven brands', () => {
    const counts: Record<string, number> = {};
    for (const { brand } of listings) counts[brand] = (counts[brand] ?? 0) + 1;
    expect(counts).toEqual({
      Mercedes_Benz: 55,
      Audi: 42,
      Tesla: 40,
      Ferrari: 23,
      Rolls_Royce: 15,
      BMW: 9,
      Lamborghini: 4,
    });
  });

  test('gives every car a key, a description and a gallery', () => {
    expect(new Set(listings.map(({ key }) => key)).size).toBe(listings.length);
    expect(new Set(listings.map(({ description }) => description)).size).toBe(listings.length);
    expect(new Set(listings.map(({ drawings }) => JSON.stringify(drawings[0]))).size).toBe(listings.length);
    for (const { key, drawings } of listings) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(drawings.map(({ view }) => view)).toEqual([undefined, 'front', 'rear', 'wheel', 'cabin']);
    }
  });

  test('is the same on the same day', () => {
    expect(makeDemoListings(new Date(today))).toEqual(listings);
  });

  test('names known sellers and towns', () => {
    const sellerEmails: readonly string[] = demoSellers.map(({ email }) => email);
    for (const listing of listings) {
      expect(sellerEmails).toContain(listing.sellerEmail);
      expect(towns).toContain(listing.location);
    }
    expect(new Set(listings.map((listing) => listing.sellerEmail)).size).toBe(demoSellers.length);
  });

  test('has two cars of the demo seller that can be reserved, and that no demo order or wish is about', () => {
    const reservableListings = listings.flatMap((listing) =>
      listing.depositCents === null ? [] : [{ ...listing, deposit: listing.depositCents }],
    );
    expect(reservableListings.map(({ key, deposit }) => [key, deposit])).toEqual([
      ['audi-s3-sedan-2022-1', 200_000n],
      ['tesla-model-3-rwd-110-2025-4', 100_000n],
    ]);
    const referencedKeys = [...demoOrders, ...demoWishes].map(({ car }) => car);
    for (const { key, deposit, sellerEmail, resalePriceCents } of reservableListings) {
      assertDeposit(deposit, resalePriceCents);
      expect(sellerEmail).toBe(demoSellers[0].email);
      expect(referencedKeys).not.toContain(key);
    }
  });

  test('has asking prices that are whole, positive and below the price when new', () => {
    for (const { originalPriceCents, resalePriceCents } of listings) {
      expect(resalePriceCents > 0n && resalePriceCents % 100n === 0n).toBe(true);
      expect(originalPriceCents > resalePriceCents && originalPriceCents <= priceMaximum).toBe(true);
    }
  });

  test('has cars below and above the limit of one card payment in the expensive brands', () => {
    for (const brand of ['Ferrari', 'Rolls_Royce']) {
      const prices = listings.filter((listing) => listing.brand === brand).map((listing) => listing.resalePriceCents);
      expect(prices.some((price) => price <= cardPaymentMaximum)).toBe(true);
      expect(prices.some((price) => price > cardPaymentMaximum)).toBe(true);
    }
  });

  test('has facts that are consistent', () => {
    for (const { facts, yearOfPurchase, yearsOfUse, postedDaysAgo, postedMinuteOfDay } of listings) {
      const omv = Number(facts.omvCents / 100n);
      expect(Number(facts.arfPaidCents / 100n)).toBe(computeRegistrationFee(omv, facts.registeredOn));
      expect(facts.coeCategory).toBe(computeCoeCategory(facts.engineCc, facts.powerKw, facts.registeredOn));
      expect(facts.engineCc === null).toBe(facts.fuel === 'electric');
      expect(Date.parse(facts.coeExpiresOn) - Date.parse(facts.registeredOn)).toBeGreaterThan(3650 * 86_400_000);
      expect(facts.coeExpiresOn > '2026-11-20').toBe(true);
      expect(yearOfPurchase).toBe(Number(facts.registeredOn.slice(0, 4)));
      expect(yearOfPurchase - facts.manufacturedYear).toBeLessThanOrEqual(1);
      const ageYears = (today.getTime() - Date.parse(facts.registeredOn)) / (365.25 * 86_400_000);
      expect(Math.abs(ageYears - 0.5 - yearsOfUse)).toBeLessThan(0.51);
      expect(facts.mileageKm / ageYears).toBeLessThan(20_000);
      expect(postedDaysAgo).toBeGreaterThanOrEqual(1);
      expect(postedMinuteOfDay >= 0 && postedMinuteOfDay < 1440).toBe(true);
      // There was no COE bidding from April to June 2020.
      expect(facts.registeredOn >= '2020-04' && facts.registeredOn < '2020-07-15').toBe(false);
    }
  });

  test('drops a car after the end of its COE and increases the years of use', () => {
    const laterListings = makeDemoListings(new Date('2027-11-20T04:00:00Z'));
    expect(laterListings.length).toBeLessThan(listings.length);
    expect(laterListings.find(({ key }) => key === 'ferrari-roma')?.yearsOfUse).toBe(6);
  });

  test('has the cars of the design with their prices and years', () => {
    const roma = listings.find(({ key }) => key === 'ferrari-roma');
    expect(roma).toMatchObject({ model: 'Roma', location: 'Bukit Timah', yearsOfUse: 5, yearOfPurchase: 2021 });
    expect(roma?.resalePriceCents).toBe(86_800_000n);
    expect(roma?.originalPriceCents).toBe(112_800_000n);
  });

  test('draws every car with the shape of its body type; sports utilities are the tallest', () => {
    const bodyShapesByStyle: Readonly<Record<string, readonly string[]>> = {
      Convertible: ['cabrio', 'roadster'],
      Coupé: ['coupe', 'grand', 'gt', 'mid', 'wedge'],
      Crossover: ['cross'],
      Estate: ['wagon'],
      Hatchback: ['hatch'],
      Liftback: ['bow', 'fastback'],
      MPV: ['mpv'],
      Saloon: ['bow', 'fastback', 'limo', 'sedan'],
      'Sports utility': ['box', 'compact', 'coupe-suv', 'suv'],
    };
    const lowest = Math.min(...Object.keys(tallBodies).map((shape) => computeHeightRatio(shape as Body)));
    for (const { drawings, facts, model } of listings) {
      const shape = drawings[0]?.body ?? 'sedan';
      expect([model, bodyShapesByStyle[facts.body]?.includes(shape)]).toEqual([model, true]);
      const isTallBody = ['Sports utility', 'Crossover', 'MPV'].includes(facts.body);
      expect([model, computeHeightRatio(shape) >= lowest]).toEqual([model, isTallBody]);
    }
  });

  test('has seven-seaters below $100,000 with five years of COE', () => {
    const matchingListings = listings.filter(
      ({ facts, resalePriceCents }) =>
        facts.seats === 7 && resalePriceCents < 10_000_000n && facts.coeExpiresOn >= '2031-11-20',
    );
    expect(matchingListings.map(({ model }) => model)).toEqual(['216i Gran Tourer', '216i Gran Tourer']);
  });

  test('advertises a strip of cars', () => {
    const advertised = listings.filter((listing) => listing.isAdvertised);
    expect(advertised.length).toBeGreaterThanOrEqual(12);
    expect(new Set(advertised.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(5);
  });
});

describe('the duties of the demo stock', () => {
  test('the ARF follows the bands in force on the day on which the COE was obtained', () => {
    expect(computeRegistrationFee(100_000, '2023-02-15')).toBe(200_000);
    expect(computeRegistrationFee(30_000, '2020-01-01')).toBe(34_000);
    expect(computeRegistrationFee(100_000, '2022-02-18')).toBe(152_000);
    expect(computeRegistrationFee(100_000, '2022-02-19')).toBe(160_000);
  });

  test('the category follows engine and power, and the electric limit of May 2022', () => {
    expect(computeCoeCategory(1595, 90, '2018-01-01')).toBe('A');
    expect(computeCoeCategory(1332, 100, '2020-01-01')).toBe('B');
    expect(computeCoeCategory(null, 110, '2022-04-30')).toBe('B');
    expect(computeCoeCategory(null, 110, '2022-05-01')).toBe('A');
  });

  test('a premium is near the level of its half-year and never invented outside the known years', () => {
    expect(computePlausiblePremium('A', '2024-06-30', 0.5)).toBe(85_001);
    expect(() => computePlausiblePremium('A', '2016-01-01', 0.5)).toThrow(RangeError);
  });
});
