import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller', { verified: true });
  buyer = await makeUser(server, 'Buyer');
  server.setClock(() => new Date('2026-06-19T04:00:00Z'));
});
afterAll(() => server.close());

type CarRow = Record<string, unknown>;

/** Returns the entry of a car in the response of a list, by its id. */
async function findCarRow(caller: TestUser | null, path: string, car: string): Promise<CarRow | undefined> {
  const { body } = await call(server, caller, 'GET', path);
  return (body as unknown as CarRow[]).find(({ _id, productId }) => _id === car || productId === car);
}

/** Returns the remaining COE time of a car in every answer that contains it. */
async function readCoeYearsByCall(car: string): Promise<Record<string, unknown>> {
  const detail = (await call(server, buyer, 'GET', `/api/v1/listings/${car}`)).body;
  const overview = (await call(server, buyer, 'GET', '/api/v1/overview')).body as unknown as {
    wishes: { prices: CarRow[] };
  };
  return {
    list: (await findCarRow(null, '/api/ferrariDatas', car))?.coeYearsLeft,
    product: (await call(server, null, 'GET', `/api/productById/${car}`)).body.coeYearsLeft,
    page: detail.coeYearsLeft,
    own: (await findCarRow(seller, '/api/products', car))?.coeYearsLeft,
    wish: (await findCarRow(buyer, '/api/mywish', car))?.coeYearsLeft,
    overview: overview.wishes.prices.find(({ productId }) => productId === car)?.coeYearsLeft,
  };
}

async function makeWishedCar(facts: Parameters<typeof makeCar>[2]): Promise<string> {
  const car = await makeCar(server, seller, { brand: 'Ferrari', ...facts });
  await call(server, buyer, 'POST', '/api/wishLists', { productId: car });
  return car;
}

it.each([
  ['the same figure', { coeExpiresOn: '2032-12-19' }, 6.5],
  ['unknown, whatever the years of use, when the seller has not given its end', {}, null],
  ['none left when it has ended', { coeExpiresOn: '2026-06-19' }, 0],
  ['left in its last days', { coeExpiresOn: '2026-06-21' }, 0.1],
])('the COE of a car is %s in every answer', async (_caseName, facts, years) => {
  const coeYearsByCall = await readCoeYearsByCall(await makeWishedCar({ facts }));
  expect(coeYearsByCall).toEqual({
    list: years,
    product: years,
    page: years,
    own: years,
    wish: years,
    overview: years,
  });
});

it('a card has the mileage, the owners and the registration, each null when unknown', async () => {
  const carWithCoeId = await makeCar(server, seller, {
    brand: 'Ferrari',
    facts: { mileageKm: 14_200, owners: 1, registeredOn: '2021-03-18' },
  });
  const carWithoutCoeId = await makeCar(server, seller, { brand: 'Ferrari' });
  const rows = [
    await findCarRow(null, '/api/ferrariDatas', carWithCoeId),
    await findCarRow(null, '/api/ferrariDatas', carWithoutCoeId),
  ];
  const [foundRow] = (await call(server, null, 'GET', `/api/v1/listings/${carWithCoeId}`)).body.similar as CarRow[];
  expect([...rows, foundRow]).toMatchObject([
    { mileageKm: 14_200, owners: 1, registeredOn: '2021-03-18' },
    { mileageKm: null, owners: null, registeredOn: null },
    { mileageKm: null, owners: null, registeredOn: null },
  ]);
});
