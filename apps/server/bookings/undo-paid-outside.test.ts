import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverOutbox } from '../payments/deliver-outbox.ts';
import { bookListing, call, confirmCard, makeCar, makeUser, signIn, type TestUser } from '../testing/builders.ts';
import { openNodeInMode } from '../testing/introducer-node.ts';
import { readMailsTo } from '../testing/mailbox.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let introducerNode: Awaited<ReturnType<typeof openNodeInMode>>;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  introducerNode = await openNodeInMode(server, 'introducer');
  seller = await makeUser(server, 'Seller', { verified: true });
});
beforeEach(() => server.setClock(() => new Date()));
afterAll(async () => {
  await assertAudits(server.context.pool);
  await introducerNode.closeNode();
  await server.close();
});

const markStep = (caller: TestUser, id: string, step: string) =>
  call(introducerNode, caller, 'POST', `/api/v1/orders/${id}/steps`, { step });
const undoPayment = (caller: TestUser | null, id: string, node: TestServer = introducerNode) =>
  call(node, caller, 'DELETE', `/api/v1/orders/${id}/steps/paid-outside`);
const readOrder = async (caller: TestUser, id: string) =>
  (await call(introducerNode, caller, 'GET', `/api/v1/orders/${id}`)).body;
const readCarStatus = async (car: string) =>
  (await server.context.pool.query<{ status: string }>('SELECT status FROM listing WHERE id = $1', [car])).rows[0]
    ?.status;

async function makeMarkedOrder(steps: readonly string[] = [], owner = seller) {
  const buyer = await makeUser(server, 'Buyer');
  const car = await makeCar(server, owner);
  const bookingId = await bookListing(introducerNode, buyer, car);
  for (const step of [...steps, 'paid-outside']) expect((await markStep(owner, bookingId, step)).status).toBe(200);
  return { buyer, car, bookingId };
}

