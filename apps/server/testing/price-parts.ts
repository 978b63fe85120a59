import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from './builders.ts';
import { readIntentId } from './card-charge.ts';
import { confirmSale } from './confirmed-sale.ts';
import { answerCodePage, askCode, readPageUrl, requestPaymentCheck } from './paynow.ts';
import type { TestServer } from './test-server.ts';

/** An order whose price is paid in parts. */
export type OrderInParts = {
  readonly buyer: TestUser;
  readonly bookingId: string;
  readonly listingId: string;
};

export const showPlan = (server: TestServer, caller: TestUser | null, bookingId: string): Promise<Answer> =>
  call(server, caller, 'GET', `/api/v1/bookings/${bookingId}/payment-plan`);

export const savePlan = (
  server: TestServer,
  buyer: TestUser | null,
  bookingId: string,
  amounts: readonly number[],
): Promise<Answer> => call(server, buyer, 'PUT', `/api/v1/bookings/${bookingId}/payment-plan`, { amounts });

/** Makes a buyer's booking of a new listing, with these parts of the price in dollars. A new buyer is made by default. */
export async function makeOrderInParts(
  server: TestServer,
  seller: TestUser,
  amounts: readonly number[],
  existingBuyer?: TestUser,
): Promise<OrderInParts> {
  const buyer = existingBuyer ?? (await makeUser(server, 'Buyer'));
  const dollars = amounts.reduce((sum, amount) => sum + amount, 0);
  const listingId = await makeCar(server, seller, { dollars });
  const bookingId = await bookListing(server, buyer, listingId);
  const answer = await savePlan(server, buyer, bookingId, amounts);
  if (answer.status !== 200) throw new Error(`The plan answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { buyer, bookingId, listingId };
}

/** Pays the next part by card. @returns the answer to the report of the charge. */
export async function payPartByCard(
  server: TestServer,
  { buyer, bookingId }: OrderInParts,
  cardNumber?: string,
): Promise<Answer> {
  const openedPayment = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  if (openedPayment.status !== 200) return openedPayment;
  const clientSecret = String(openedPayment.body.clientSecret);
  await confirmCard(server, clientSecret, cardNumber === undefined ? {} : { number: cardNumber });
  const transactionId = readIntentId(clientSecret);
  return call(server, buyer, 'POST', '/api/payment', { paymentId: bookingId, transactionId });
}

/** Pays the next part with PayNow. @returns the answer to the check of the payment. */
export async function payPartByCode(server: TestServer, { buyer, bookingId }: OrderInParts): Promise<Answer> {
  const code = await askCode(server, buyer, bookingId);
  if (code.status !== 200) return code;
  await answerCodePage(server, readPageUrl(code), 'approve');
  return requestPaymentCheck(server, buyer, bookingId);
}

/** The states of the parts of a price, in their order. */
export async function readPartStates(server: TestServer, { buyer, bookingId }: OrderInParts): Promise<string[]> {
  const { body } = await showPlan(server, buyer, bookingId);
  return (body.parts as { state: string }[]).map(({ state }) => state);
}

/** Makes a sale of this seller that was paid by card in these parts, and that the buyer has confirmed. */
export async function makeConfirmedSaleInParts(
  server: TestServer,
  seller: TestUser,
  amounts: readonly number[],
): Promise<OrderInParts> {
  const order = await makeOrderInParts(server, seller, amounts);
  for (const _ of amounts) await payPartByCard(server, order);
  await confirmSale(server, seller, order);
  return order;
}
