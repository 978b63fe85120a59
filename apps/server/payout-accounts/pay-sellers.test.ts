import { type Cents, cents } from '@carhouse/domain/money/money';
import type { PayoutProvider, Transfer } from '@carhouse/payments/payout-provider';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { followLink, sendPayoutForm } from '../testing/payout-seller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let provider: PayoutProvider;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  provider = server.context.payoutProvider;
  seller = await makeUser(server, 'Seller');
  server.sandbox.delayedChangeControl.hold();
});
afterEach(() => server.sandbox.faults.clear());
afterAll(() => server.close());

const currency = 'sgd';
const periodStart = { after: null, since: new Date(Date.now() - 60_000) };
let keyCount = 0;
const makeKey = (): string => `key-${++keyCount}`;

/** Makes a connected account that can receive payouts and has this bank account. */
async function makePayableAccount(accountNumber = '000123456'): Promise<string> {
  const { accountId } = await provider.createAccount({ sellerId: seller.id, idempotencyKey: makeKey() });
  const [returnUrl, refreshUrl] = ['http://127.0.0.1:3000/done', 'http://127.0.0.1:3000/again'];
  const onboardingFormUrl = await followLink(
    server,
    await provider.createOnboardingLink({ accountId, returnUrl, refreshUrl }),
  );
  await sendPayoutForm(server, onboardingFormUrl, 'fill', { account_number: accountNumber });
  return accountId;
}

type OrderWithCharge = PaidOrder & { readonly chargeId: string };

/** Makes a paid order of $1,000. */
async function makeChargedOrder(): Promise<OrderWithCharge> {
  const order = await payOrder(server, seller, { car: { dollars: 1_000 } });
  const charge = server.sandbox.account.charges().find(({ payment_intent }) => payment_intent === order.intentId);
  return { ...order, chargeId: charge?.id ?? '' };
}

const findTransfer = (
  accountId: string,
  { chargeId, bookingId }: OrderWithCharge,
  amount: Cents,
  idempotencyKey = makeKey(),
) => provider.createTransfer({ accountId, amount, currency, chargeId, group: bookingId, idempotencyKey });

async function makeTransfer(accountId: string, order: OrderWithCharge, amount: Cents): Promise<Transfer> {
  const answer = await findTransfer(accountId, order, amount);
  if (answer.kind !== 'succeeded') throw new Error(answer.message);
  return answer.transfer;
}

describe('a transfer', () => {
  it('moves the money of a charge once for a key, and is found by its id and its group', async () => {
    const [accountId, order] = [await makePayableAccount(), await makeChargedOrder()];
    const key = makeKey();
    const answer = await findTransfer(accountId, order, cents(90_000), key);
    expect(answer).toEqual({
      kind: 'succeeded',
      transfer: {
        transferId: expect.stringMatching(/^tr_/),
        accountId,
        amount: 90_000n,
        amountReversed: 0n,
        currency,
        chargeId: order.chargeId,
        group: order.bookingId,
        livemode: false,
        createdAt: expect.any(Date),
      },
    });
    expect(await findTransfer(accountId, order, cents(90_000), key)).toEqual(answer);
    const foundTransfers = await provider.listTransfersOfGroup(order.bookingId);
    expect(foundTransfers).toHaveLength(1);
    expect(await provider.findTransfer(foundTransfers[0]?.transferId ?? '')).toEqual(foundTransfers[0]);
    expect(await provider.findTransfer('tr_of_nobody')).toBeNull();
    expect(await provider.readBalance(accountId, currency)).toEqual({ available: 90_000n, pending: 0n });
  });

  it('is not made twice, although its first answer was lost', async () => {
    const [accountId, order] = [await makePayableAccount(), await makeChargedOrder()];
    const key = makeKey();
    server.sandbox.faults.addApiFault({ kind: 'truncated', on: /POST \/v1\/transfers/, times: 1 });
    await expect(findTransfer(accountId, order, cents(50_000), key)).rejects.toMatchObject({
      code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    });
    expect(await findTransfer(accountId, order, cents(50_000), key)).toMatchObject({ kind: 'succeeded' });
    expect(await provider.listTransfersOfGroup(order.bookingId)).toHaveLength(1);
  });

  it('is refused for a reason that the answer names', async () => {
    const [accountId, order] = [await makePayableAccount(), await makeChargedOrder()];
    const makeRefusal = (reason: string) => ({ kind: 'refused', reason, message: expect.any(String) });
    expect(await findTransfer('acct_of_nobody', order, cents(1))).toEqual(makeRefusal('account-cannot-receive'));
    await server.sandbox.accountControl.restrict(accountId);
    expect(await findTransfer(accountId, order, cents(1))).toEqual(makeRefusal('account-cannot-receive'));
    await server.sandbox.accountControl.lift(accountId);
    const admin = await makeUser(server, 'admin');
    const reasonBody = { reason: 'The car was damaged.' };
    await call(server, admin, 'POST', `/api/v1/payments/${order.bookingId}/refund`, reasonBody);
    expect(await findTransfer(accountId, order, cents(1))).toEqual(makeRefusal('source-refunded'));
  });

  it('of more than the charge holds is rejected', async () => {
    const [accountId, order] = [await makePayableAccount(), await makeChargedOrder()];
    expect(await findTransfer(accountId, order, cents(100_001))).toMatchObject({ kind: 'refused', reason: 'rejected' });
  });

  it('is taken back as long as the connected account has the money', async () => {
    const [accountId, order] = [await makePayableAccount(), await makeChargedOrder()];
    const { transferId } = await makeTransfer(accountId, order, cents(90_000));
    const [firstKey, amount] = [makeKey(), cents(30_000)];
    const reversal = await provider.reverseTransfer({ transferId, amount, idempotencyKey: firstKey });
    expect(reversal).toEqual({
      kind: 'succeeded',
      reversal: { reversalId: expect.stringMatching(/^trr_/), transferId, amount },
    });
    expect(await provider.reverseTransfer({ transferId, amount, idempotencyKey: firstKey })).toEqual(reversal);
    expect(await provider.findTransfer(transferId)).toMatchObject({ amountReversed: 30_000n });
    const earlierPayoutRequest = {
      accountId,
      amount: cents(60_000),
      currency,
      bookingId: order.bookingId,
      idempotencyKey: makeKey(),
    };
    await provider.createPayout(earlierPayoutRequest);
    expect(
      await provider.reverseTransfer({ transferId, amount: cents(60_000), idempotencyKey: makeKey() }),
    ).toMatchObject({ kind: 'refused', reason: 'insufficient-balance' });
  });
});

