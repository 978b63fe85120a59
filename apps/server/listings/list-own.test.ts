import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let otherSeller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  [seller, otherSeller] = [await makeUser(server, 'Seller'), await makeUser(server, 'Seller')];
});
afterAll(() => server.close());

describe("a seller's own cars", () => {
  it('are theirs in every status, newest first, and nobody else’s', async () => {
    const statuses = ['draft', 'available', 'withdrawn'] as const;
    const ownIds: string[] = [];
    for (const [statusIndex, status] of statuses.entries()) {
      ownIds.unshift(await makeCar(server, seller, { status, postedAt: new Date(Date.UTC(2026, 0, 1 + statusIndex)) }));
      await makeCar(server, otherSeller, { status, postedAt: new Date(Date.UTC(2026, 0, 1 + statusIndex)) });
    }
    for (const url of ['/api/products', `/api/products?email=${seller.email}`]) {
      const { status, body } = await call(server, seller, 'GET', url);
      expect(status).toBe(200);
      expect((body as { _id: string; status: string }[]).map((car) => [car._id, car.status])).toEqual(
        ownIds.map((id, index) => [id, statuses[statuses.length - 1 - index]]),
      );
    }
  });

  it('say how many unpaid bookings each has', async () => {
    const carOwner = await makeUser(server, 'Seller');
    const [bookedListingId, freeCarId] = [await makeCar(server, carOwner), await makeCar(server, carOwner)];
    for (const buyer of [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')]) {
      await call(server, buyer, 'POST', '/api/bookingData', {
        productId: bookedListingId,
        meetingDate: 'Sat',
        buyerNumber: '9123 4567',
      });
    }
    const { body } = await call(server, carOwner, 'GET', '/api/products');
    const counts = (body as { _id: string; openBookings: number }[]).map((car) => [car._id, car.openBookings]);
    expect(counts).toEqual(
      expect.arrayContaining([
        [bookedListingId, 2],
        [freeCarId, 0],
      ]),
    );
  });

  it('are not there under another’s address', async () => {
    expect((await call(server, seller, 'GET', `/api/products?email=${otherSeller.email}`)).status).toBe(404);
  });
});
