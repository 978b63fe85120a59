import { type Answer, bookListing, call, makeCar, makeUser, type TestUser } from './builders.ts';
import { type OrderInParts, payPartByCard } from './price-parts.ts';
import type { TestServer } from './test-server.ts';

/** What buyer, seller and admin do with the part of a price that a bank pays. */
export type BankAct =
  | 'statement'
  | 'receipt'
  | 'refusal'
  | 'confirmation'
  | 'rejection'
  | 'return'
  | 'recorded-return'
  | 'return-confirmation';

const bodies: Readonly<Record<BankAct, object>> = {
  statement: { bank: 'Orchid Bank', reference: 'HP 4711' },
  receipt: { reference: 'IN 0815' },
  refusal: { reason: 'It was another car.' },
  confirmation: {},
  rejection: { reason: 'The references differ.' },
  return: { reference: 'OUT 99' },
  'recorded-return': { reference: 'OUT 77', reason: 'The bank has shown us its receipt.' },
  'return-confirmation': { arrived: true },
};

export const actOnBankPart = (
  server: TestServer,
  caller: TestUser | null,
  bookingId: string,
  act: BankAct,
  body: object = bodies[act],
): Promise<Answer> => call(server, caller, 'POST', `/api/v1/orders/${bookingId}/bank-part/${act}`, body);

/**
 * Makes a new buyer's booking of a new car, whose price consists of the given parts and a last part that a bank pays.
 */
export async function makeOrderWithBank(
  server: TestServer,
  seller: TestUser,
  amounts: readonly number[],
  bank: number,
): Promise<OrderInParts> {
  const buyer = await makeUser(server, 'Buyer');
  const dollars = amounts.reduce((sum, amount) => sum + amount, bank);
  const listingId = await makeCar(server, seller, { dollars });
  const bookingId = await bookListing(server, buyer, listingId);
  const answer = await call(server, buyer, 'PUT', `/api/v1/bookings/${bookingId}/payment-plan`, { amounts, bank });
  if (answer.status !== 200) throw new Error(`The plan answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { buyer, bookingId, listingId };
}

/** Lets buyer and seller state that the bank has paid. */
export async function confirmBankPayment(server: TestServer, seller: TestUser, order: OrderInParts): Promise<void> {
  for (const [caller, act] of [
    [order.buyer, 'statement'],
    [seller, 'receipt'],
  ] as const) {
    const answer = await actOnBankPart(server, caller, order.bookingId, act);
    if (answer.status !== 200) throw new Error(`${act} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}

/** Makes a sale of this seller whose price a card and a bank have paid; `admin` has just proved their second factor. */
export async function makeSaleWithBank(
  server: TestServer,
  parties: { readonly seller: TestUser; readonly admin: TestUser },
  amounts: readonly number[],
  bank: number,
): Promise<OrderInParts> {
  const order = await makeOrderWithBank(server, parties.seller, amounts, bank);
  for (const _ of amounts) await payPartByCard(server, order);
  await confirmBankPayment(server, parties.seller, order);
  const answer = await actOnBankPart(server, parties.admin, order.bookingId, 'confirmation');
  if (answer.status !== 200) throw new Error(`confirmation answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return order;
}
