import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, signIn, type TestUser } from '../testing/builders.ts';
import { sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { makeOrderInParts, payPartByCard } from '../testing/price-parts.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let admins: readonly TestUser[];

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, { REFUND_SECOND_ADMIN_ABOVE: '10000' });
  seller = await makeUser(server, 'Seller');
  admins = [await makeUser(server, 'admin'), await makeUser(server, 'admin')];
});
afterAll(() => server.close());

const queryRows = async (text: string, ...values: unknown[]) => (await server.context.pool.query(text, values)).rows;
const replaceIntentId = (from: string, to: string) =>
  Promise.all(
    ['payment', 'payment_attempt', 'refund'].map((table) =>
      queryRows(`UPDATE ${table} SET intent_id = $2 WHERE intent_id = $1`, from, to),
    ),
  );

/**
 * Two admins repair the only discrepancy about this charge at the same time. @returns the kind of the discrepancy and
 * the answers to both admins.
 */
async function repairByTwoAdmins(intentId: string) {
  const [firstAdmin] = admins;
  if (firstAdmin === undefined) throw new Error('no admin');
  const admin = { ...firstAdmin, token: await signIn(server, firstAdmin.email) };
  await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
  const { body } = await call(server, admin, 'GET', '/api/v1/reconciliation');
  const matchingFindings = (body.findings as { id: string; kind: string; subject: string }[]).filter(
    ({ subject }) => subject === intentId,
  );
  const path = `/api/v1/reconciliation/findings/${matchingFindings[0]?.id}/repair`;
  const answers = await Promise.all(
    admins.map(async (each) => call(server, { ...each, token: await signIn(server, each.email) }, 'POST', path, {})),
  );
  return {
    kinds: matchingFindings.map(({ kind }) => kind),
    answers: answers.map((answer) => [answer.status, answer.body.state]),
  };
}

describe('a paid part of a price', () => {
  it('without a charge ends the order, and its other parts are refunded', async () => {
    const order = await makeOrderInParts(server, seller, [10_000, 30_000, 60_000]);
    for (let part = 0; part < 2; part += 1) expect((await payPartByCard(server, order)).status).toBe(200);
    const [lost, kept] = (
      await queryRows('SELECT intent_id FROM payment WHERE booking_id = $1 ORDER BY amount_cents', order.bookingId)
    ).map((row) => String(row.intent_id));
    if (lost === undefined || kept === undefined) throw new Error('no payments');
    await replaceIntentId(lost, 'pi_missing_part');
    server.setClock(() => new Date(Date.now() + 21 * 60_000));
    expect(await repairByTwoAdmins('pi_missing_part')).toEqual({
      kinds: ['payment-without-charge'],
      answers: [
        [200, 'repaired'],
        [200, 'repaired'],
      ],
    });
    const refunds = await queryRows(
      `SELECT r.intent_id, r.state FROM refund r JOIN payment_attempt a ON a.id = r.attempt_id WHERE a.booking_id = $1
        ORDER BY r.amount_cents`,
      order.bookingId,
    );
    expect(refunds).toEqual([
      { intent_id: 'pi_missing_part', state: 'void' },
      { intent_id: kept, state: 'succeeded' },
    ]);
    expect(
      await queryRows(
        'SELECT b.status AS booking, l.status AS car FROM booking b JOIN listing l ON l.id = b.listing_id WHERE b.id = $1',
        order.bookingId,
      ),
    ).toEqual([{ booking: 'cancelled', car: 'available' }]);
    // At the end of the test the sandbox account must agree with the server again.
    await replaceIntentId('pi_missing_part', lost);
    expect(server.sandbox.account.refunds().filter((refund) => refund.payment_intent === lost)).toEqual([]);
  });

  it('without a charge, whose order has ended before the repair, owes no refund', async () => {
    const order = await makeOrderInParts(server, seller, [10_000, 30_000, 60_000]);
    for (let part = 0; part < 2; part += 1) expect((await payPartByCard(server, order)).status).toBe(200);
    const [lost] = (
      await queryRows('SELECT intent_id FROM payment WHERE booking_id = $1 ORDER BY amount_cents', order.bookingId)
    ).map((row) => String(row.intent_id));
    if (lost === undefined) throw new Error('no payment');
    await replaceIntentId(lost, 'pi_missing_ended');
    const buyer = { ...order.buyer, token: await signIn(server, order.buyer.email) };
    const cancelled = await call(server, buyer, 'POST', `/api/v1/bookings/${order.bookingId}/cancellation`, {});
    expect(cancelled.body).toEqual({ modifiedCount: 1 });
    server.setClock(() => new Date(Date.now() + 42 * 60_000));
    expect(await repairByTwoAdmins('pi_missing_ended')).toEqual({
      kinds: ['refund-overdue'],
      answers: [
        [200, 'repaired'],
        [200, 'repaired'],
      ],
    });
    const { provider_fee: fee = 0, ...books } = await sumPostingsOfOrder(server, order.bookingId);
    expect(books).toEqual({ provider_balance: -fee });
    await replaceIntentId('pi_missing_ended', lost);
    expect(server.sandbox.account.refunds().filter((refund) => refund.payment_intent === lost)).toEqual([]);
  });
});

