import type { ListingId } from '@carhouse/domain/listing/listing';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from './builders.ts';
import { readIntentId } from './card-charge.ts';
import { makeImage } from './images.ts';
import { makeReservableCar, reserveCar } from './reservations.ts';
import type { TestServer } from './test-server.ts';
import { uploadExaminedCarList } from './uploads.ts';

export type AuthorisationData = {
  readonly buyer1: TestUser;
  readonly buyer2: TestUser;
  readonly seller1: TestUser;
  readonly seller2: TestUser;
  readonly admin: TestUser;
  /** The e-mail address of an account that only the rows for visitors use. */
  readonly visitorEmail: string;
  /** An available listing of seller 1 without a hold. */
  readonly car: ListingId;
  /** Unpaid bookings of buyer 1, each of a different listing of seller 1. */
  readonly bookingId: string;
  readonly otherBookingId: string;
  readonly paidBookingId: string;
  /**
   * A car of seller 1 that nobody has reserved, another car that buyer 1 has reserved, and the booking of that
   * reservation.
   */
  readonly reservableCarId: string;
  readonly reservedCarId: string;
  readonly reservedBookingId: string;
  /** The id of a wish of buyer 1. */
  readonly wishId: string;
  /** A draft of seller 1, whose status the rows change one after the other. */
  readonly draftId: ListingId;
  readonly image: string;
  /** The id of a feedback message of buyer 1. */
  readonly feedbackId: string;
  /** The id of a report of buyer 1 about a car of seller 1. */
  readonly reportId: string;
  /** The id of an import of seller 1 whose file contains no valid listing. */
  readonly importId: string;
  /** The id of another import of seller 1, which a row deletes. */
  readonly deletableImportId: string;
  readonly suspectedSeller: TestUser;
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
  const wishAnswer = await call(server, buyer1, 'POST', '/api/wishLists', {
    productId: await makeCar(server, seller1, { title: 'Wished' }),
  });
  const reservation = await reserveCar(server, await makeReservableCar(server, seller1), {
    buyer: buyer1,
    conditions: ['loan'],
  });
  const feedbackBody = { email: buyer1.email, text: 'The pictures load fast.' };
  const feedbackAnswer = await call(server, buyer1, 'POST', '/api/v1/feedback', feedbackBody);
  const reportAnswer = await call(server, buyer1, 'POST', `/api/v1/listings/${car}/reports`, {
    ground: 'already-sold',
  });
  return {
    reportId: String(reportAnswer.body.insertedId),
    feedbackId: String(feedbackAnswer.body.insertedId),
    importId: await uploadExaminedCarList(server, seller1, 'colour,doors\nred,4\n'),
    deletableImportId: await uploadExaminedCarList(server, seller1, 'colour,doors\nblue,2\n'),
    buyer1,
    buyer2,
    seller1,
    seller2,
    admin,
    spareBuyer,
    spareSeller,
    visitorEmail: visitor.email,
    car,
    bookingId: await bookListing(server, buyer1, await makeCar(server, seller1, { title: 'Booked', dollars: 88_800 })),
    otherBookingId: await bookListing(server, buyer1, await makeCar(server, seller1, { title: 'Booked too' })),
    paidBookingId: await bookAndPay(server, buyer1, await makeCar(server, seller1, { title: 'Paid' })),
    reservableCarId: (await makeReservableCar(server, seller1)).listingId,
    reservedCarId: reservation.listingId,
    reservedBookingId: reservation.bookingId,
    wishId: String(wishAnswer.body.insertedId),
    suspectedSeller: await makeUser(server, 'Buyer'),
    draftId: await makeCar(server, seller1, { title: 'Draft', status: 'draft' }),
    image: await makeImage(server, seller1),
  };
}

async function bookAndPay(server: TestServer, buyer: TestUser, car: ListingId): Promise<string> {
  const paymentId = await bookListing(server, buyer, car);
  const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
  const secret = String(paymentStartAnswer.body.clientSecret);
  await confirmCard(server, secret);
  await call(server, buyer, 'POST', '/api/payment', { paymentId, transactionId: readIntentId(secret) });
  return paymentId;
}

/** Headers that falsely claim to come from the admin. */
const makeForgedHeaders = (admin: TestUser): Record<string, string> => ({
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
export async function makeActors(server: TestServer, testData: AuthorisationData): Promise<readonly Actor[]> {
  const { pool } = server.context;
  const makeTokenHeaders = (token: string) => ({ authorization: token });
  const [expiredUser, revokedUser, deletedUser, suspendedUser] = [
    await makeUser(server, 'admin'),
    await makeUser(server, 'admin'),
    await makeUser(server, 'Buyer'),
    await makeUser(server, 'admin'),
  ];
  await pool.query("UPDATE session SET expires_at = now() - interval '1 second' WHERE account_id = $1", [
    expiredUser.id,
  ]);
  await server.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: makeTokenHeaders(revokedUser.token) });
  await call(server, testData.admin, 'DELETE', `/api/Buyer/${deletedUser.id}`);
  await pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [suspendedUser.id]);
  return [
    { name: 'anonymous', column: 0, headers: {} },
    { name: 'an expired session', column: 0, headers: makeTokenHeaders(expiredUser.token) },
    { name: 'a revoked session', column: 0, headers: makeTokenHeaders(revokedUser.token) },
    { name: 'a deleted person', column: 0, headers: makeTokenHeaders(deletedUser.token) },
    { name: 'a suspended person', column: 0, headers: makeTokenHeaders(suspendedUser.token) },
    { name: 'anonymous with forged headers', column: 0, headers: makeForgedHeaders(testData.admin) },
    {
      name: 'anonymous with an invented token',
      column: 0,
      headers: { ...makeForgedHeaders(testData.admin), authorization: `${testData.admin.id}.${testData.admin.email}` },
    },
    { name: 'seller 2', column: 4, headers: makeTokenHeaders(testData.seller2.token) },
    { name: 'buyer 2', column: 2, headers: makeTokenHeaders(testData.buyer2.token) },
    {
      name: 'buyer 2 with forged headers',
      column: 2,
      headers: { ...makeForgedHeaders(testData.admin), ...makeTokenHeaders(testData.buyer2.token) },
    },
    { name: 'buyer 1', column: 1, headers: makeTokenHeaders(testData.buyer1.token) },
    { name: 'seller 1', column: 3, headers: makeTokenHeaders(testData.seller1.token) },
    { name: 'admin', column: 5, headers: makeTokenHeaders(testData.admin.token) },
  ];
}
