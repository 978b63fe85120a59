import { call, type TestUser } from './builders.ts';
import { type PaidOrder, payOrder } from './paid-order.ts';
import type { TestServer } from './test-server.ts';

/**
 * Makes a sale of this seller that the buyer has paid and confirmed. The price is $1,000 unless the caller gives
 * another price.
 */
export async function makeConfirmedSale(server: TestServer, seller: TestUser, dollars = 1_000): Promise<PaidOrder> {
  const order = await payOrder(server, seller, { car: { dollars } });
  await confirmSale(server, seller, order);
  return order;
}

/** Lets the seller hand a paid car over, and the buyer confirm the hand-over. */
export async function confirmSale(
  server: TestServer,
  seller: TestUser,
  { buyer, bookingId }: { readonly buyer: TestUser; readonly bookingId: string },
): Promise<void> {
  const url = `/api/v1/orders/${bookingId}`;
  const sendCall = async (caller: TestUser, path: string, body: object): Promise<void> => {
    const answer = await call(server, caller, 'POST', `${url}/${path}`, body);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  for (const step of ['transferred', 'handed-over']) await sendCall(seller, 'steps', { step });
  await sendCall(buyer, 'confirmation', {});
}

/** The states of a confirmed sale and of its transfers and payouts, the oldest first. */
export type SellerPaymentStates = {
  readonly sale: string;
  readonly transfers: readonly string[];
  readonly payouts: readonly string[];
};

export async function readSellerPayment(server: TestServer, bookingId: string): Promise<SellerPaymentStates> {
  const { rows } = await server.context.pool.query<SellerPaymentStates>(
    `SELECT s.state AS sale,
            ARRAY(SELECT state FROM transfer t WHERE t.booking_id = s.booking_id ORDER BY created_at, id) AS transfers,
            ARRAY(SELECT state FROM payout p WHERE p.booking_id = s.booking_id ORDER BY created_at, id) AS payouts
     FROM sale s WHERE s.booking_id = $1`,
    [bookingId],
  );
  if (rows[0] === undefined) throw new Error(`Order ${bookingId} has no sale.`);
  return rows[0];
}

/** The sums of the postings of an order, by account, without those that are zero. */
export async function sumPostingsOfOrder(server: TestServer, bookingId: string): Promise<Record<string, number>> {
  const { rows } = await server.context.pool.query<{ account: string; cents: string }>(
    `SELECT p.account, sum(p.amount_cents)::text AS cents FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
     WHERE e.booking_id = $1 GROUP BY p.account HAVING sum(p.amount_cents) <> 0 ORDER BY p.account`,
    [bookingId],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
}
