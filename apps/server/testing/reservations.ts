import { type ConditionKind, ruleVersion } from '@carhouse/domain/reservation/reservation-rule';
import { type Answer, call, makeCar, makeUser, type TestUser } from './builders.ts';
import { payPartByCard } from './price-parts.ts';
import type { TestServer } from './test-server.ts';

/** A car that buyers can reserve. */
export type ReservableTestCar = {
  readonly listingId: string;
  readonly seller: TestUser;
  readonly dollars: number;
  readonly deposit: number;
};

/** A reservation whose deposit is paid, or will be paid by the test. */
export type TestReservation = ReservableTestCar & { readonly buyer: TestUser; readonly bookingId: string };

/** Makes a car of this seller that buyers can reserve. */
export async function makeReservableCar(
  server: TestServer,
  seller: TestUser,
  { dollars = 50_000, deposit = 1_000 }: { readonly dollars?: number; readonly deposit?: number } = {},
): Promise<ReservableTestCar> {
  const listingId = await makeCar(server, seller, { dollars });
  const answer = await call(server, seller, 'PUT', `/api/v1/listings/${listingId}/reservation-terms`, { deposit });
  if (answer.status !== 200) throw new Error(`The terms answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { listingId, seller, dollars, deposit };
}

/** Sends the request for a reservation, with the price and terms that the buyer sees, unless the test changes them. */
export function requestReservation(
  server: TestServer,
  buyer: TestUser | null,
  car: ReservableTestCar,
  changedFields: object = {},
): Promise<Answer> {
  return call(server, buyer, 'POST', `/api/v1/listings/${car.listingId}/reservations`, {
    meetingDate: 'Saturday at three',
    buyerNumber: '+65 8123 4567',
    price: car.dollars,
    deposit: car.deposit,
    rule: ruleVersion,
    conditions: [],
    ...changedFields,
  });
}

/** Starts a reservation without paying its deposit, by default for a new buyer. */
export async function startReservation(
  server: TestServer,
  car: ReservableTestCar,
  options: { readonly buyer?: TestUser; readonly conditions?: readonly ConditionKind[] } = {},
): Promise<TestReservation> {
  const buyer = options.buyer ?? (await makeUser(server, 'Buyer'));
  const answer = await requestReservation(server, buyer, car, { conditions: options.conditions ?? [] });
  if (answer.status !== 200) throw new Error(`The start answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { ...car, buyer, bookingId: String(answer.body.bookingId) };
}

/** Starts a reservation and pays its deposit by card. */
export async function reserveCar(
  server: TestServer,
  car: ReservableTestCar,
  options: { readonly buyer?: TestUser; readonly conditions?: readonly ConditionKind[]; readonly card?: string } = {},
): Promise<TestReservation> {
  const reservation = await startReservation(server, car, options);
  const paymentAnswer = await payPartByCard(server, reservation, options.card);
  if (paymentAnswer.status !== 200)
    throw new Error(`The deposit answered ${paymentAnswer.status}: ${JSON.stringify(paymentAnswer.body)}`);
  return reservation;
}

export const readReservationOfCar = (
  server: TestServer,
  caller: TestUser | null,
  { listingId }: { listingId: string },
) => call(server, caller, 'GET', `/api/v1/listings/${listingId}/reservation`);

export const readReservationOfBooking = (
  server: TestServer,
  caller: TestUser | null,
  { bookingId }: { bookingId: string },
) => call(server, caller, 'GET', `/api/v1/bookings/${bookingId}/reservation`);

export const stateCondition = (server: TestServer, caller: TestUser, { bookingId }: TestReservation, body: object) =>
  call(server, caller, 'POST', `/api/v1/bookings/${bookingId}/reservation-condition`, body);

export const giveUp = (server: TestServer, caller: TestUser, { bookingId }: TestReservation, refund: number) =>
  call(server, caller, 'POST', `/api/v1/bookings/${bookingId}/reservation-end`, { refund });

export const withdraw = (server: TestServer, caller: TestUser, { bookingId }: TestReservation) =>
  call(server, caller, 'POST', `/api/v1/bookings/${bookingId}/reservation-withdrawal`, { reason: 'Sold to a friend' });

export const joinQueue = (server: TestServer, caller: TestUser | null, { listingId }: { listingId: string }) =>
  call(server, caller, 'POST', `/api/v1/listings/${listingId}/queue`, {});

export const leaveQueue = (server: TestServer, caller: TestUser | null, { listingId }: { listingId: string }) =>
  call(server, caller, 'DELETE', `/api/v1/listings/${listingId}/queue`);

/** The provider's id of the charge that has paid the deposit of a reservation. */
export async function findDepositCharge(server: TestServer, { bookingId }: TestReservation): Promise<string> {
  const { rows } = await server.context.pool.query('SELECT intent_id FROM payment WHERE booking_id = $1 ORDER BY id', [
    bookingId,
  ]);
  return rows[0].intent_id;
}

/** The amounts in cents that the provider has refunded of the charges of a booking, in the order of the charges. */
export async function listProviderRefunds(server: TestServer, bookingId: string): Promise<number[]> {
  const { rows } = await server.context.pool.query('SELECT intent_id FROM payment WHERE booking_id = $1 ORDER BY id', [
    bookingId,
  ]);
  return rows.flatMap(({ intent_id: id }) =>
    server.sandbox.account.refunds().flatMap((each) => (each.payment_intent === id ? [each.amount] : [])),
  );
}
