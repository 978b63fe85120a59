import { paySellers } from '../seller-payments/pay-sellers.ts';
import { type Answer, call, makeUser, signIn, type TestUser } from './builders.ts';
import { type PaidOrder, payOrder } from './paid-order.ts';
import { makePaidSeller, type PaidSeller } from './payout-seller.ts';
import { assertAudits } from './run-audits.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A server with a seller who can be paid, and the actions and queries that tests of payments to sellers need. */
export type PayoutBench = {
  readonly server: TestServer;
  readonly admin: TestUser;
  readonly seller: PaidSeller;
  /** Runs the step of the reconciler that pays sellers. */
  runPayments(): Promise<number>;
  /** Moves the clock of the server forward, so that failed steps are tried again. */
  advanceClock(minutes: number): void;
  /** Signs a user in again, because the clock has moved. */
  signInAgain(user: TestUser): Promise<TestUser>;
  refund(order: PaidOrder): Promise<Answer>;
  /** Lets the provider bring the newest payout of an order some states further, and the server read the new state. */
  advancePayout(order: PaidOrder, stepCount: number): Promise<void>;
  listTransfers(order: PaidOrder): ReturnType<TestServer['sandbox']['account']['transfers']>;
  listPayouts(order: PaidOrder): ReturnType<TestServer['sandbox']['account']['payouts']>;
  listRefunds(order: PaidOrder): ReturnType<TestServer['sandbox']['account']['refunds']>;
  /** Ends all faults and sets the clock back. */
  reset(): void;
  close(): Promise<void>;
};

/** Opens such a test server, whose payouts change only when a test settles them. */
export async function openPayoutBench(): Promise<PayoutBench> {
  const server = await startTestServer();
  const admin = await makeUser(server, 'admin');
  server.sandbox.delayedChangeControl.hold();
  const seller = await makePaidSeller(server);
  // The provider takes its fees from Car House's balance. This charge pays the provider's fees, so that whole shares
  // can be transferred.
  await payOrder(server, await makeUser(server, 'Seller'));
  const { account } = server.sandbox;
  let minutesAhead = 0;
  const runPayments = (): Promise<number> => paySellers(server.context);
  const advanceClock = (minutes: number): void => {
    minutesAhead += minutes;
    server.setClock(() => new Date(Date.now() + minutesAhead * 60_000));
  };
  const signInAgain = async (user: TestUser): Promise<TestUser> => ({
    ...user,
    token: await signIn(server, user.email),
  });
  const listPayouts = (order: PaidOrder) =>
    account.payouts().filter(({ metadata }) => metadata.booking_id === order.bookingId);
  return {
    server,
    admin,
    seller,
    runPayments,
    advanceClock,
    signInAgain,
    listPayouts,
    refund: async (order) => {
      const reason = { reason: 'Not as described' };
      return call(server, await signInAgain(admin), 'POST', `/api/v1/payments/${order.paymentId}/refund`, reason);
    },
    advancePayout: async (order, stepCount) => {
      const id = listPayouts(order).at(-1)?.id ?? '';
      for (let stepIndex = 0; stepIndex < stepCount; stepIndex += 1)
        await server.sandbox.delayedChangeControl.settle(id);
      advanceClock(61);
      await runPayments();
    },
    listTransfers: (order) => account.transfers().filter(({ transfer_group: group }) => group === order.bookingId),
    listRefunds: (order) => account.refunds().filter(({ payment_intent: intent }) => intent === order.intentId),
    reset: () => {
      server.sandbox.faults.clear();
      minutesAhead = 0;
      server.setClock(() => new Date());
    },
    close: async () => {
      await assertAudits(server.context.pool);
      await server.close();
    },
  };
}
