import { afterEach, beforeEach, expect, it } from 'vitest';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

type Hold = Record<string, unknown> & { readonly listingId: string; readonly endsAt: string };

let server: TestServer;
let admin: TestUser;
let seller: TestUser;

// Each test has a separate server, because the list shows the holds of all buyers.
beforeEach(async () => {
  server = await startTestServer();
  [admin, seller] = [await makeUser(server, 'admin'), await makeUser(server, 'Seller')];
});
afterEach(() => server.close());

async function readHolds(query = ''): Promise<{ holds: Hold[]; next: string | null }> {
  const answer = await call(server, admin, 'GET', `/api/v1/holds${query}`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as { holds: Hold[]; next: string | null };
}

async function holdNewCar(buyer: TestUser) {
  const car = await makeCar(server, seller);
  const bookingId = await bookListing(server, buyer, car);
  const openedPayment = (await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId }))
    .body;
  return { car, booking: bookingId, endsAt: String(openedPayment.holdEndsAt), visitId: String(openedPayment.visitId) };
}

it('shows an admin which cars are held now: by whom, until when; one that is broken or released is gone', async () => {
  const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
  const [olderHold, newerHold] = [await holdNewCar(firstBuyer), await holdNewCar(secondBuyer)];
  expect((await readHolds()).holds).toMatchObject([
    {
      listingId: newerHold.car,
      buyer: { _id: secondBuyer.id, name: secondBuyer.name, holdsOfDay: 1 },
      endsAt: newerHold.endsAt,
    },
    {
      listingId: olderHold.car,
      buyer: { _id: firstBuyer.id, name: firstBuyer.name, holdsOfDay: 1 },
      sellerName: seller.name,
    },
  ]);
  const [firstPage, readNextPage] = [
    await readHolds('?limit=1'),
    async (next: string | null) => readHolds(`?cursor=${next ?? ''}`),
  ];
  expect(firstPage.holds.map(({ listingId }) => listingId)).toEqual([newerHold.car]);
  expect((await readNextPage(firstPage.next)).holds.map(({ listingId }) => listingId)).toEqual([olderHold.car]);

  const breakHoldAnswer = await call(server, admin, 'POST', `/api/v1/listings/${olderHold.car}/hold-break`, {
    reason: 'Hoarding',
  });
  expect(breakHoldAnswer.body).toEqual({ modifiedCount: 1, sold: false });
  expect((await readHolds()).holds.map(({ listingId }) => listingId)).toEqual([newerHold.car]);
  const leaveBody = { visitId: newerHold.visitId };
  await call(server, secondBuyer, 'POST', `/api/v1/bookings/${newerHold.booking}/hold-release`, leaveBody);
  expect((await readHolds()).holds).toEqual([]);
});

it('counts the holds of a buyer in a day, and shows none that has run out', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const releasedHold = await holdNewCar(buyer);
  await call(server, buyer, 'POST', `/api/v1/bookings/${releasedHold.booking}/hold-release`, {
    visitId: releasedHold.visitId,
  });
  const currentHold = await holdNewCar(buyer);
  expect((await readHolds()).holds).toMatchObject([{ listingId: currentHold.car, buyer: { holdsOfDay: 2 } }]);
  const timeAfterHold = Date.parse(currentHold.endsAt) + 1_000;
  server.setClock(() => new Date(timeAfterHold));
  expect((await readHolds()).holds).toEqual([]);
  server.setClock(() => new Date());
});
