import { findAccountByEmail } from '@carhouse/database/accounts/accounts';
import { demoOrders, demoWishes } from '@carhouse/demo-data/orders';
import { makeSellerEmail } from '@carhouse/demo-data/sellers';
import { makeDemoListings } from '@carhouse/demo-data/stock';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkMoney } from '../reconciliation/check-money.ts';
import { bookListing, call, makeCar, makeUser, password, signIn, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { seedOrders } from './seed-orders.ts';

const today = new Date();
const carsByKey = new Map(makeDemoListings(today).map((car) => [car.key, car]));
const [buyerOne, buyerTwo, admin, sellerOne] = [
  'buyer@carhouse.example',
  'buyer2@carhouse.example',
  'admin@carhouse.example',
  makeSellerEmail(1),
];

let server: TestServer;
/** Id of an order of a real buyer whose mails are a day old and unsent. */
let waitingOrderId: string;

async function signInAs(email: string): Promise<TestUser> {
  const account = await findAccountByEmail(server.context.database, email);
  if (account?.role === undefined || account.role === null) throw new Error(`Nobody has the address ${email}`);
  return { id: account.id, name: account.name, email, role: account.role, token: await signIn(server, email) };
}

beforeAll(async () => {
  server = await startTestServer();
  const demoPeople = [
    { name: 'Buyer One', email: buyerOne, role: 'Buyer' },
    { name: 'Buyer Two', email: buyerTwo, role: 'Buyer' },
    { name: 'Admin One', email: admin, role: 'admin' },
    { name: 'Seller One', email: makeSellerEmail(1), role: 'Seller' },
    { name: 'Seller Two', email: makeSellerEmail(2), role: 'Seller' },
  ] as const;
  for (const person of demoPeople) {
    await server.context.identity.createAccount({
      ...person,
      password,
      photoUrl: null,
      verifiedAt: null,
      isDemo: true,
    });
  }
  const cars = new Map<string, ListingId>();
  for (const key of new Set([...demoOrders, ...demoWishes].map(({ car }) => car))) {
    const car = carsByKey.get(key);
    if (car === undefined) continue;
    const seller = await signInAs(car.sellerEmail);
    cars.set(
      key,
      await makeCar(server, seller, {
        brand: car.brand,
        title: car.model,
        dollars: Number(car.resalePriceCents) / 100,
      }),
    );
  }
  const [realSeller, realBuyer] = [
    await makeUser(server, 'Seller', { verified: true }),
    await makeUser(server, 'Buyer'),
  ];
  server.setClock(() => new Date(Date.now() - 86_400_000));
  waitingOrderId = await bookListing(server, realBuyer, await makeCar(server, realSeller));
  server.setClock(() => new Date());
  await seedOrders(server.context, { cars, sandboxUrl: server.sandbox.url, admin });
});
afterAll(() => server.close());

describe('the orders of the demo data', () => {
  it('are of cars that are in the stock, posted before they were booked, at prices that a card takes', () => {
    for (const { car, daysAgo } of [...demoOrders, ...demoWishes]) {
      const demoListing = carsByKey.get(car);
      expect(demoListing?.postedDaysAgo, car).toBeGreaterThan(daysAgo);
      expect(Number(demoListing?.resalePriceCents)).toBeLessThan(100_000_000);
    }
  });

  it('show every state to the demo buyers', async () => {
    const readOrderStates = async (email: string) =>
      ((await call(server, await signInAs(email), 'GET', '/api/myorders')).body as { status: string }[]).map(
        ({ status }) => status,
      );
    expect(await readOrderStates(buyerOne)).toEqual(['unpaid', 'unpaid', 'paid', 'cancelled']);
    expect(await readOrderStates(buyerTwo)).toEqual(['unpaid', 'unpaid', 'paid', 'refunded']);
    expect((await call(server, await signInAs(buyerOne), 'GET', '/api/mywish')).body).toHaveLength(3);
  });

  it('give the seller their buyers and the admin figures of several weeks', async () => {
    const sales = (await call(server, await signInAs(sellerOne), 'GET', '/api/v1/sales')).body.sales as {
      status: string;
    }[];
    expect(new Set(sales.map(({ status }) => status))).toEqual(new Set(['unpaid', 'paid', 'cancelled', 'refunded']));
    const { body } = await call(server, await signInAs(admin), 'GET', '/api/v1/overview');
    expect(body.paid).toMatchObject({ count: 2 });
    expect((body.bookingsPerWeek as { count: number }[]).filter(({ count }) => count > 0).length).toBeGreaterThan(2);
    const queuesAnswer = await call(server, await signInAs(admin), 'GET', '/api/v1/overview/queues');
    expect(queuesAnswer.body).toMatchObject({ unreadFeedback: 2, complaints: 0, reports: 0 });
  });

  it('are booked and paid at different times of day, paid after they are booked, and never in the future', async () => {
    const { rows } = await server.context.pool.query<{ booked: Date; paid: Date | null; minute: string }>(
      `SELECT b.created_at AS booked, p.paid_at AS paid, to_char(b.created_at, 'HH24:MI') AS minute
       FROM booking b LEFT JOIN payment p ON p.booking_id = b.id WHERE b.id <> $1`,
      [waitingOrderId],
    );
    expect(rows).toHaveLength(demoOrders.length);
    expect(new Set(rows.map(({ minute }) => minute)).size).toBeGreaterThan(demoOrders.length / 2);
    const payments = rows.filter(({ paid }) => paid !== null);
    expect(payments).toHaveLength(3);
    for (const { booked, paid } of payments) expect(paid?.getTime()).toBeGreaterThan(booked.getTime());
    expect(rows.filter(({ booked, paid }) => booked > new Date() || (paid ?? booked) > new Date())).toEqual([]);
  });

  it('send no mails, and drop those of nobody else', async () => {
    const readStates = async (condition: string): Promise<string[]> => {
      const { rows } = await server.context.pool.query(
        `SELECT DISTINCT state FROM outbox WHERE booking_id ${condition} $1`,
        [waitingOrderId],
      );
      return rows.map(({ state }) => String(state));
    };
    expect(await readStates('=')).toEqual(['waiting']);
    expect(await readStates('<>')).toEqual(['dropped']);
  });

  it('agree with the card provider, as reconciliation sees it', async () => {
    await checkMoney(server.context);
    const { body } = await call(server, await signInAs(admin), 'GET', '/api/v1/reconciliation');
    expect([body.open, body.findings]).toEqual([0, []]);
  });
});
