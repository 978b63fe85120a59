import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

type DuplicatePair = { readonly second: { readonly _id: string; readonly seller: string }; readonly ofSeller: number };
const readPage = async (cursor?: string) => {
  const answer = await call(
    server,
    admin,
    'GET',
    `/api/v1/duplicates${cursor === undefined ? '' : `?cursor=${cursor}`}`,
  );
  expect(answer.status).toBe(200);
  return answer.body as unknown as { pairs: DuplicatePair[]; next: string | null };
};

/**
 * Stores `count` pairs of similar cars: a new car of one seller and an equal car of another seller. The pairs are
 * recorded one second apart.
 */
async function recordDuplicatePairs(seller: TestUser, count: number, firstIndex: number): Promise<void> {
  const otherSeller = await makeUser(server, 'Seller');
  for (let pairIndex = 0; pairIndex < count; pairIndex += 1) {
    const [originalCarId, similarCarId] = [await makeCar(server, otherSeller), await makeCar(server, seller)];
    await server.context.pool.query(
      `INSERT INTO listing_duplicate (listing_id, first_id, reason, noted_at) VALUES ($1, $2, 'facts', to_timestamp($3))`,
      [similarCarId, originalCarId, 1_800_000_000 + firstIndex + pairIndex],
    );
  }
}

it('one seller has three pairs on the admins’ list, the next ones come when these are settled, and the list has pages', async () => {
  const [floodingSeller, ...otherSellers] = await Promise.all(
    Array.from({ length: 9 }, () => makeUser(server, 'Seller')),
  );
  for (const [index, otherUser] of otherSellers.entries()) await recordDuplicatePairs(otherUser, 3, index * 10);
  await recordDuplicatePairs(floodingSeller as TestUser, 30, 1_000);
  const firstPage = await readPage();
  expect(firstPage.pairs).toHaveLength(20);
  const pairsOfFlooder = firstPage.pairs.filter(({ second }) => second.seller === floodingSeller?.name);
  expect(pairsOfFlooder.map(({ ofSeller }) => ofSeller)).toEqual([30, 30, 30]);
  const secondPage = await readPage(encodeURIComponent(firstPage.next ?? ''));
  expect(secondPage).toMatchObject({ next: null });
  const allIds = [...firstPage.pairs, ...secondPage.pairs].map(({ second: { _id } }) => _id);
  expect(new Set(allIds).size).toBe(27);
  expect(secondPage.pairs).toHaveLength(7);

  await server.context.pool.query('UPDATE listing_duplicate SET settled_at = now() WHERE listing_id = $1', [
    pairsOfFlooder[0]?.second._id,
  ]);
  const pairsAfterSettling = (await readPage()).pairs.filter(
    ({ second: { seller } }) => seller === floodingSeller?.name,
  );
  expect(pairsAfterSettling).toHaveLength(3);
  expect(pairsAfterSettling.map(({ ofSeller }) => ofSeller)).toEqual([29, 29, 29]);
  expect((await call(server, admin, 'GET', '/api/v1/duplicates?cursor=nonsense')).status).toBe(400);
});
