import type { ListingId } from '@carhouse/domain/listing/listing';
import { book, type CarOptions, call, confirmCard, makeCar, makePerson, type Person } from './builders.ts';
import type { TestHouse } from './test-house.ts';

export type ChargedOrder = {
  readonly buyer: Person;
  readonly car: ListingId;
  readonly bookingId: string;
  readonly intentId: string;
};
export type PaidOrder = ChargedOrder & { readonly paymentId: string };

/** A new buyer's booking of a new car whose card was charged, and that nobody has told the house of. */
export async function chargeOrder(
  house: TestHouse,
  seller: Person,
  given: { readonly number?: string; readonly car?: CarOptions } = {},
): Promise<ChargedOrder> {
  const buyer = await makePerson(house, 'Buyer');
  const car = await makeCar(house, seller, given.car);
  const bookingId = await book(house, buyer, car);
  const opened = await call(house, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  const secret = String(opened.body.clientSecret);
  const answer = await confirmCard(house, secret, given.number === undefined ? {} : { number: given.number });
  if (answer.status !== 200) throw new Error(`The card company answered ${answer.status}`);
  return { buyer, car, bookingId, intentId: secret.split('_secret_')[0] ?? '' };
}

/** The same, and the house has settled it. */
export async function payOrder(
  house: TestHouse,
  seller: Person,
  given: { readonly number?: string; readonly car?: CarOptions } = {},
  /** Happens after the charge and before the house is told. */
  meanwhile?: (car: ListingId) => Promise<unknown>,
): Promise<PaidOrder> {
  const order = await chargeOrder(house, seller, given);
  await meanwhile?.(order.car);
  const told = { paymentId: order.bookingId, transactionId: order.intentId };
  const answer = await call(house, order.buyer, 'POST', '/api/payment', told);
  if (answer.status !== 200) throw new Error(`Paying answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { ...order, paymentId: String(answer.body.insertedId) };
}
