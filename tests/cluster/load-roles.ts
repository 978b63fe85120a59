import { verifySeller } from '@carhouse/contract/accounts';
import { bookCar, cancelBooking, myOrders } from '@carhouse/contract/bookings';
import { ApiError } from '@carhouse/contract/client';
import { listing } from '@carhouse/contract/listing-detail';
import { brands, createListing, products } from '@carhouse/contract/listings';
import { overview } from '@carhouse/contract/overview';
import { createPaymentIntent, postPayment } from '@carhouse/contract/payments';
import { searchListings } from '@carhouse/contract/search';
import { wishLists } from '@carhouse/contract/wishes';
import { makeConfirmationRequest, readIntentId } from '@carhouse/server/testing/card-charge';
import type { LoadClient } from './load-client.ts';
import type { LoadRecord } from './load-record.ts';

/** A visitor opens Home or a page of a car, searches, or reads a list. */
export async function readAsVisitor(
  { call, request }: LoadClient,
  cars: readonly string[],
  random: () => number,
): Promise<void> {
  const car = cars[Math.floor(random() * cars.length)] ?? '';
  const randomChoice = random();
  await tryRead(async () => {
    if (randomChoice < 0.1) await request('/');
    else if (randomChoice < 0.35) await call(listing, { params: { id: car } });
    else if (randomChoice < 0.7) await call(searchListings, { query: { brand: ['Audi'] } });
    else if (randomChoice < 0.85) await call(searchListings, { query: { q: 'A6' } });
    else await call(brands);
  });
}

export type BuyTools = {
  readonly record: LoadRecord;
  readonly random: () => number;
  readonly publishableKey: string;
  readonly origin: string;
};

/**
 * A buyer orders a car. Then the buyer adds a car to the wish list, cancels the order, pays it, or reads their orders.
 */
export async function buyCar(client: LoadClient, productId: string, tools: BuyTools): Promise<void> {
  const { record, random } = tools;
  const { call, sendChange } = client;
  const body = { productId, meetingDate: 'Sat', buyerNumber: '9123 4567' };
  const booking = await sendChange(() => call(bookCar, { body }));
  if (booking === undefined) return;
  record.acknowledged.push({ kind: 'booking', id: booking.insertedId });
  if (random() < 0.3) {
    const wish = await sendChange(() => call(wishLists, { body: { productId } }));
    if (wish !== undefined) record.acknowledged.push({ kind: 'wish', id: wish.insertedId });
  }
  if (random() < 0.7) await payBooking(client, booking.insertedId, tools);
  else {
    const params = { id: booking.insertedId };
    const cancellation = await sendChange(() => call(cancelBooking, { params, body: {} }));
    if (cancellation !== undefined) record.acknowledged.push({ kind: 'cancellation', id: booking.insertedId });
  }
  if (random() < 0.3) await tryRead(() => call(myOrders, { query: {} }));
}

async function payBooking(
  { call, sendChange, request }: LoadClient,
  bookingId: string,
  { record, publishableKey, origin }: BuyTools,
): Promise<void> {
  const charge = await sendChange(() => call(createPaymentIntent, { body: { paymentId: bookingId } }));
  if (charge === undefined) return;
  const transactionId = readIntentId(charge.clientSecret);
  const { path, fields } = makeConfirmationRequest(publishableKey, charge.clientSecret);
  const confirmedStatus = await sendChange(async () => {
    const answer = await request(path, { origin, fields }).catch(() => undefined);
    const status = answer?.status ?? 0;
    if (status !== 200) throw new ApiError(status, `CARD_${status}`, 'The card was not charged.');
    return status;
  });
  if (confirmedStatus === undefined) return;
  const payment = await sendChange(() => call(postPayment, { body: { paymentId: bookingId, transactionId } }));
  // An answer without an id says that the payment is completed later. The audit of the charges checks that the payment
  // was completed.
  if (payment !== undefined && 'insertedId' in payment) record.acknowledged.push({ kind: 'payment', id: bookingId });
}

/** A seller begins a draft, and reads the list of their cars. */
export async function sellCars({ call, sendChange }: LoadClient, record: LoadRecord): Promise<void> {
  const terms = { title: 'Audi A4', location: 'Bedok', category: 'Audi', resalePrice: 45_000, originalPrice: null };
  const years = { yearsOfUse: 4, yearOfPurchase: 2022 };
  const body = { ...terms, ...years, description: 'One owner.', images: [], status: 'draft' as const };
  const draft = await sendChange(() => call(createListing, { body }));
  if (draft !== undefined) record.acknowledged.push({ kind: 'draft', id: draft.insertedId });
  await tryRead(() => call(products, { query: {} }));
}

/** An admin verifies a seller, and reads the overview. */
export async function workAsAdmin(
  { call, sendChange }: LoadClient,
  unverifiedSellers: string[],
  record: LoadRecord,
): Promise<void> {
  const id = unverifiedSellers.pop();
  if (id !== undefined) {
    const verification = await sendChange(() => call(verifySeller, { params: { id } }));
    if (verification !== undefined) record.acknowledged.push({ kind: 'verification', id });
  }
  await tryRead(() => call(overview));
}

/** Makes a read. The client records the answer; a refused read is not repeated. */
async function tryRead(sendRead: () => Promise<unknown>): Promise<void> {
  try {
    await sendRead();
  } catch {
    // The client has already recorded the failed attempt.
  }
}
