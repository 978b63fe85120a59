import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeCar, makeUser, password, type TestUser } from '../testing/builders.ts';
import { callWhileLocked } from '../testing/call-while-locked.ts';
import { makeImage, makeListingForm } from '../testing/images.ts';
import { signUpFromAddress as signUp } from '../testing/sign-up-from.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { makeMultipartBody, multipartType, postMultipart as send } from '../testing/uploads.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, {
    NEW_SELLER_CARS: '3',
    NEW_SELLER_ADVERTISEMENTS: '1',
    NEWEST_CARS_A_DAY: '2',
    NEW_SELLER_IMPORT_MB: '1',
  });
});
afterAll(() => server.close());

/** Signs a seller up from a network, with the two calls of the sign-up. */
const signUpSellerFromAddress = (address: string): Promise<TestUser> => signUp(server, 'Seller', address);

async function signUpSellers(count: number, address: string): Promise<TestUser[]> {
  const newSellers: TestUser[] = [];
  while (newSellers.length < count) newSellers.push(await signUpSellerFromAddress(address));
  return newSellers;
}

const makeForm = async (seller: TestUser, title: string, category = 'Tesla') =>
  makeListingForm([await makeImage(server, seller)], { title, category, status: 'available' });

async function postCar(seller: TestUser, title: string, category?: string): Promise<Answer> {
  return call(server, seller, 'POST', '/api/v1/listings', await makeForm(seller, title, category));
}
const advertiseCar = (seller: TestUser, id: string): Promise<Answer> =>
  call(server, seller, 'POST', '/api/advertisement', { _id: id });
const readNetwork = async ({ id }: TestUser): Promise<unknown> =>
  (await server.context.pool.query('SELECT sign_up_network FROM account WHERE id = $1', [id])).rows[0]?.sign_up_network;
const verifySeller = async (seller: TestUser): Promise<void> => {
  const admin = await makeUser(server, 'admin');
  const answer = await call(server, admin, 'PUT', `/api/users/verify/${seller.id}`, {});
  expect(answer.status).toBe(200);
};

