import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeCar, makePerson, type Person } from '../testing/builders.ts';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';

let house: TestHouse;
let seller: Person;
let other: Person;

beforeAll(async () => {
  house = await openTestHouse();
  [seller, other] = [await makePerson(house, 'Seller'), await makePerson(house, 'Seller')];
});
afterAll(() => house.close());

describe("a seller's own cars", () => {
  it('are his in every status, newest first, and nobody else’s', async () => {
    const statuses = ['draft', 'available', 'withdrawn'] as const;
    const own: string[] = [];
    for (const [place, status] of statuses.entries()) {
      own.unshift(await makeCar(house, seller, { status, postedAt: new Date(Date.UTC(2026, 0, 1 + place)) }));
      await makeCar(house, other, { status, postedAt: new Date(Date.UTC(2026, 0, 1 + place)) });
    }
    for (const url of ['/api/products', `/api/products?email=${seller.email}`]) {
      const { status, body } = await call(house, seller, 'GET', url);
      expect(status).toBe(200);
      expect((body as { _id: string; status: string }[]).map((car) => [car._id, car.status])).toEqual(
        own.map((id, place) => [id, statuses[statuses.length - 1 - place]]),
      );
    }
  });

  it('say how many unpaid bookings each has', async () => {
    const owner = await makePerson(house, 'Seller');
    const [booked, free] = [await makeCar(house, owner), await makeCar(house, owner)];
    for (const buyer of [await makePerson(house, 'Buyer'), await makePerson(house, 'Buyer')]) {
      await call(house, buyer, 'POST', '/api/bookingData', { productId: booked, meetingDate: '', buyerNumber: '' });
    }
    const { body } = await call(house, owner, 'GET', '/api/products');
    const counts = (body as { _id: string; openBookings: number }[]).map((car) => [car._id, car.openBookings]);
    expect(counts).toEqual(
      expect.arrayContaining([
        [booked, 2],
        [free, 0],
      ]),
    );
  });

  it('are not there under another’s address', async () => {
    expect((await call(house, seller, 'GET', `/api/products?email=${other.email}`)).status).toBe(404);
  });
});
