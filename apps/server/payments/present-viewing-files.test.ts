import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Letter } from '@carhouse/mail/mailer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { deliverOutbox } from './deliver-outbox.ts';

let server: TestServer;
let admin: TestUser;
let seller: TestUser;
let buyer: TestUser;
let car: ListingId;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
beforeEach(async () => {
  // Each test has a new seller and buyer, so that nobody reaches the hourly limit of mails.
  seller = await makeUser(server, 'Seller');
  buyer = await makeUser(server, 'Buyer');
  car = await makeCar(server, seller);
});
afterEach(() => server.setClock(() => new Date()));
afterAll(() => server.close());

async function bookTomorrow(caller: TestUser, day = 'Tomorrow, 3 pm'): Promise<string> {
  const bookingFields = { productId: car, meetingDate: day, buyerNumber: '9123 4567' };
  return String((await call(server, caller, 'POST', '/api/bookingData', bookingFields)).body.insertedId);
}

async function payBooking(caller: TestUser, paymentId: string): Promise<string> {
  const openedPayment = await call(server, caller, 'POST', '/api/create-payment-intent', { paymentId });
  const secret = String(openedPayment.body.clientSecret);
  await confirmCard(server, secret);
  const transactionId = secret.split('_secret_')[0];
  return String((await call(server, caller, 'POST', '/api/payment', { paymentId, transactionId })).body.insertedId);
}

/**
 * Sends the waiting mails.
 * @returns for each calendar file `address: method, UID, sequence`, sorted by e-mail address.
 */
async function listSentFiles(): Promise<readonly string[]> {
  const letters: Letter[] = [];
  await deliverOutbox(server.context, {
    send: async (letter) => void letters.push(letter),
    close: () => {},
  });
  return letters
    .flatMap(({ to, calendarFiles: calendars = [] }) =>
      calendars.map(({ method, text }) => {
        expect(text).toContain(`METHOD:${method}\r\n`);
        expect(text).toContain(`STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'TENTATIVE'}\r\n`);
        const [, uid] = /^UID:viewing-(\S+)/m.exec(text) ?? [];
        const [, sequence] = /^SEQUENCE:(\d+)/m.exec(text) ?? [];
        return `${to.address}: ${method} ${uid} ${sequence}`;
      }),
    )
    .sort();
}

const makeExpectedFiles = (method: string, id: string, sequence: number, to: readonly TestUser[]): readonly string[] =>
  to.map(({ email }) => `${email}: ${method} ${id} ${sequence}`).sort();

/** Sets the server's clock to a number of hours from now. */
function setClockToHour(hours: number): void {
  const futureTime = Date.now() + hours * 3_600_000;
  server.setClock(() => new Date(futureTime));
}

type OrderEndCase = readonly [
  by: string,
  end: (id: string) => Promise<{ readonly status: number }>,
  told: () => readonly TestUser[],
];

const cancelAs = (caller: TestUser, id: string) =>
  call(server, caller, 'POST', `/api/v1/bookings/${id}/cancellation`, {});
const suspend = (caller: TestUser) =>
  call(server, admin, 'POST', `/api/v1/accounts/${caller.id}/suspension`, {
    reason: 'They post cars that do not exist.',
  });

const orderEndCases: readonly OrderEndCase[] = [
  ['its buyer', (id) => cancelAs(buyer, id), () => [buyer, seller]],
  ['the seller', (id) => cancelAs(seller, id), () => [buyer, seller]],
  [
    'the withdrawal of the car',
    () => call(server, seller, 'POST', `/api/v1/listings/${car}/withdrawal`),
    () => [buyer, seller],
  ],
  [
    'an admin who hides the car',
    () => call(server, admin, 'POST', `/api/v1/listings/${car}/hiding`, { reason: 'The photos show another car.' }),
    () => [buyer, seller],
  ],
  ['the suspension of the seller', () => suspend(seller), () => [buyer]],
  ['the suspension of the buyer', () => suspend(buyer), () => [seller]],
];

it.each(orderEndCases)(
  'an order that is ended by %s takes its viewing out of the calendars',
  async (_caseName, endOrder, listMailedUsers) => {
    const id = await bookTomorrow(buyer);
    expect(await listSentFiles()).toEqual(makeExpectedFiles('PUBLISH', id, 0, [buyer, seller]));
    expect((await endOrder(id)).status).toBe(200);
    expect(await listSentFiles()).toEqual(makeExpectedFiles('CANCEL', id, 1, listMailedUsers()));
  },
);

it('a sale takes the viewings of the other buyers out of their calendars and out of that of the seller', async () => {
  const otherBuyers = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
  const [paidBooking, ...lostBookings] = [
    await bookTomorrow(buyer),
    ...(await Promise.all(otherBuyers.map((caller) => bookTomorrow(caller)))),
  ];
  await bookTomorrow(await makeUser(server, 'Buyer'), 'any evening');
  await listSentFiles();
  setClockToHour(2);
  // Sends the digest that replaces the mail about the seller's fourth booking.
  await listSentFiles();
  await payBooking(buyer, String(paidBooking));
  const expectedFiles = [
    ...makeExpectedFiles('PUBLISH', String(paidBooking), 0, [buyer, seller]),
    ...lostBookings.flatMap((id, index) =>
      makeExpectedFiles('CANCEL', String(id), 1, [otherBuyers[index] as TestUser, seller]),
    ),
  ];
  expect(await listSentFiles()).toEqual(expectedFiles.sort());
});

it('a refund takes the viewing out of both calendars, and a past viewing stays in them', async () => {
  const id = await bookTomorrow(buyer);
  const paidPaymentId = await payBooking(buyer, id);
  await listSentFiles();
  const reasonBody = { reason: 'Not as described' };
  expect((await call(server, admin, 'POST', `/api/v1/payments/${paidPaymentId}/refund`, reasonBody)).status).toBe(200);
  expect(await listSentFiles()).toEqual(makeExpectedFiles('CANCEL', id, 1, [buyer, seller]));
  const pastViewingCarId = await makeCar(server, seller);
  const bookingFields = { productId: pastViewingCarId, meetingDate: 'Tomorrow, 3 pm', buyerNumber: '9123 4567' };
  const otherBooking = String((await call(server, buyer, 'POST', '/api/bookingData', bookingFields)).body.insertedId);
  await listSentFiles();
  await cancelAs(buyer, otherBooking);
  setClockToHour(72);
  expect(await listSentFiles()).toEqual([]);
});

it('a mail about a booking that is sent after its end adds no viewing', async () => {
  const id = await bookTomorrow(buyer);
  await cancelAs(buyer, id);
  expect(await listSentFiles()).toEqual(makeExpectedFiles('CANCEL', id, 1, [buyer, seller]));
});

it('the digest of the mails beyond the hourly limit has their files too', async () => {
  const ids: string[] = [];
  for (const caller of [buyer, ...(await Promise.all([1, 2, 3].map(() => makeUser(server, 'Buyer'))))]) {
    ids.push(await bookTomorrow(caller));
    await listSentFiles();
  }
  await cancelAs(seller, String(ids[0]));
  expect(await listSentFiles()).toEqual(makeExpectedFiles('CANCEL', String(ids[0]), 1, [buyer]));
  setClockToHour(2);
  expect(await listSentFiles()).toEqual(
    [
      ...makeExpectedFiles('CANCEL', String(ids[0]), 1, [seller]),
      ...makeExpectedFiles('PUBLISH', String(ids[3]), 0, [seller]),
    ].sort(),
  );
});