describe('new sellers of one network', () => {
  it('have together what one of them may have on sale and advertise; others, and verified sellers, count alone', async () => {
    const [firstSeller, secondSeller, otherUser] = [
      await signUpSellerFromAddress('198.51.100.7'),
      await signUpSellerFromAddress('198.51.100.7'),
      await signUpSellerFromAddress('203.0.113.9'),
    ];
    const firstCarId = String((await postCar(firstSeller, 'First')).body.insertedId);
    expect((await postCar(firstSeller, 'Second')).status).toBe(201);
    const thirdCarId = String((await postCar(secondSeller, 'Third')).body.insertedId);
    const refusal = await postCar(secondSeller, 'Fourth');
    expect([refusal.status, refusal.body.code]).toEqual([409, 'CARS_LIMIT']);
    expect((await call(server, secondSeller, 'GET', '/api/v1/me/selling-limits')).body).toMatchObject({
      limits: { cars: { used: 3, most: 3 } },
    });
    expect((await postCar(otherUser, 'Fifth')).status).toBe(201);

    expect((await advertiseCar(firstSeller, firstCarId)).status).toBe(200);
    expect((await advertiseCar(secondSeller, thirdCarId)).body.code).toBe('ADVERTISEMENT_LIMIT');
    await verifySeller(secondSeller);
    expect(await readNetwork(secondSeller)).toBeNull();
    expect((await advertiseCar(secondSeller, thirdCarId)).status).toBe(200);
    expect((await postCar(secondSeller, 'Fourth')).status).toBe(201);
    expect((await postCar(firstSeller, 'Sixth')).status).toBe(201);
    expect((await postCar(firstSeller, 'Seventh')).body.code).toBe('CARS_LIMIT');
  });

  it('hold their limit together when they list at the same moment', async () => {
    const sellers = await signUpSellers(6, '198.51.100.8');
    const forms = await Promise.all(sellers.map((seller) => makeForm(seller, 'Car')));
    const postCalls = sellers.map(
      (seller, index) => () => call(server, seller, 'POST', '/api/v1/listings', forms[index]),
    );
    const answers = await callWhileLocked(server.context.pool, 'listing', postCalls);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 409, 409, 409]);
  });

  it('stand as one seller in the newest lists, a preview, the advertisements and among the comparables', async () => {
    const tierLimits = { ...server.context.config.trust.limitsByTier.new };
    Object.assign(server.context.config.trust.limitsByTier.new, { cars: 100, advertisements: 100 });
    try {
      const sellers = await signUpSellers(5, '198.51.100.9');
      const ids: string[] = [];
      for (const seller of sellers) {
        for (const model of ['AMG', 'GLE']) {
          const answer = await postCar(seller, model, 'Mercedes_Benz');
          expect(answer.status).toBe(201);
          ids.push(String(answer.body.insertedId));
        }
      }
      // In newest-first lists two of these cars are sorted by their posting time, and the others by an earlier time.
      const withoutNewestTimeResult = await server.context.pool.query(
        'SELECT FROM listing WHERE id = ANY ($1::uuid[]) AND newest_at IS NULL',
        [ids],
      );
      expect(withoutNewestTimeResult.rowCount).toBe(2);

      const verifiedSeller = await makeUser(server, 'Seller', { verified: true });
      const ownListingId = await makeCar(server, verifiedSeller, {
        brand: 'Mercedes_Benz',
        title: 'AMG',
        postedAt: new Date(0),
      });
      const previewRows = (await call(server, null, 'GET', '/api/mercedes')).body as unknown as { _id: string }[];
      expect(previewRows.map(({ _id }) => _id)).toContain(ownListingId);

      for (const [sellerIndex, seller] of sellers.entries()) await advertiseCar(seller, ids[sellerIndex * 2] ?? '');
      const shownAdvertisements = (await call(server, null, 'GET', '/api/advertisement/categories'))
        .body as unknown as {
        _id: string;
      }[];
      expect(shownAdvertisements.filter(({ _id }) => ids.includes(_id))).toHaveLength(2);

      await server.context.pool.query("UPDATE listing SET posted_at = posted_at - interval '2 days', newest_at = NULL");
      const comparablesQuery = `category=Mercedes_Benz&title=AMG&yearsOfUse=5&except=${ownListingId}`;
      expect(
        (await call(server, verifiedSeller, 'GET', `/api/v1/comparable-prices?${comparablesQuery}`)).body,
      ).toMatchObject({
        cars: 3,
      });
    } finally {
      Object.assign(server.context.config.trust.limitsByTier.new, tierLimits);
    }
  });
});

it('new sellers of one network keep together the bytes of imports that one of them may keep', async () => {
  const [firstSeller, secondSeller, otherUser] = [
    await signUpSellerFromAddress('198.51.100.30'),
    await signUpSellerFromAddress('198.51.100.30'),
    await signUpSellerFromAddress('203.0.113.30'),
  ];
  const upload = async (seller: TestUser, text: string): Promise<Answer> => {
    const bytes = Buffer.concat([Buffer.from(`ref,title\n${text},`), Buffer.alloc(600_000, 'a')]);
    const body = makeMultipartBody([{ name: 'file', file: 'cars.csv', type: 'text/csv', bytes }]);
    return send(server, seller, body, multipartType, '/api/v1/imports');
  };
  expect((await upload(firstSeller, 'first')).status).toBe(201);
  const refusal = await upload(secondSeller, 'second');
  expect([refusal.status, refusal.body.code]).toEqual([409, 'IMPORT_QUOTA']);
  expect((await upload(otherUser, 'third')).status).toBe(201);
  await verifySeller(secondSeller);
  expect((await upload(secondSeller, 'fourth')).status).toBe(201);
});

it('keeps no network of a buyer, of this machine, and of an account that was deleted', async () => {
  const seller = await signUpSellerFromAddress('198.51.100.10');
  expect(await readNetwork(seller)).toMatch(/^[\w-]{22}$/);
  const sellerOnLoopback = await signUpSellerFromAddress('127.0.0.1');
  expect(await readNetwork(sellerOnLoopback)).toBeNull();
  expect((await call(server, seller, 'DELETE', '/api/v1/me', { password })).status).toBe(200);
  // The network stays stored while the account is new, so that its bookings still count for the network
  // (count-sellers.test.ts).
  expect(await readNetwork(seller)).not.toBeNull();
});
