import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

const countQueuesAs = async (caller: TestUser = admin) =>
  (await call(server, caller, 'GET', '/api/v1/overview/queues')).body;

it('counts what waits in each list of an admin, and an approval only for the others', async () => {
  const zeroCounts = {
    complaints: 0,
    reports: 0,
    paymentIssues: 0,
    bankParts: 0,
    refundApprovals: 0,
    adminApprovals: 0,
    sellerPayments: 0,
    imports: 0,
    unreadFeedback: 0,
  };
  expect(await countQueuesAs()).toMatchObject({ ...zeroCounts, sellersToVerify: 0 });
  const seller = await makeUser(server, 'Seller');
  const order = await payOrder(server, seller);
  const complaint = { ground: 'other', text: 'The keys are missing.' };
  await call(server, order.buyer, 'POST', `/api/v1/orders/${order.bookingId}/complaint`, complaint);
  await call(server, null, 'POST', `/api/v1/listings/${await makeCar(server, seller)}/reports`, { ground: 'not-real' });
  await call(server, null, 'POST', '/api/v1/feedback', { email: 'reader@people.example', text: 'Good.' });
  await server.context.pool.query(
    `INSERT INTO discrepancy (id, kind, subject, state, evidence, first_seen_at, last_seen_at)
     VALUES (gen_random_uuid(), 'sold-without-payment', $1, 'open', '{}', now(), now())`,
    [order.car],
  );
  const otherAdmin = await makeUser(server, 'admin');
  await server.context.pool.query(
    `INSERT INTO approval (id, kind, state, payment_id, reason, requested_by, requested_at, expires_at)
     VALUES (gen_random_uuid(), 'refund', 'waiting', $1, 'any', $2, now(), now() + interval '1 day')`,
    [order.paymentId, otherAdmin.id],
  );
  const expectedCounts = { complaints: 1, reports: 1, paymentIssues: 1, sellersToVerify: 1, unreadFeedback: 1 };
  expect(await countQueuesAs()).toEqual({ ...zeroCounts, ...expectedCounts, refundApprovals: 1 });
  expect(await countQueuesAs(otherAdmin)).toEqual({ ...zeroCounts, ...expectedCounts, refundApprovals: 0 });
});
