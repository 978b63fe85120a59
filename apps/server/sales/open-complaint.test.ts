import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordDispute } from '../payments/record-dispute.ts';
import { type Answer, call, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
});
afterAll(async () => {
  await assertAudits(server.context.pool);
  await server.close();
});

type HttpMethod = 'POST' | 'PUT';
const sendComplaintCall = (
  caller: TestUser | null,
  order: PaidOrder,
  method: HttpMethod,
  path: string,
  body: object,
): Promise<Answer> => call(server, caller, method, `/api/v1/orders/${order.bookingId}/${path}`, body);
const complaint = { ground: 'not-as-described', text: 'The roof leaks when it rains.' };
const openComplaint = (caller: TestUser | null, order: PaidOrder): Promise<Answer> =>
  sendComplaintCall(caller, order, 'POST', 'complaint', complaint);
const decideComplaintAs = (caller: TestUser, order: PaidOrder, outcome: string): Promise<Answer> =>
  sendComplaintCall(caller, order, 'POST', 'complaint/decision', { outcome, reason: 'The pictures show a dry car.' });

async function readOrder(
  caller: TestUser,
  order: PaidOrder,
): Promise<{ state: string; disputed: boolean; complaints: object[] }> {
  const { body } = await call(server, caller, 'GET', `/api/v1/orders/${order.bookingId}`);
  return body.sale as { state: string; disputed: boolean; complaints: object[] };
}

async function makeFrozenOrder(steps: readonly string[] = []): Promise<PaidOrder> {
  const order = await payOrder(server, seller);
  for (const step of steps) await sendComplaintCall(seller, order, 'POST', 'steps', { step });
  expect((await openComplaint(order.buyer, order)).status).toBe(200);
  return order;
}

