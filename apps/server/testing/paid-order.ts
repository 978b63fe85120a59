import type { ListingId } from '@carhouse/domain/listing/listing';
import { bookListing, type CarOptions, call, confirmCard, makeCar, makeUser, type TestUser } from './builders.ts';
import { readIntentId } from './card-charge.ts';
import type { TestServer } from './test-server.ts';

export type ChargedOrder = {
  readonly buyer: TestUser;
  readonly car: ListingId;
  readonly bookingId: string;
  readonly intentId: string;
};
export type PaidOrder = ChargedOrder & { readonly paymentId: string };

/** Makes a new buyer's booking of a new listing whose card was charged, while the server does not know of the charge yet. */
export async function makeChargedOrder(
  server: TestServer,
  seller: TestUser,
  options: { readonly number?: string; readonly car?: CarOptions } = {},
): Promise<ChargedOrder> {
  const buyer = await makeUser(server, 'Buyer');
  const car = await makeCar(server, seller, options.car);
  const bookingId = await bookListing(server, buyer, car);
  const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  const secret = String(paymentStartAnswer.body.clientSecret);
  const answer = await confirmCard(server, secret, options.number === undefined ? {} : { number: options.number });
  if (answer.status !== 200) throw new Error(`The card company answered ${answer.status}`);
  return { buyer, car, bookingId, intentId: readIntentId(secret) };
}

/** Charges an order, and waits until the server has settled its payment. */
export async function payOrder(
  server: TestServer,
  seller: TestUser,
  options: { readonly number?: string; readonly car?: CarOptions } = {},
  /** Runs after the charge and before the server learns of it. */
  actBeforeSettling?: (car: ListingId) => Promise<unknown>,
): Promise<PaidOrder> {
  const order = await makeChargedOrder(server, seller, options);
  await actBeforeSettling?.(order.car);
  const payment = { paymentId: order.bookingId, transactionId: order.intentId };
  const answer = await call(server, order.buyer, 'POST', '/api/payment', payment);
  if (answer.status !== 200) throw new Error(`Paying answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { ...order, paymentId: String(answer.body.insertedId) };
}
