import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const toHeaderText = (value: unknown): string => (typeof value === 'string' ? value : '');
type ListedUser = { _id: string; name: string; email: string; cars: number; orders: number; joinedAt: string };

let server: TestServer;
let admin: TestUser;
let sellers: readonly TestUser[];
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  const createdUsers: TestUser[] = [];
  for (const isVerified of [true, false, false, true, false])
    createdUsers.push(await makeUser(server, 'Seller', { verified: isVerified }));
  sellers = createdUsers;
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const readAccounts = (query = '', caller: TestUser = admin): Promise<Answer> =>
  call(server, caller, 'GET', `/api/usersrole${query}`);
const listIds = (answer: Answer): string[] => (answer.body as unknown as ListedUser[]).map(({ _id }) => _id);

describe('the list of sellers', () => {
  it('is walked page by page, each seller once, with the same choice on every page', async () => {
    const pagedIds: string[] = [];
    let path: string | undefined = '/api/usersrole?search=people.example&limit=2';
    while (path !== undefined) {
      const answer: { json(): unknown; headers: Record<string, number | string | string[] | undefined> } =
        await server.app.inject({
          url: path,
          headers: { authorization: admin.token },
        });
      const rows = answer.json() as ListedUser[];
      expect(rows.length).toBeLessThanOrEqual(2);
      pagedIds.push(...rows.map(({ _id }) => _id));
      path = /<([^>]*)>; rel="next"/.exec(toHeaderText(answer.headers.link))?.[1];
    }
    const allIds = listIds(await readAccounts('?search=people.example'));
    expect(pagedIds).toEqual(allIds);
    for (const { id } of sellers) expect(pagedIds).toContain(id);
  });

  it('is searched by part of the name or the address, in which % and _ have no special meaning', async () => {
    const [firstSeller] = sellers;
    if (firstSeller === undefined) throw new Error('no seller');
    await server.context.pool.query("UPDATE account SET name = 'Hundred % Seller_One' WHERE id = $1", [firstSeller.id]);
    expect(listIds(await readAccounts(`?search=${encodeURIComponent(firstSeller.email.toUpperCase())}`))).toEqual([
      firstSeller.id,
    ]);
    expect(listIds(await readAccounts(`?search=${encodeURIComponent('hundred % seller_')}`))).toEqual([firstSeller.id]);
    expect(listIds(await readAccounts(`?search=${encodeURIComponent('hundred_%')}`))).toEqual([]);
  });

  it('shows who is still to be verified, who is verified, and who is suspended', async () => {
    const [verifiedSeller, unverifiedSeller, suspendedSeller] = sellers;
    if (verifiedSeller === undefined || unverifiedSeller === undefined || suspendedSeller === undefined)
      throw new Error('no sellers');
    await call(server, admin, 'POST', `/api/v1/accounts/${suspendedSeller.id}/suspension`, { reason: 'Complaints' });
    expect(listIds(await readAccounts('?standing=verified'))).toContain(verifiedSeller.id);
    expect(listIds(await readAccounts('?standing=verified'))).not.toContain(unverifiedSeller.id);
    expect(listIds(await readAccounts('?standing=unverified'))).toContain(unverifiedSeller.id);
    expect(listIds(await readAccounts('?standing=unverified'))).not.toContain(suspendedSeller.id);
    expect(listIds(await readAccounts('?standing=suspended'))).toEqual([suspendedSeller.id]);
    expect((await readAccounts('?standing=odd')).status).toBe(400);
  });

  it('says how many cars a person has on sale and how many orders they made', async () => {
    const [, seller] = sellers;
    if (seller === undefined) throw new Error('no seller');
    const car = await makeCar(server, seller);
    await bookListing(server, buyer, car);
    const rows = (await readAccounts(`?search=${encodeURIComponent(seller.email)}`)).body as unknown as ListedUser[];
    expect(rows).toMatchObject([{ cars: 1, orders: 0 }]);
    const buyers = (await call(server, admin, 'GET', `/api/usersroleBuyers?search=${encodeURIComponent(buyer.email)}`))
      .body as unknown as ListedUser[];
    expect(buyers).toMatchObject([{ cars: 0, orders: 1 }]);
  });
});

it('the totals do not count deleted accounts', async () => {
  const readTotals = async () => (await call(server, admin, 'GET', '/api/v1/accounts/totals')).body;
  const totalsBefore = await readTotals();
  const userToDelete = await makeUser(server, 'Buyer');
  const newSeller = await makeUser(server, 'Seller');
  const totalsAfterCreation = await readTotals();
  expect(totalsAfterCreation).toEqual({
    ...totalsBefore,
    sellers: Number(totalsBefore.sellers) + 1,
    toVerify: Number(totalsBefore.toVerify) + 1,
    buyers: Number(totalsBefore.buyers) + 1,
  });
  await call(server, admin, 'DELETE', `/api/Buyer/${userToDelete.id}`);
  await call(server, admin, 'PUT', `/api/users/verify/${newSeller.id}`);
  expect(await readTotals()).toEqual({
    ...totalsBefore,
    sellers: Number(totalsBefore.sellers) + 1,
    verifiedSellers: Number(totalsBefore.verifiedSellers) + 1,
  });
});

it('a cursor that is not ours is refused', async () => {
  expect((await readAccounts('?before=yesterday')).status).toBe(400);
});