describe('a complaint', () => {
  it('freezes the sale, and is read by both sides and by admins', async () => {
    const order = await makeFrozenOrder();
    for (const caller of [order.buyer, seller, admin])
      expect(await readOrder(caller, order)).toMatchObject({
        state: 'frozen',
        complaints: [{ ground: 'not-as-described', buyerText: complaint.text, sellerText: null, outcome: null }],
      });
    expect(await sendComplaintCall(seller, order, 'POST', 'steps', { step: 'transferred' })).toMatchObject({
      status: 200,
    });
    expect(await sendComplaintCall(seller, order, 'POST', 'steps', { step: 'handed-over' })).toMatchObject({
      status: 409,
    });
    const complaintListAnswer = await call(server, admin, 'GET', '/api/v1/complaints');
    const listedComplaints = complaintListAnswer.body.complaints as { bookingId: string }[];
    expect(listedComplaints.find(({ bookingId }) => bookingId === order.bookingId)).toMatchObject({
      amount: 868_000,
      openDays: 0,
    });
  });

  it('is opened by the buyer of the order only, once, and with words', async () => {
    const order = await payOrder(server, seller);
    expect((await openComplaint(null, order)).status).toBe(401);
    for (const caller of [seller, admin]) expect((await openComplaint(caller, order)).status).toBe(403);
    expect((await openComplaint(await makeUser(server, 'Buyer'), order)).status).toBe(404);
    const shortTextAnswer = await sendComplaintCall(order.buyer, order, 'POST', 'complaint', {
      ...complaint,
      text: 'No.',
    });
    expect(shortTextAnswer.status).toBe(422);
    const disputeGroundAnswer = await sendComplaintCall(order.buyer, order, 'POST', 'complaint', {
      ...complaint,
      ground: 'dispute',
    });
    expect(disputeGroundAnswer.status).toBe(422);
    const answers = await Promise.all(Array.from({ length: 6 }, () => openComplaint(order.buyer, order)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 409, 503].includes(status))).toEqual([]);
    expect((await readOrder(seller, order)).complaints).toHaveLength(1);
  });

  it('is answered by the seller, who may replace the answer until it is decided', async () => {
    const order = await makeFrozenOrder();
    const answerComplaintAs = (caller: TestUser, text: string) =>
      sendComplaintCall(caller, order, 'PUT', 'complaint/answer', { text });
    expect((await answerComplaintAs(order.buyer, 'I answer myself.')).status).toBe(403);
    for (const text of ['It was dry here.', 'It was dry at the viewing.'])
      expect((await answerComplaintAs(seller, text)).status).toBe(200);
    expect((await readOrder(order.buyer, order)).complaints).toMatchObject([
      { sellerText: 'It was dry at the viewing.' },
    ]);
    await decideComplaintAs(admin, order, 'resumed');
    expect((await answerComplaintAs(seller, 'One more word.')).status).toBe(404);
  });

  it('is withdrawn by its buyer, and the sale goes on where it stopped', async () => {
    for (const [steps, state] of [
      [[], 'paid'],
      [['transferred', 'handed-over'], 'handed-over'],
    ] as const) {
      const order = await makeFrozenOrder(steps);
      expect((await sendComplaintCall(seller, order, 'POST', 'complaint/withdrawal', {})).status).toBe(403);
      expect((await sendComplaintCall(order.buyer, order, 'POST', 'complaint/withdrawal', {})).status).toBe(200);
      expect(await readOrder(seller, order)).toMatchObject({
        state,
        complaints: [{ outcome: 'resumed', decision: null }],
      });
      expect((await sendComplaintCall(order.buyer, order, 'POST', 'complaint/withdrawal', {})).status).toBe(409);
    }
  });

  it.each([
    ['released', 'confirmed'],
    ['resumed', 'handed-over'],
  ])('that an admin ends as %s leaves the sale %s', async (outcome, state) => {
    const order = await makeFrozenOrder(['transferred', 'handed-over']);
    for (const caller of [order.buyer, seller])
      expect((await decideComplaintAs(caller, order, outcome)).status).toBe(403);
    expect((await decideComplaintAs(admin, order, outcome)).status).toBe(200);
    expect(await readOrder(order.buyer, order)).toMatchObject({
      state,
      complaints: [{ outcome, decision: 'The pictures show a dry car.' }],
    });
    expect((await decideComplaintAs(admin, order, outcome)).status).toBe(409);
  });

  it('ends with a refund of the order', async () => {
    const order = await makeFrozenOrder();
    const refundBody = { reason: 'The roof leaks indeed.' };
    await call(server, admin, 'POST', `/api/v1/payments/${order.paymentId}/refund`, refundBody);
    expect(await readOrder(seller, order)).toMatchObject({
      state: 'refunded',
      complaints: [{ outcome: 'refunded', decision: refundBody.reason }],
    });
  });

  it('is decided once by two admins at one moment', async () => {
    const otherAdmin = await makeUser(server, 'admin');
    const order = await makeFrozenOrder();
    const answers = await Promise.all([
      decideComplaintAs(admin, order, 'released'),
      decideComplaintAs(otherAdmin, order, 'resumed'),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('a dispute of the buyer’s bank', () => {
  const recordDisputes = async (order: PaidOrder): Promise<void> => {
    for (const { id } of server.sandbox.account.disputes().filter((each) => each.payment_intent === order.intentId))
      await recordDispute(server.context, id, 'dispute');
  };

  it('keeps a sale frozen whose buyer has complained before and withdraws that', async () => {
    const order = await payOrder(server, seller, { number: '4000 0000 0000 0259' });
    expect((await openComplaint(order.buyer, order)).status).toBe(200);
    expect(await readOrder(order.buyer, order)).toMatchObject({ state: 'frozen', disputed: false });
    await recordDisputes(order);
    const withdrawalAnswer = await sendComplaintCall(order.buyer, order, 'POST', 'complaint/withdrawal', {});
    expect(withdrawalAnswer).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
    expect(await readOrder(seller, order)).toMatchObject({
      state: 'frozen',
      complaints: [{ ground: 'not-as-described', outcome: null }],
    });
    for (const caller of [order.buyer, seller, admin]) expect((await readOrder(caller, order)).disputed).toBe(true);
  });

  it('freezes the sale, which the buyer cannot resume', async () => {
    const order = await payOrder(server, seller, { number: '4000 0000 0000 0259' });
    await recordDisputes(order);
    expect(await readOrder(seller, order)).toMatchObject({
      state: 'frozen',
      disputed: true,
      complaints: [{ ground: 'dispute', buyerText: null }],
    });
    expect((await sendComplaintCall(order.buyer, order, 'POST', 'complaint/withdrawal', {})).status).toBe(409);
  });

  it('freezes the sale again when it is lost after an admin has let the sale go on', async () => {
    const order = await payOrder(server, seller, { number: '4000 0000 0000 0259' });
    await recordDisputes(order);
    expect((await decideComplaintAs(admin, order, 'released')).status).toBe(200);
    expect((await readOrder(seller, order)).state).toBe('confirmed');
    const { cardProvider } = server.context;
    const { findDispute } = cardProvider;
    const findDisputeSpy = vi.spyOn(cardProvider, 'findDispute').mockImplementation(async (id, kind) => {
      const dispute = await findDispute(id, kind);
      return dispute && { ...dispute, status: 'lost', open: false };
    });
    await recordDisputes(order);
    findDisputeSpy.mockRestore();
    expect(await readOrder(seller, order)).toMatchObject({
      state: 'frozen',
      complaints: [{ outcome: 'released' }, { ground: 'dispute', outcome: null }],
    });
    expect((await decideComplaintAs(admin, order, 'released')).status).toBe(200);
    expect((await readOrder(seller, order)).state).toBe('confirmed');
  });
});
