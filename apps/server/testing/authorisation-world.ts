import type { ListingId } from '@carhouse/domain/listing/listing';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from './builders.ts';
import { makeImage } from './images.ts';
import { makeReservableCar, reserveCar } from './reservations.ts';
import type { TestServer } from './test-server.ts';
import { examinedList } from './uploads.ts';

export type AuthorisationData = {
  readonly buyer1: TestUser;
  readonly buyer2: TestUser;
  readonly seller1: TestUser;
  readonly seller2: TestUser;
  readonly admin: TestUser;
  /** The e-mail address of an account that only the rows for visitors use. */
  readonly visitorsEmail: string;
  /** An available listing of seller 1, on which there is no hold. */
  readonly car: ListingId;
  /** Unpaid bookings of buyer 1, each of a different listing of seller 1. */
  readonly booking: string;
  readonly otherBooking: string;
  readonly paidBooking: string;
  /** A car of seller 1 that nobody has reserved, and one that buyer 1 has reserved; and the booking of that reservation. */
  readonly reservableCar: string;
  readonly reservedCar: string;
  readonly reservedBooking: string;
  /** The id of a wish of buyer 1. */
  readonly wish: string;
  /** A draft of seller 1, whose status the rows change one after the other. */
  readonly draft: ListingId;
  readonly image: string;
  /** The id of a feedback message of buyer 1. */
  readonly feedback: string;
  /** The id of an import of seller 1 whose file contains no valid listing. */
  readonly import: string;
  /** The id of another import of seller 1, which a row deletes. */
  readonly spareImport: string;
  readonly suspect: TestUser;
  readonly spareBuyer: TestUser;
  readonly spareSeller: TestUser;
};

/**
 * Makes the test data of the authorisation table: the records of buyer 1 and seller 1, and other users who must not access
 * them.
 */
export async function makeAuthorisationData(server: TestServer): Promise<AuthorisationData> {
  const [buyer1, buyer2, seller1, seller2, admin, spareBuyer, spareSeller, visitor] = [
    await makeUser(server, 'Buyer'),
    await makeUser(server, 'Buyer'),
    await makeUser(server, 'Seller'),
    await makeUser(server, 'Seller'),
    await makeUser(server, 'admin'),
    await makeUser(server, 'Buyer'),
    await makeUser(server, 'Seller'),
    await makeUser(server, 'Buyer'),
  ];
  const car = await makeCar(server, seller1);
  const wished = await call(server, buyer1, 'POST', '/api/wishLists', {
    productId: await makeCar(server, seller1, { title: 'Wished' }),
  });
  const reserved = await reserveCar(server, await makeReservableCar(server, seller1), {
    buyer: buyer1,
    conditions: ['loan'],
  });
  const feedbackBody = { email: buyer1.email, text: 'The pictures load fast.' };
  const feedback = await call(server, buyer1, 'POST', '/api/v1/feedback', feedbackBody);
  return {
    feedback: String(feedback.body.insertedId),
    import: await examinedList(server, seller1, 'colour,doors\nred,4\n'),
    spareImport: await examinedList(server, seller1, 'colour,doors\nblue,2\n'),
    buyer1,
    buyer2,
    seller1,
    seller2,
    admin,
    spareBuyer,
    spareSeller,
    visitorsEmail: visitor.email,
    car,
    booking: await bookListing(server, buyer1, await makeCar(server, seller1, { title: 'Booked', dollars: 88_800 })),
    otherBooking: await bookListing(server, buyer1, await makeCar(server, seller1, { title: 'Booked too' })),
    paidBooking: await buyListing(server, buyer1, await makeCar(server, seller1, { title: 'Paid' })),
    reservableCar: (await makeReservableCar(server, seller1)).listingId,
    reservedCar: reserved.listingId,
    reservedBooking: reserved.bookingId,
    wish: String(wished.body.insertedId),
    suspect: await makeUser(server, 'Buyer'),
    draft: await makeCar(server, seller1, { title: 'Draft', status: 'draft' }),
    image: await makeImage(server, seller1),
  };
}

async function buyListing(server: TestServer, buyer: TestUser, car: ListingId): Promise<string> {
  const paymentId = await bookListing(server, buyer, car);
  const paymentStart = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
  const secret = String(paymentStart.body.clientSecret);
  await confirmCard(server, secret);
  await call(server, buyer, 'POST', '/api/payment', { paymentId, transactionId: secret.split('_secret_')[0] });
  return paymentId;
}

/** Headers that falsely claim to come from the admin. */
const forged = (admin: TestUser): Record<string, string> => ({
  role: 'admin',
  'x-role': 'admin',
  'x-user': admin.email,
  'x-user-id': admin.id,
  'x-user-email': admin.email,
  'x-forwarded-user': admin.email,
  'x-forwarded-for': '127.0.0.1',
  'x-original-url': '/api/v1/me',
  'x-http-method-override': 'GET',
});

export type Actor = {
  readonly name: string;
  /** Index of the caller's status in a row. */
  readonly column: 0 | 1 | 2 | 3 | 4 | 5;
  readonly headers: Readonly<Record<string, string>>;
};

/** Makes all callers of the table. Callers without a valid session come first and share a column. */
export async function makeActors(server: TestServer, world: AuthorisationData): Promise<readonly Actor[]> {
  const { pool } = server.context;
  const withToken = (token: string) => ({ authorization: token });
  const [expired, revoked, deleted, suspended] = [
    await makeUser(server, 'admin'),
    await makeUser(server, 'admin'),
    await makeUser(server, 'Buyer'),
    await makeUser(server, 'admin'),
  ];
  await pool.query("UPDATE session SET expires_at = now() - interval '1 second' WHERE account_id = $1", [expired.id]);
  await server.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: withToken(revoked.token) });
  await call(server, world.admin, 'DELETE', `/api/Buyer/${deleted.id}`);
  await pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [suspended.id]);
  return [
    { name: 'anonymous', column: 0, headers: {} },
    { name: 'an expired session', column: 0, headers: withToken(expired.token) },
    { name: 'a revoked session', column: 0, headers: withToken(revoked.token) },
    { name: 'a deleted person', column: 0, headers: withToken(deleted.token) },
    { name: 'a suspended person', column: 0, headers: withToken(suspended.token) },
    { name: 'anonymous with forged headers', column: 0, headers: forged(world.admin) },
    {
      name: 'anonymous with an invented token',
      column: 0,
      headers: { ...forged(world.admin), authorization: `${world.admin.id}.${world.admin.email}` },
    },
    { name: 'seller 2', column: 4, headers: withToken(world.seller2.token) },
    { name: 'buyer 2', column: 2, headers: withToken(world.buyer2.token) },
    {
      name: 'buyer 2 with forged headers',
      column: 2,
      headers: { ...forged(world.admin), ...withToken(world.buyer2.token) },
    },
    { name: 'buyer 1', column: 1, headers: withToken(world.buyer1.token) },
    { name: 'seller 1', column: 3, headers: withToken(world.seller1.token) },
    { name: 'admin', column: 5, headers: withToken(world.admin.token) },
  ];
}
