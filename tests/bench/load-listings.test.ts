import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GeneratedListing, generateListings, generateSellers } from './generate-listings.ts';
import { loadListings } from './load-listings.ts';
import { stockMakes } from './stock/models.ts';

const listGenerated = (count: number, seed?: string): GeneratedListing[] => [
  ...generateListings({ count, ...(seed === undefined ? {} : { seed }) }),
];

describe('the generated cars', () => {
  it('are the same for the same seed, and fewer are the first of more', () => {
    expect(listGenerated(50)).toEqual(listGenerated(80).slice(0, 50));
    expect(listGenerated(50, 'another')).not.toEqual(listGenerated(50));
  });

  it('are of some sixty makes with twenty models or more, the first ones much more frequent', () => {
    expect(stockMakes.length).toBeGreaterThanOrEqual(60);
    const models = stockMakes.map((make) => new Set(make.models.map(({ title }) => title)).size);
    expect(Math.min(...models)).toBeGreaterThanOrEqual(18);
    const cars = listGenerated(5_000);
    const computeShareOfBrand = (brand: string): number =>
      cars.filter((car) => car.brand === brand).length / cars.length;
    expect(computeShareOfBrand('Mercedes_Benz')).toBeGreaterThan(0.15);
    expect(computeShareOfBrand('Morgan')).toBeLessThan(0.02);
  });

  it('have descriptions of 100 to 300 characters, and some missing facts', () => {
    const cars = listGenerated(2_000);
    const descriptionLengths = cars.map(({ description }) => description.length);
    expect(Math.min(...descriptionLengths)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...descriptionLengths)).toBeLessThanOrEqual(300);
    for (const fact of ['mileageKm', 'owners', 'coeExpiresOn', 'depreciation', 'variant'] as const) {
      const missingCount = cars.filter((car) => car[fact] === null).length;
      expect(missingCount, fact).toBeGreaterThan(20);
      expect(missingCount, fact).toBeLessThan(1_000);
    }
  });
});

describe('loading the generated listings into the database', () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await makeTestDatabase();
  });
  afterEach(() => db.close());

  const readIndexDefinitions = async (): Promise<string[]> => {
    const sql = "SELECT indexdef FROM pg_indexes WHERE tablename = 'listing' ORDER BY 1";
    return (await db.pool.query<{ indexdef: string }>(sql)).rows.map(({ indexdef }) => indexdef);
  };

  it('stores every car as it was generated, and restores every index', async () => {
    const indexDefinitionsBefore = await readIndexDefinitions();
    await loadListings(db.url, { count: 300 });
    expect(await readIndexDefinitions()).toEqual(indexDefinitionsBefore);
    const { rows } = await db.pool.query(
      `SELECT listing.id, brand, resale_price_cents AS price, mileage_km AS mileage, description, account.email,
         (extract(epoch FROM posted_at) * 1000000)::bigint AS posted
       FROM listing JOIN account ON account.id = seller_id JOIN brand ON brand.api_name = brand ORDER BY listing.id`,
    );
    const expectedRows = listGenerated(300)
      .map((car) => ({
        id: car.id,
        brand: car.brand,
        price: BigInt(car.price),
        mileage: car.mileageKm,
        description: car.description,
        email: car.seller.email,
        posted: BigInt(car.postedAt),
      }))
      .sort((first, second) => (first.id < second.id ? -1 : 1));
    expect(rows).toEqual(expectedRows);
    const { rows: sellers } = await db.pool.query(
      'SELECT count(*)::int AS all, count(verified_at)::int AS verified FROM account',
    );
    expect(sellers).toEqual([
      { all: generateSellers().length, verified: generateSellers().filter(({ verified }) => verified).length },
    ]);
  });

  it('keeps the triggers enabled for a server that reads the changes', async () => {
    await db.pool.query(`CREATE TABLE seen (id uuid);
      CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO seen VALUES (NEW.id); RETURN NEW; END';
      CREATE TRIGGER see AFTER INSERT ON listing FOR EACH ROW EXECUTE FUNCTION see()`);
    await loadListings(db.url, { count: 40, isChangeLogged: true });
    expect((await db.pool.query('SELECT count(*)::int AS seen FROM seen')).rows).toEqual([{ seen: 40 }]);
  });
});
