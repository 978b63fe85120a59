import { makeBrandListStatement } from '@carhouse/database/listings/brand-listings';
import type { AccountId } from '@carhouse/domain/account/account';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCars } from '../imports/import-cars.ts';
import { call, makeCar, makeUser, makeVerifiedSeller, type TestUser } from '../testing/builders.ts';
import { makeImage, makeListingForm } from '../testing/images.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList } from '../testing/uploads.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, { NEWEST_CARS_A_DAY: '2' });
});
afterAll(() => server.close());

type NewestCar = { readonly _id: string; readonly title: string; readonly postedAt: string };

const hourMs = 3_600_000;
const listTitles = (rows: readonly { title: string }[]): string[] => rows.map(({ title }) => title);
const requestCarsOfBrand = async (path: string) => {
  const { body, headers } = await call(server, null, 'GET', path);
  return { rows: body as unknown as NewestCar[], link: typeof headers.link === 'string' ? headers.link : '' };
};
const searchListings = async (query: string) => {
  const { body } = await call(server, null, 'GET', `/api/v1/listings?limit=50&${query}`);
  return (body as unknown as { items: NewestCar[] }).items;
};

async function postCar(seller: TestUser, title: string, status: 'draft' | 'available' = 'available'): Promise<string> {
  const carForm = makeListingForm([await makeImage(server, seller)], { title, category: 'Tesla', status });
  const answer = await call(server, seller, 'POST', '/api/v1/listings', carForm);
  expect(answer.status).toBe(201);
  return String(answer.body.insertedId);
}

async function importCarList(seller: TestUser, content: string): Promise<void> {
  const id = await uploadExaminedCarList(server, seller, content);
  await call(server, seller, 'POST', `/api/v1/imports/${id}/start`, {});
  await importCars(server.context, id as never, new AbortController().signal);
}

it('a seller has two cars of a day among the newest; the others stand among those of the days before', async () => {
  const seller = await makeUser(server, 'Seller', { verified: true });
  const now = new Date();
  server.setClock(() => now);
  for (const hoursAgo of [1, 25, 49]) {
    const postedAt = new Date(now.getTime() - hoursAgo * hourMs);
    await makeCar(server, await makeVerifiedSeller(server), { brand: 'Tesla', title: `Other ${hoursAgo}`, postedAt });
  }
  const draftListingId = await postCar(seller, 'Own 5', 'draft');
  for (const title of ['Own 1', 'Own 2', 'Own 3', 'Own 4']) await postCar(seller, title);
  await call(server, seller, 'POST', `/api/v1/listings/${draftListingId}/publication`, {});
  const expectedTitles = ['Own 2', 'Own 1', 'Other 1', 'Own 4', 'Own 3', 'Other 25', 'Own 5', 'Other 49'];
  const { rows } = await requestCarsOfBrand('/api/teslaDatas');
  expect(listTitles(rows)).toEqual(expectedTitles);
  const ownRows = rows.filter(({ title }) => title.startsWith('Own'));
  expect(ownRows.map(({ postedAt }) => postedAt)).toEqual(Array(5).fill(now.toISOString()));
  await server.catchUp();
  expect(listTitles(await searchListings('brand=Tesla&sort=newest'))).toEqual(expectedTitles);
  // The filter by posting time must use the true posting times of the cars.
  const carsPostedToday = await searchListings('brand=Tesla&sort=newest&postedWithin=1');
  expect(listTitles(carsPostedToday)).toEqual(
    expectedTitles.filter((title) => title.startsWith('Own') || title === 'Other 1'),
  );
  server.setClock(() => new Date());
});

it('an import takes no more of a day; the list of the brand holds all of its cars, page by page, from its index', async () => {
  const seller = await makeUser(server, 'Seller', { verified: true });
  const otherListingId = await makeCar(server, await makeVerifiedSeller(server), {
    brand: 'Audi',
    postedAt: new Date(Date.now() - hourMs),
  });
  const lines = Array.from({ length: 205 }, (_, row) => `n${row},Audi A${row},${1_000 + row},2016`);
  await importCarList(seller, `ref,title,price,year\n${lines.join('\n')}\n`);
  const firstPage = await requestCarsOfBrand('/api/audiDatas');
  expect(firstPage.rows.findIndex(({ _id }) => _id === otherListingId)).toBe(2);
  expect(firstPage.rows).toHaveLength(200);
  const nextPath = /<([^>]+)>; rel="next"/.exec(firstPage.link)?.[1] ?? '';
  const secondPage = await requestCarsOfBrand(nextPath);
  expect([secondPage.rows.length, secondPage.link]).toEqual([6, '']);
  expect(new Set([...firstPage.rows, ...secondPage.rows].map(({ _id }) => _id)).size).toBe(206);

  const client = await server.context.pool.connect();
  try {
    await client.query('ANALYZE listing');
    const pageCursor = { at: new Date(), id: otherListingId };
    for (const { text, values } of [
      makeBrandListStatement('Audi', 201),
      makeBrandListStatement('Audi', 201, pageCursor),
    ]) {
      await client.query('BEGIN');
      // Sequential scans are switched off, because for a small table the planner would read and sort all rows.
      await client.query('SET LOCAL enable_seqscan = off');
      await client.query('SET LOCAL enable_bitmapscan = off');
      await client.query('SET LOCAL enable_sort = off');
      const queryPlanResult = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values]);
      await client.query('ROLLBACK');
      const lines = queryPlanResult.rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(lines, lines).toContain('Index Scan using listing_brand_newest_idx');
      expect(lines.split('SubPlan')[0]).not.toContain('Sort');
    }
  } finally {
    client.release();
  }
});

it('the batches and files of a day, and the cars of the form, count together', async () => {
  const seller = await makeUser(server, 'Seller');
  await makeCar(server, seller);
  const makeCsvLines = (firstRow: number, rowCount: number) =>
    Array.from(
      { length: rowCount },
      (_, row) => `m${firstRow + row},Ferrari F${firstRow + row},${1_000 + firstRow + row},2016`,
    );
  await importCarList(seller, `ref,title,price,year\n${makeCsvLines(0, 600).join('\n')}\n`);
  await importCarList(seller, `ref,title,price,year\n${makeCsvLines(600, 3).join('\n')}\n`);
  expect(await listSortDelaysInDays(seller.id)).toEqual(
    Array.from({ length: 604 }, (_, index) => Math.floor(index / 2)),
  );
});

/** Returns the number of days between each car's sort time and its posting time, ascending. */
async function listSortDelaysInDays(sellerId: AccountId): Promise<number[]> {
  const { rows } = await server.context.pool.query<{ days: number }>(
    `SELECT (extract(epoch FROM posted_at - coalesce(newest_at, posted_at)) / 86400)::int AS days
     FROM listing WHERE seller_id = $1 ORDER BY days`,
    [sellerId],
  );
  return rows.map(({ days }) => days);
}
