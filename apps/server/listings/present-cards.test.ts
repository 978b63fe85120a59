import { readPrimaryOnly } from '@carhouse/database/connection/read-database';
import { runPreparedStatement } from '@carhouse/database/connection/statement';
import { type ListedVersion, makeBrandListStatement } from '@carhouse/database/listings/brand-listings';
import { publicName } from '@carhouse/domain/account/public-name';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type pg from 'pg';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { type CardAudience, type CardWriter, cardLimits, createCardWriter } from './present-cards.ts';

let server: TestServer;
let seller: TestUser;
let ids: ListingId[];
let writer: CardWriter;
/** The connections whose reads are counted. */
let writerPool: pg.Pool;
let readClock: () => Date;
/** For each statement, the number of cars that it read completely from the database. */
let carCountsOfReads: number[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  seller = await makeUser(server, 'Seller');
  const facts = { coeExpiresOn: '2033-03-03', coeRenewed: true };
  ids = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(await makeCar(server, seller, { title, facts }));
  readClock = () => new Date('2026-05-01T12:00:00+08:00');
  writer = openWriter();
});

function openWriter(cacheLimits?: Partial<typeof cardLimits>): CardWriter {
  carCountsOfReads = [];
  const pool = new Proxy(server.context.pool, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name) as unknown;
      return async (query: QueryConfig) => {
        const result = await target.query<{ fresh: unknown }>(query);
        carCountsOfReads.push(result.rows.filter(({ fresh }) => fresh !== null).length);
        return result;
      };
    },
  });
  writerPool = pool;
  const readDatabase = readPrimaryOnly({ pool, database: server.context.database });
  const context = { ...server.context, readDatabase, now: () => readClock() };
  return createCardWriter(context, { ...cardLimits, ...cacheLimits });
}
const writeCards = async (audience: CardAudience = 'visitors', shownIds: readonly ListingId[] = ids) =>
  (await writer.writeCards(shownIds, audience)).map((json) => JSON.parse(json) as Record<string, unknown>);
const readTitles = async () => (await writeCards()).map(({ title }) => title);
const runSql = (text: string, ...values: unknown[]) => server.context.pool.query(text, values);

it('reads a car once, as long as nothing behind it has changed, in the order of the ids', async () => {
  expect(await readTitles()).toEqual(['One', 'Two', 'Three']);
  expect((await writeCards('visitors', ids.toReversed())).map(({ title }) => title)).toEqual(['Three', 'Two', 'One']);
  expect(await writeCards('visitors', [])).toEqual([]);
  expect(carCountsOfReads).toEqual([3, 0]);
});

it('shows what has changed with the transaction that changed it: the car, the seller, each picture', async () => {
  await writeCards();
  const client = await server.context.pool.connect();
  await client.query('BEGIN');
  await client.query("UPDATE listing SET title = 'Changed' WHERE id = $1", [ids[1]]);
  expect(await readTitles()).toEqual(['One', 'Two', 'Three']);
  await client.query('COMMIT');
  client.release();
  expect(await readTitles()).toEqual(['One', 'Changed', 'Three']);
  expect(carCountsOfReads).toEqual([3, 0, 1]);

  await runSql("UPDATE account SET name = 'Seller Two', verified_at = now() WHERE id = $1", seller.id);
  const [renamedCard] = await writeCards();
  expect(renamedCard).toMatchObject({ author: 'Seller Two', verification: 'Verified' });

  const url = await makeImage(server, seller);
  const [key, otherKey] = [url, await makeImage(server, seller)].map((imageUrl) => /media\/(\w+)-/.exec(imageUrl)?.[1]);
  await runSql('INSERT INTO listing_image VALUES ($1, 0, $2)', ids[0], key);
  expect((await writeCards())[0]).toMatchObject({ image: url, images: [url], imageSize: { width: 960, height: 640 } });
  await runSql('UPDATE listing_image SET image_key = $2 WHERE listing_id = $1', ids[0], otherKey);
  expect((await writeCards())[0]?.image).toContain(otherKey);
  await runSql('DELETE FROM listing_image WHERE listing_id = $1', ids[0]);
  expect((await writeCards())[0]).toMatchObject({ image: '', images: [], imageSize: null });
  expect(carCountsOfReads.slice(3)).toEqual([3, 1, 1, 1]);
});