describe('a paid part of a sale without a charge', () => {
  const listIntentIds = async ({ bookingId }: { bookingId: string }) =>
    (await queryRows('SELECT intent_id FROM payment WHERE booking_id = $1 ORDER BY amount_cents', bookingId)).map(
      (row) => String(row.intent_id),
    ) as [string, string];
  const readStatus = async ({ bookingId }: { bookingId: string }) =>
    (await queryRows('SELECT status FROM booking WHERE id = $1', bookingId))[0]?.status;
  const decideApproval = async (caller: TestUser | undefined, id: unknown, decision: 'confirmation' | 'rejection') => {
    if (caller === undefined) throw new Error('no admin');
    const token = await signIn(server, caller.email);
    return call(server, { ...caller, token }, 'POST', `/api/v1/approvals/${String(id)}/${decision}`, {});
  };

  it('is undone by two admins when the refund of the other parts needs them', async () => {
    const order = await makeOrderInParts(server, seller, [12_000, 6_000]);
    for (let part = 0; part < 2; part += 1) expect((await payPartByCard(server, order)).status).toBe(200);
    const [lost, kept] = await listIntentIds(order);
    await replaceIntentId(lost, 'pi_missing_of_sale');
    server.setClock(() => new Date(Date.now() + 21 * 60_000));
    const { kinds, answers } = await repairByTwoAdmins('pi_missing_of_sale');
    expect(kinds).toEqual(['payment-without-charge']);
    expect(answers).toEqual([
      [200, 'open'],
      [200, 'open'],
    ]);
    expect(await readStatus(order)).toBe('paid');
    const [approval, ...others] = await queryRows(
      "SELECT id, requested_by FROM approval WHERE state = 'waiting' AND is_void",
    );
    expect(others).toEqual([]);
    const requester = admins.find(({ id }) => id === approval?.requested_by);
    const otherAdmin = admins.find(({ id }) => id !== approval?.requested_by);
    expect((await decideApproval(requester, approval?.id, 'confirmation')).body.code).toBe('SECOND_ADMIN_REQUIRED');
    // As long as the provider knows the charge, the sale is not undone without a refund.
    await replaceIntentId('pi_missing_of_sale', lost);
    expect((await decideApproval(otherAdmin, approval?.id, 'confirmation')).body).toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      detail: 'The card provider knows the charge by now. Reject this request, and refund the order.',
    });
    expect(await readStatus(order)).toBe('paid');
    await replaceIntentId(lost, 'pi_missing_of_sale');
    expect((await decideApproval(otherAdmin, approval?.id, 'confirmation')).status).toBe(200);
    expect(await readStatus(order)).toBe('refunded');
    const refunds = await queryRows(
      'SELECT intent_id, state FROM refund WHERE intent_id = ANY ($1) ORDER BY amount_cents',
      ['pi_missing_of_sale', kept],
    );
    expect(refunds).toEqual([
      { intent_id: 'pi_missing_of_sale', state: 'void' },
      { intent_id: kept, state: 'succeeded' },
    ]);
    await replaceIntentId('pi_missing_of_sale', lost);
    expect(server.sandbox.account.refunds().filter((refund) => refund.payment_intent === lost)).toEqual([]);
  });
});