describe('a payout', () => {
  it('goes to the bank once for a key, and is followed until it is paid', async () => {
    const [accountId, order] = [await makePayableAccount(), await makeChargedOrder()];
    await makeTransfer(accountId, order, cents(90_000));
    const payoutRequest = {
      accountId,
      amount: cents(90_000),
      currency,
      bookingId: order.bookingId,
      idempotencyKey: makeKey(),
    };
    const answer = await provider.createPayout(payoutRequest);
    if (answer.kind !== 'succeeded') throw new Error(answer.message);
    const { payout } = answer;
    expect(payout).toEqual({
      payoutId: expect.stringMatching(/^po_/),
      amount: 90_000n,
      currency,
      state: 'pending',
      failureCode: null,
      bookingId: order.bookingId,
      arrivesAt: expect.any(Date),
      livemode: false,
      createdAt: expect.any(Date),
    });
    expect(await provider.createPayout(payoutRequest)).toEqual(answer);
    await server.sandbox.delayedChangeControl.settle(payout.payoutId);
    expect(await provider.findPayout(accountId, payout.payoutId)).toMatchObject({ state: 'in-transit' });
    await server.sandbox.delayedChangeControl.settle(payout.payoutId);
    expect(await provider.listPayouts(accountId, periodStart)).toMatchObject([
      { payoutId: payout.payoutId, state: 'paid' },
    ]);
    expect(await provider.findPayout(accountId, 'po_of_nobody')).toBeNull();
    expect(await provider.findPayout('acct_of_nobody', payout.payoutId)).toBeNull();
  });

  it('comes back when the bank refuses it', async () => {
    const [accountId, order] = [await makePayableAccount('111111113'), await makeChargedOrder()];
    await makeTransfer(accountId, order, cents(90_000));
    const payoutRequest = { accountId, amount: cents(90_000), currency, bookingId: order.bookingId };
    const answer = await provider.createPayout({ ...payoutRequest, idempotencyKey: makeKey() });
    const payoutId = answer.kind === 'succeeded' ? answer.payout.payoutId : '';
    await server.sandbox.delayedChangeControl.settle(payoutId);
    await server.sandbox.delayedChangeControl.settle(payoutId);
    const failedState = { state: 'failed', failureCode: 'account_closed' };
    expect(await provider.findPayout(accountId, payoutId)).toMatchObject(failedState);
    expect(await provider.readBalance(accountId, currency)).toMatchObject({ available: 90_000n });
    const secondPayoutAnswer = await provider.createPayout({ ...payoutRequest, idempotencyKey: makeKey() });
    expect(secondPayoutAnswer).toMatchObject({ kind: 'refused', reason: 'account-cannot-receive' });
  });

  it('is refused when the connected account does not have the money', async () => {
    const accountId = await makePayableAccount();
    const payoutRequest = { accountId, amount: cents(1_000), currency, bookingId: 'none', idempotencyKey: makeKey() };
    expect(await provider.createPayout(payoutRequest)).toMatchObject({
      kind: 'refused',
      reason: 'insufficient-balance',
    });
  });
});

describe('the changes of a balance', () => {
  it('are listed with their sign, fee and cause, the oldest first', async () => {
    const [accountId, order] = [await makePayableAccount(), await makeChargedOrder()];
    const balanceBefore = await provider.readBalance(null, currency);
    const { transferId } = await makeTransfer(accountId, order, cents(90_000));
    const sellerTransactions = await provider.listBalanceTransactions(null, periodStart);
    expect(sellerTransactions.at(-1)).toMatchObject({
      type: 'transfer',
      amount: -90_000n,
      fee: 0n,
      net: -90_000n,
      sourceId: transferId,
    });
    const charge = sellerTransactions.find(({ sourceId }) => sourceId === order.chargeId);
    expect(charge).toMatchObject({ type: 'charge', amount: 100_000n, fee: 3_450n, net: 96_550n });
    expect((await provider.readBalance(null, currency)).available).toBe(balanceBefore.available - 90_000n);
    const sellerAccountTransactions = await provider.listBalanceTransactions(accountId, periodStart);
    expect(sellerAccountTransactions).toMatchObject([{ type: 'payment', amount: 90_000n, currency }]);
    const cursorBeforeLastTransaction = {
      after: sellerTransactions.at(-2)?.transactionId ?? null,
      since: periodStart.since,
    };
    expect(await provider.listBalanceTransactions(null, cursorBeforeLastTransaction)).toEqual(
      sellerTransactions.slice(-1),
    );
  });
});