it('leaves out at once a car that is sold or whose seller is suspended, however well it is known', async () => {
  await writeCards();
  await runSql("UPDATE listing SET status = 'sold' WHERE id = $1", ids[0]);
  expect(await readTitles()).toEqual(['Two', 'Three']);
  await runSql("UPDATE account SET status = 'suspended' WHERE id = $1", seller.id);
  expect(await readTitles()).toEqual([]);
  await runSql("UPDATE account SET status = 'active' WHERE id = $1", seller.id);
  expect(await readTitles()).toEqual(['Two', 'Three']);
});

it('reads of a page of a brand only the cards whose versions it does not have, and leaves out a car that was sold since', async () => {
  const brand = 'Rolls_Royce';
  for (const id of ids) await runSql('UPDATE listing SET brand = $2 WHERE id = $1', id, brand);
  const writeTitles = async (listedVersions: readonly ListedVersion[]) =>
    (await writer.writeListed(writerPool, listedVersions, 'visitors')).map(
      (json) => (JSON.parse(json) as { title: string }).title,
    );
  const readVersions = () => runPreparedStatement(server.context.pool, makeBrandListStatement(brand, 10));

  const firstVersions = await readVersions();
  expect(firstVersions.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(await writeTitles(firstVersions)).toEqual(['Three', 'Two', 'One']);
  expect(await writeTitles(firstVersions)).toEqual(['Three', 'Two', 'One']);
  const imageUrl = await makeImage(server, seller);
  await runSql('INSERT INTO listing_image VALUES ($1, 0, $2)', ids[0], /media\/(\w+)-/.exec(imageUrl)?.[1]);
  await runSql("UPDATE listing SET title = 'Changed' WHERE id = $1", ids[1]);
  expect(await writeTitles(await readVersions())).toEqual(['Three', 'Changed', 'One']);
  expect(carCountsOfReads).toEqual([3, 2]);
  await runSql("UPDATE account SET name = 'Renamed' WHERE id = $1", seller.id);
  const versionsBeforeSale = await readVersions();
  await runSql("UPDATE listing SET status = 'sold' WHERE id = $1", ids[2]);
  expect(await writeTitles(versionsBeforeSale)).toEqual(['Changed', 'One']);
  expect(await writeTitles(await readVersions())).toEqual(['Changed', 'One']);
  expect(carCountsOfReads).toEqual([3, 2, 2]);
});

it('keeps what visitors see apart from what people see who have signed in', async () => {
  const readVisibleNames = async (audience: CardAudience) => (await writeCards(audience)).map(({ email }) => email);
  for (let round = 0; round < 2; round += 1) {
    expect(await readVisibleNames('people')).toEqual(ids.map(() => publicName(seller.id)));
    expect(await readVisibleNames('visitors')).toEqual(ids.map(() => undefined));
  }
  expect(carCountsOfReads).toEqual([3, 3, 0, 0]);
});

it('counts years again when a day begins in Singapore', async () => {
  const readYears = async () =>
    (await writeCards()).map(({ coeYearsLeft, depreciationPerYear }) => [coeYearsLeft, depreciationPerYear]);
  const yearsBefore = await readYears();
  readClock = () => new Date('2026-05-01T23:59:59+08:00');
  expect(await readYears()).toEqual(yearsBefore);
  readClock = () => new Date('2027-05-02T00:00:00+08:00');
  expect(await readYears()).not.toEqual(yearsBefore);
  expect(carCountsOfReads).toEqual([3, 0, 3]);
});

it('caches a bounded number of cars and bytes, and evicts the least recently used ones', async () => {
  const [firstId, secondId, thirdId] = ids as [ListingId, ListingId, ListingId];
  const countReadsWhileWriting = async (...shownIds: ListingId[]) => {
    for (const each of shownIds) await writeCards('visitors', [each]);
    return carCountsOfReads.splice(0);
  };
  writer = openWriter({ entries: 2 });
  expect(await countReadsWhileWriting(firstId, secondId, firstId, thirdId)).toEqual([1, 1, 0, 1]);
  expect(await countReadsWhileWriting(firstId, secondId)).toEqual([0, 1]);
  writer = openWriter({ bytes: 10 });
  // Each card is larger than a quarter of the cache, so it is not cached.
  expect(await countReadsWhileWriting(firstId, firstId)).toEqual([1, 1]);
});