describe('that an order is paid to the seller', () => {
  it.each([[[], 'booked'] as const, [['viewed'], 'viewed'] as const])(
    'is taken back by the seller: with the steps %j the order is %s again, and the car is withdrawn',
    async (steps, state) => {
      const { buyer, car, bookingId } = await makeMarkedOrder(steps);
      const orderBeforeUndo = await readOrder(seller, bookingId);
      expect(orderBeforeUndo).toMatchObject({ state: 'paid', undonePayment: null });
      expect(orderBeforeUndo.paymentUndoableUntil).not.toBeNull();
      expect((await readOrder(buyer, bookingId)).paymentUndoableUntil).toBeNull();
      expect((await undoPayment(seller, bookingId)).body).toEqual({ modifiedCount: 1 });
      const orderAfterUndo = await readOrder(buyer, bookingId);
      expect(orderAfterUndo).toMatchObject({ status: 'unpaid', state, paidOutside: false, paidAt: null });
      expect(orderAfterUndo.undonePayment).not.toBeNull();
      expect(await readCarStatus(car)).toBe('withdrawn');
      const { rows } = await server.context.pool.query(
        "SELECT action FROM audit_entry WHERE noun_id IN ($1, $2) AND action LIKE 'undo-%' ORDER BY action",
        [bookingId, car],
      );
      expect(rows).toEqual([{ action: 'undo-payment' }, { action: 'undo-sale' }]);
    },
  );

  it.each(['suspended', 'deleted'] as const)(
    'is taken back, and the order of a buyer who is %s is cancelled',
    async (state) => {
      const { buyer, car, bookingId } = await makeMarkedOrder();
      const admin = await makeUser(server, 'admin');
      const closingAnswer =
        state === 'deleted'
          ? await call(server, admin, 'DELETE', `/api/Buyer/${buyer.id}`)
          : await call(server, admin, 'POST', `/api/v1/accounts/${buyer.id}/suspension`, {
              reason: 'To be looked into',
            });
      expect(closingAnswer.status).toBe(200);
      expect((await undoPayment(seller, bookingId)).status).toBe(200);
      const { rows } = await server.context.pool.query('SELECT status, buyer_name FROM booking WHERE id = $1', [
        bookingId,
      ]);
      expect(rows).toEqual([{ status: 'cancelled', buyer_name: state === 'deleted' ? 'Deleted account' : buyer.name }]);
      expect(await readCarStatus(car)).toBe('withdrawn');
      await assertAudits(server.context.pool);
    },
  );

  it('is mailed to both', async () => {
    const owner = await makeUser(server, 'Seller', { verified: true });
    const { buyer, bookingId } = await makeMarkedOrder([], owner);
    await undoPayment(owner, bookingId);
    await deliverOutbox(introducerNode.context, introducerNode.context.mailer);
    const readMailText = async (recipient: TestUser) =>
      (await readMailsTo(introducerNode, recipient.email)).find(({ subject }) =>
        subject.startsWith('The order is not paid'),
      )?.text;
    expect(await readMailText(buyer)).toContain('If you have paid, call the seller and write to us at once.');
    expect(await readMailText(owner)).toContain('you can put it on sale again in My Products.');
  });

  it('is marked again after that, and then stays', async () => {
    const { buyer, car, bookingId } = await makeMarkedOrder();
    await undoPayment(seller, bookingId);
    expect((await markStep(seller, bookingId, 'paid-outside')).body).toEqual({ modifiedCount: 1 });
    expect(await readOrder(buyer, bookingId)).toMatchObject({ state: 'paid', paidOutside: true });
    expect(await readCarStatus(car)).toBe('sold');
    expect((await readOrder(seller, bookingId)).paymentUndoableUntil).toBeNull();
    expect(await undoPayment(seller, bookingId)).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
  });

  it('is taken back by nobody else, and not where it was not marked', async () => {
    const { buyer, bookingId } = await makeMarkedOrder();
    const errorCodes = [];
    for (const caller of [buyer, await makeUser(server, 'Seller'), await makeUser(server, 'admin'), null])
      errorCodes.push((await undoPayment(caller, bookingId)).body.code);
    expect(errorCodes).toEqual(['ROLE_REQUIRED', 'NOT_FOUND', 'ROLE_REQUIRED', 'UNAUTHENTICATED']);
    expect((await readOrder(buyer, bookingId)).state).toBe('paid');
    const openBookingId = await bookListing(introducerNode, buyer, await makeCar(server, seller));
    expect((await undoPayment(seller, openBookingId)).status).toBe(409);
    expect((await undoPayment(seller, 'nonsense')).status).toBe(404);
  });

  it('is not taken back after a week, or after the transfer of the ownership', async () => {
    const markedOrder = await makeMarkedOrder();
    const orderToTransfer = await makeMarkedOrder();
    await markStep(orderToTransfer.buyer, orderToTransfer.bookingId, 'transferred');
    expect((await undoPayment(seller, orderToTransfer.bookingId)).status).toBe(409);
    server.setClock(() => new Date(Date.now() + 7 * 86_400_000 + 60_000));
    const sellerSignedInAgain = { ...seller, token: await signIn(server, seller.email) };
    expect((await readOrder(sellerSignedInAgain, markedOrder.bookingId)).paymentUndoableUntil).toBeNull();
    expect((await undoPayment(sellerSignedInAgain, markedOrder.bookingId)).status).toBe(409);
  });

  it('is taken back once by two calls at one moment, or the ownership is transferred', async () => {
    for (const competingAction of ['undo', 'transferred'] as const) {
      const { buyer, bookingId } = await makeMarkedOrder();
      const competingCallPromises = [
        undoPayment(seller, bookingId),
        competingAction === 'undo' ? undoPayment(seller, bookingId) : markStep(buyer, bookingId, competingAction),
      ];
      const statuses = (await Promise.all(competingCallPromises)).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
  });

  it('is taken back where buyers pay here, and the buyer then pays here', async () => {
    const owner = await makeUser(server, 'Seller', { verified: true });
    const { buyer, car, bookingId } = await makeMarkedOrder([], owner);
    expect((await undoPayment(owner, bookingId, server)).status).toBe(200);
    expect((await call(server, owner, 'POST', `/api/v1/listings/${car}/relisting`, {})).body).toEqual({
      modifiedCount: 1,
    });
    const startedPayment = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
    const secret = String(startedPayment.body.clientSecret);
    await confirmCard(server, secret);
    const payment = { paymentId: bookingId, transactionId: secret.split('_secret_')[0] };
    expect((await call(server, buyer, 'POST', '/api/payment', payment)).status).toBe(200);
    expect(await readOrder(buyer, bookingId)).toMatchObject({ state: 'paid', paidOutside: false, receipt: true });
  });
});

describe('the database', () => {
  const runSql = (text: string, values: readonly string[]) => server.context.pool.query(text, [...values]);
  const takeBackSql =
    "UPDATE order_step SET taken_back_at = at + $2::interval WHERE booking_id = $1 AND step = 'paid-outside'";

  it('keeps a mark after a week, after the transfer, and what was taken back', async () => {
    const { buyer, bookingId } = await makeMarkedOrder();
    const refusal = { constraint: 'order_step_append_only' };
    await expect(runSql(takeBackSql, [bookingId, '7 days 1 second'])).rejects.toMatchObject(refusal);
    await markStep(buyer, bookingId, 'transferred');
    await expect(runSql(takeBackSql, [bookingId, '1 hour'])).rejects.toMatchObject(refusal);
    const orderToUndo = await makeMarkedOrder();
    await undoPayment(seller, orderToUndo.bookingId);
    await expect(runSql(takeBackSql, [orderToUndo.bookingId, '1 hour'])).rejects.toMatchObject(refusal);
  });

  it('makes no paid order unpaid without it', async () => {
    const { bookingId } = await makeMarkedOrder();
    const unpaidBookingSql = "UPDATE booking SET status = 'unpaid', paid_at = NULL WHERE id = $1";
    await expect(runSql(unpaidBookingSql, [bookingId])).rejects.toThrow('paid cannot become unpaid');
  });
});
