import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage, makeListingForm } from '../testing/images.ts';
import { makeSellerWithSecondFactor } from '../testing/payout-seller.ts';
import { proveByApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function changePrice(caller: TestUser, car: string, image: string, resalePrice: number): Promise<Answer> {
  const listingFields = makeListingForm([image], { title: `Roma ${car.slice(-8)}`, resalePrice });
  return call(server, caller, 'PUT', `/api/v1/listings/${car}`, listingFields);
}

const moveClockForward = (minutes: number): void => server.setClock(() => new Date(Date.now() + minutes * 60_000));

it('asks a seller who has a second factor for it, once somebody has booked the car', async () => {
  const seller = await makeSellerWithSecondFactor(server);
  const [car, image] = [await makeCar(server, seller), await makeImage(server, seller)];
  // The proof of the second factor counts for five minutes.
  moveClockForward(6);
  expect((await changePrice(seller, car, image, 700_000)).status).toBe(200);
  await bookListing(server, await makeUser(server, 'Buyer'), car);
  expect(await changePrice(seller, car, image, 600_000)).toMatchObject({
    status: 403,
    body: { code: 'SECOND_FACTOR_PROOF_REQUIRED' },
  });
  // A change of other fields than the price needs no proof of the second factor.
  expect((await changePrice(seller, car, image, 700_000)).status).toBe(200);
  const sellerWithProof = { ...seller, token: await proveByApp(server, seller.email, seller.token) };
  expect(await changePrice(sellerWithProof, car, image, 600_000)).toMatchObject({
    status: 200,
    body: { resalePrice: 600_000 },
  });
  server.setClock(() => new Date());
});

it('does not ask a seller who has none', async () => {
  const seller = await makeUser(server, 'Seller');
  const [car, image] = [await makeCar(server, seller), await makeImage(server, seller)];
  await bookListing(server, await makeUser(server, 'Buyer'), car);
  expect((await changePrice(seller, car, image, 600_000)).status).toBe(200);
});
