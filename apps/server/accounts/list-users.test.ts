import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const readNextLink = (value: unknown): string => (typeof value === 'string' ? value : '');
type ListedUser = { _id: string; name: string; email: string; cars: number; orders: number; joinedAt: string };

let server: TestServer;
let admin: TestUser;
let sellers: readonly TestUser[];
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  const createdUsers: TestUser[] = [];
  for (const verified of [true, false, false, true, false])
    createdUsers.push(await makeUser(server, 'Seller', { verified }));
  sellers = createdUsers;
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const read = (query = '', who: TestUser = admin): Promise<Answer> => call(server, who, 'GET', `/api/usersrole${query}`);
const ids = (answer: Answer): string[] => (answer.body as unknown as ListedUser[]).map(({ _id }) => _id);

describe('the list of sellers', () => {
  it('is walked page by page, each seller once, with the same choice on every page', async () => {
    const readIds: string[] = [];
    let path: string | undefined = '/api/usersrole?search=people.example&limit=2';
    while (path !== undefined) {
      const answer: { json(): unknown; headers: Record<string, number | string | string[] | undefined> } =
        await server.app.inject({
          url: path,
          headers: { authorization: admin.token },
        });
      const rows = answer.json() as ListedUser[];
      expect(rows.length).toBeLessThanOrEqual(2);
      readIds.push(...rows.map(({ _id }) => _id));
      path = /<([^>]*)>; rel="next"/.exec(readNextLink(answer.headers.link))?.[1];
    }
    const all = ids(await read('?search=people.example'));
    expect(readIds).toEqual(all);
    for (const { id } of sellers) expect(readIds).toContain(id);
  });

  it('is searched by part of the name or the address, in which % and _ have no special meaning', async () => {
    const [first] = sellers;
    if (first === undefined) throw new Error('no seller');
    await server.context.pool.query("UPDATE account SET name = 'Hundred % Seller_One' WHERE id = $1", [first.id]);
    expect(ids(await read(`?search=${encodeURIComponent(first.email.toUpperCase())}`))).toEqual([first.id]);
    expect(ids(await read(`?search=${encodeURIComponent('hundred % seller_')}`))).toEqual([first.id]);
    expect(ids(await read(`?search=${encodeURIComponent('hundred_%')}`))).toEqual([]);
  });

  it('shows who is still to be verified, who is verified, and who is suspended', async () => {
    const [verified, open, bad] = sellers;
    if (verified === undefined || open === undefined || bad === undefined) throw new Error('no sellers');
    await call(server, admin, 'POST', `/api/v1/accounts/${bad.id}/suspension`, { reason: 'Complaints' });
    expect(ids(await read('?standing=verified'))).toContain(verified.id);
    expect(ids(await read('?standing=verified'))).not.toContain(open.id);
    expect(ids(await read('?standing=unverified'))).toContain(open.id);
    expect(ids(await read('?standing=unverified'))).not.toContain(bad.id);
    expect(ids(await read('?standing=suspended'))).toEqual([bad.id]);
    expect((await read('?standing=odd')).status).toBe(400);
  });

  it('says how many cars a person has on sale and how many orders they made', async () => {
    const [, seller] = sellers;
    if (seller === undefined) throw new Error('no seller');
    const car = await makeCar(server, seller);
    await bookListing(server, buyer, car);
    const rows = (await read(`?search=${encodeURIComponent(seller.email)}`)).body as unknown as ListedUser[];
    expect(rows).toMatchObject([{ cars: 1, orders: 0 }]);
    const buyers = (await call(server, admin, 'GET', `/api/usersroleBuyers?search=${encodeURIComponent(buyer.email)}`))
      .body as unknown as ListedUser[];
    expect(buyers).toMatchObject([{ cars: 0, orders: 1 }]);
  });
});

it('the totals do not count deleted accounts', async () => {
  const readTotals = async () => (await call(server, admin, 'GET', '/api/v1/accounts/totals')).body;
  const before = await readTotals();
  const deletedUser = await makeUser(server, 'Buyer');
  const fresh = await makeUser(server, 'Seller');
  const totalsBetween = await readTotals();
  expect(totalsBetween).toEqual({
    ...before,
    sellers: Number(before.sellers) + 1,
    toVerify: Number(before.toVerify) + 1,
    buyers: Number(before.buyers) + 1,
  });
  await call(server, admin, 'DELETE', `/api/Buyer/${deletedUser.id}`);
  await call(server, admin, 'PUT', `/api/users/verify/${fresh.id}`);
  expect(await readTotals()).toEqual({
    ...before,
    sellers: Number(before.sellers) + 1,
    verifiedSellers: Number(before.verifiedSellers) + 1,
  });
});

it('a cursor that is not ours is refused', async () => {
  expect((await read('?before=yesterday')).status).toBe(400);
});
