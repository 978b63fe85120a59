import type { DiscrepancyKind } from '@carhouse/domain/payment/discrepancy';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readMissedEvents } from '../payments/read-missed-events.ts';
import { type Answer, bookListing, call, makeCar, makeUser, signIn, type TestUser } from '../testing/builders.ts';
import { makeCardEvent, postEvent, readSandboxKeys, signBody } from '../testing/card-events.ts';
import { makeChargedOrder, payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let admin: TestUser;
let otherAdmin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
  otherAdmin = await makeUser(server, 'admin');
});
afterEach(() => {
  server.sandbox.faults.clear();
  server.setClock(() => new Date());
});
afterAll(() => server.close());

type ListedDiscrepancy = {
  id: string;
  kind: DiscrepancyKind;
  subject: string;
  state: string;
  evidence: Record<string, unknown>;
};

const runSql = (text: string, ...values: unknown[]) => server.context.pool.query(text, values);
/**
 * Sets the clock forward far enough for holds to expire and refunds to be late, but not as far as the end of an admin's
 * session.
 */
const moveClockForward = () => server.setClock(() => new Date(Date.now() + 21 * 60_000));
/** Repairs a discrepancy as this admin, who signs in again first, because the clock has moved. */
const repairDiscrepancyAs = async (actingAdmin: TestUser, id: string): Promise<Answer> => {
  const caller = { ...actingAdmin, token: await signIn(server, actingAdmin.email) };
  return call(server, caller, 'POST', `/api/v1/reconciliation/findings/${id}/repair`, {});
};

async function runChecksAndFind(subject: string): Promise<ListedDiscrepancy[]> {
  const runAnswer = await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
  expect(runAnswer.status).toBe(200);
  const reconciliationAnswer = await call(server, admin, 'GET', '/api/v1/reconciliation');
  return (reconciliationAnswer.body.findings as ListedDiscrepancy[]).filter(
    (discrepancy) => discrepancy.subject === subject,
  );
}

/**
 * Expects one discrepancy about the subject, which two admins repair at the same time. The discrepancy must be closed
 * afterwards.
 */
async function repairAsTwoAdmins(kind: DiscrepancyKind, subject: string): Promise<ListedDiscrepancy> {
  const foundDiscrepancies = await runChecksAndFind(subject);
  expect(foundDiscrepancies.map((discrepancy) => discrepancy.kind)).toEqual([kind]);
  const [discrepancy] = foundDiscrepancies;
  if (discrepancy === undefined) throw new Error('no discrepancy');
  const answers = await Promise.all([
    repairDiscrepancyAs(admin, discrepancy.id),
    repairDiscrepancyAs(otherAdmin, discrepancy.id),
  ]);
  expect(answers.map((answer) => [answer.status, answer.body.state])).toEqual([
    [200, 'repaired'],
    [200, 'repaired'],
  ]);
  expect(await runChecksAndFind(subject)).toEqual([]);
  const { rows } = await runSql("SELECT 1 FROM audit_entry WHERE noun_id = $1 AND action = 'repair'", discrepancy.id);
  expect(rows).toHaveLength(1);
  expect((await repairDiscrepancyAs(admin, discrepancy.id)).body.state).toBe('repaired');
  return discrepancy;
}

async function sumBookingMoney(bookingId: string) {
  const { rows } = await runSql(
    `SELECT b.status AS booking, l.status AS car, a.state AS attempt, r.state AS refund
     FROM booking b JOIN listing l ON l.id = b.listing_id JOIN payment_attempt a ON a.booking_id = b.id
     LEFT JOIN refund r ON r.attempt_id = a.id WHERE b.id = $1`,
    bookingId,
  );
  return rows[0];
}
const listRefundsOfIntent = (intentId: string) =>
  server.sandbox.account.refunds().filter((refund) => refund.payment_intent === intentId);

describe('the reconciliation repairs', () => {
  it('a charge without a payment, by settling it', async () => {
    const order = await makeChargedOrder(server, seller);
    expect(await runChecksAndFind(order.intentId)).toEqual([]);
    moveClockForward();
    const discrepancy = await repairAsTwoAdmins('charge-without-payment', order.intentId);
    expect(discrepancy.evidence).toMatchObject({
      provider: { intent: order.intentId, status: 'succeeded', amount: 86_800_000 },
      recorded: { booking: order.bookingId, bookingStatus: 'unpaid', payment: null },
    });
    expect(JSON.stringify(discrepancy)).not.toMatch(/@|example/);
    expect(await sumBookingMoney(order.bookingId)).toMatchObject({ booking: 'paid', car: 'sold' });
  });

  it('a charge whose attempt is lost, by giving it back', async () => {
    const order = await makeChargedOrder(server, seller);
    await runSql('DELETE FROM payment_attempt WHERE booking_id = $1', order.bookingId);
    moveClockForward();
    await repairAsTwoAdmins('charge-without-payment', order.intentId);
    expect(listRefundsOfIntent(order.intentId)).toHaveLength(1);
  });

  it('a payment without a charge, by undoing the sale without a refund', async () => {
    const order = await payOrder(server, seller);
    const replaceIntentId = (from: string, to: string) =>
      Promise.all(
        ['payment', 'payment_attempt', 'refund'].map((table) =>
          runSql(`UPDATE ${table} SET intent_id = $2 WHERE intent_id = $1`, from, to),
        ),
      );
    await replaceIntentId(order.intentId, 'pi_missing');
    moveClockForward();
    await repairAsTwoAdmins('payment-without-charge', 'pi_missing');
    expect(await sumBookingMoney(order.bookingId)).toEqual({
      booking: 'refunded',
      car: 'withdrawn',
      attempt: 'refunded',
      refund: 'void',
    });
    await replaceIntentId('pi_missing', order.intentId);
    expect(listRefundsOfIntent(order.intentId)).toEqual([]);
  });

  it('a charge over another amount, by giving back what was charged', async () => {
    const order = await makeChargedOrder(server, seller);
    await runSql('UPDATE payment_attempt SET amount_cents = 1000 WHERE booking_id = $1', order.bookingId);
    moveClockForward();
    await repairAsTwoAdmins('charge-mismatch', order.intentId);
    expect(await sumBookingMoney(order.bookingId)).toMatchObject({
      booking: 'unpaid',
      attempt: 'refunded',
      refund: 'succeeded',
    });
    expect(listRefundsOfIntent(order.intentId).map((refund) => refund.amount)).toEqual([86_800_000]);
    await runSql('UPDATE payment_attempt SET amount_cents = 86800000 WHERE booking_id = $1', order.bookingId);
  });

  it('a payment that was refunded at the provider behind our back, by the same refund here', async () => {
    const order = await payOrder(server, seller);
    await server.context.cardProvider.refundIntent({
      intentId: order.intentId,
      idempotencyKey: 'by-hand',
      partAmount: null,
    });
    moveClockForward();
    await repairAsTwoAdmins('charge-mismatch', order.intentId);
    expect(await sumBookingMoney(order.bookingId)).toMatchObject({ booking: 'refunded', refund: 'succeeded' });
    expect(listRefundsOfIntent(order.intentId)).toHaveLength(1);
  });

  it("another booking's charge, by giving it back", async () => {
    const [firstOrder, secondOrder] = [await makeChargedOrder(server, seller), await makeChargedOrder(server, seller)];
    await runSql('UPDATE payment_attempt SET intent_id = NULL WHERE intent_id = $1', firstOrder.intentId);
    await runSql(
      'UPDATE payment_attempt SET intent_id = $2 WHERE intent_id = $1',
      secondOrder.intentId,
      firstOrder.intentId,
    );
    await runSql(
      'UPDATE payment_attempt SET intent_id = $2 WHERE booking_id = $1',
      firstOrder.bookingId,
      secondOrder.intentId,
    );
    moveClockForward();
    for (const { intentId } of [firstOrder, secondOrder]) {
      await repairAsTwoAdmins('charge-of-another-booking', intentId);
      expect(listRefundsOfIntent(intentId)).toHaveLength(1);
    }
    for (const { bookingId } of [firstOrder, secondOrder])
      expect(await sumBookingMoney(bookingId)).toMatchObject({ booking: 'unpaid' });
  });

  it('a hold past its end, by releasing it', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
    const { rows } = await runSql('SELECT id FROM payment_attempt WHERE booking_id = $1', bookingId);
    moveClockForward();
    await repairAsTwoAdmins('hold-past-its-end', String(rows[0]?.id));
    expect(await sumBookingMoney(bookingId)).toMatchObject({ booking: 'unpaid', attempt: 'cancelled' });
  });

  it('a paid booking of a car that is not sold, by marking it sold', async () => {
    const order = await payOrder(server, seller);
    await runSql("UPDATE listing SET status = 'withdrawn' WHERE id = $1", order.car);
    await runSql("UPDATE listing SET status = 'available' WHERE id = $1", order.car);
    const otherBuyerOfCar = await makeUser(server, 'Buyer');
    const lostBookingId = await bookListing(server, otherBuyerOfCar, order.car);
    await repairAsTwoAdmins('paid-but-not-sold', order.bookingId);
    expect(await sumBookingMoney(order.bookingId)).toMatchObject({ booking: 'paid', car: 'sold' });
    expect((await runSql('SELECT status FROM booking WHERE id = $1', lostBookingId)).rows).toEqual([
      { status: 'cancelled' },
    ]);
  });

  it('a sold car that nobody paid for or marked as sold, by withdrawing it', async () => {
    const [unsoldCarId, markedCarId] = [await makeCar(server, seller), await makeCar(server, seller)];
    await runSql("UPDATE listing SET status = 'sold' WHERE id = $1", unsoldCarId);
    expect((await call(server, seller, 'POST', `/api/v1/listings/${markedCarId}/sale`, {})).status).toBe(200);
    expect(await runChecksAndFind(markedCarId)).toEqual([]);
    await repairAsTwoAdmins('sold-without-payment', unsoldCarId);
    expect((await runSql('SELECT status FROM listing WHERE id = $1', unsoldCarId)).rows).toEqual([
      { status: 'withdrawn' },
    ]);
  });

  it('a refund that is late, by sending it', async () => {
    const order = await payOrder(server, seller);
    server.sandbox.faults.addApiFault({ kind: '500', on: /refunds/ });
    await call(server, admin, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'Not as described' });
    server.sandbox.faults.clear();
    moveClockForward();
    await repairAsTwoAdmins('refund-overdue', order.intentId);
    expect(listRefundsOfIntent(order.intentId).map((refund) => refund.status)).toEqual(['succeeded']);
  });

  it('a refund that has failed, by a new round', async () => {
    const order = await payOrder(server, seller, { number: '4000000000005126' });
    await call(server, admin, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'Not as described' });
    await expect.poll(() => listRefundsOfIntent(order.intentId)[0]?.status).toBe('failed');
    await readMissedEvents(server.context);
    expect(await sumBookingMoney(order.bookingId)).toMatchObject({ attempt: 'refund_due', refund: 'failed' });
    await repairAsTwoAdmins('refund-failed', order.intentId);
    expect(listRefundsOfIntent(order.intentId)).toHaveLength(2);
    expect(await sumBookingMoney(order.bookingId)).toMatchObject({ attempt: 'refunded', refund: 'succeeded' });
  });

  it('disputes, one discrepancy for all of a charge, and a refund that a lost dispute made needless', async () => {
    const order = await payOrder(server, seller, { number: '4000000404000079' });
    expect(
      (await call(server, admin, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'Both at once' })).body
        .state,
    ).toBe('failed');
    await readMissedEvents(server.context);
    const foundDiscrepancies = await runChecksAndFind(order.intentId);
    expect(foundDiscrepancies.map((discrepancy) => discrepancy.kind).sort()).toEqual(['dispute-open', 'refund-failed']);
    const openDispute = foundDiscrepancies.find((discrepancy) => discrepancy.kind === 'dispute-open');
    expect(openDispute?.evidence).toMatchObject({
      booking: order.bookingId,
      disputes: [
        { kind: 'dispute', amount: expect.any(Number) },
        { kind: 'dispute', amount: expect.any(Number) },
      ],
    });
    expect((await repairDiscrepancyAs(admin, openDispute?.id ?? '')).body.state).toBe('open');
    const { secretKey } = await readSandboxKeys(server);
    for (const { id } of server.sandbox.account.disputes().filter((each) => each.payment_intent === order.intentId))
      await fetch(`${server.sandbox.url}/v1/disputes/${id}/close`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
      });
    expect((await repairDiscrepancyAs(admin, openDispute?.id ?? '')).body.state).toBe('repaired');
    await repairAsTwoAdmins('refund-failed', order.intentId);
    expect(await sumBookingMoney(order.bookingId)).toMatchObject({
      booking: 'refunded',
      attempt: 'refunded',
      refund: 'void',
    });
  });

  it('a warning of fraud: the order stays paid, is flagged, and the warning ends with the refund', async () => {
    const order = await payOrder(server, seller, { number: '4000000000005423' });
    await readMissedEvents(server.context);
    expect((await call(server, order.buyer, 'GET', `/api/payment/${order.bookingId}`)).body).toMatchObject({
      status: 'paid',
      paid: true,
      disputed: true,
    });
    const [openDiscrepancy] = await runChecksAndFind(order.intentId);
    expect(openDiscrepancy?.kind).toBe('dispute-open');
    await call(server, admin, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'The bank warns' });
    expect((await repairDiscrepancyAs(admin, openDiscrepancy?.id ?? '')).body.state).toBe('repaired');
  });

  it('an event that was never done, by doing it', async () => {
    const order = await makeChargedOrder(server, seller);
    const event = makeCardEvent(order.intentId);
    await runSql(
      `INSERT INTO webhook_event (event_id, type, intent_id, payload, received_at) VALUES ($1, $2, $3, $4, now() - interval '1 hour')`,
      event.id,
      event.type,
      order.intentId,
      JSON.stringify(event),
    );
    await repairAsTwoAdmins('event-unprocessed', event.id);
    expect(await sumBookingMoney(order.bookingId)).toMatchObject({ booking: 'paid' });
  });

  it('an event of a charge that is not ours, by noting that it was looked at', async () => {
    const body = JSON.stringify(makeCardEvent('pi_of_somebody_else'));
    const { webhookSecret } = await readSandboxKeys(server);
    expect((await postEvent(server, body, signBody(body, webhookSecret))).status).toBe(200);
    await repairAsTwoAdmins('event-of-unknown-charge', 'pi_of_somebody_else');
  });

  it('a mail that was given up, by sending it once more', async () => {
    const order = await payOrder(server, seller);
    const { rows } = await runSql(
      "UPDATE outbox SET state = 'failed', tries = 8 WHERE booking_id = $1 AND kind = 'receipt' RETURNING id",
      order.bookingId,
    );
    await repairAsTwoAdmins('mail-undeliverable', String(rows[0]?.id));
    expect((await runSql('SELECT state, tries FROM outbox WHERE id = $1', rows[0]?.id)).rows).toEqual([
      { state: 'waiting', tries: 0 },
    ]);
  });
});

describe('reconciliation', () => {
  it('closes a discrepancy that was resolved elsewhere', async () => {
    const order = await makeChargedOrder(server, seller);
    moveClockForward();
    const [discrepancy] = await runChecksAndFind(order.intentId);
    await call(server, order.buyer, 'POST', '/api/payment', {
      paymentId: order.bookingId,
      transactionId: order.intentId,
    });
    expect(await runChecksAndFind(order.intentId)).toEqual([]);
    const resolvedAnswer = await call(server, admin, 'GET', '/api/v1/reconciliation?state=resolved');
    expect((resolvedAnswer.body.findings as ListedDiscrepancy[]).map((each) => each.id)).toContain(discrepancy?.id);
  });

  it('compares each charge of the provider once, and goes on while the provider is away', async () => {
    await payOrder(server, seller);
    moveClockForward();
    await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
    const secondAnswer = await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
    expect(secondAnswer.body).toMatchObject({ chargesCompared: 0, opened: 0 });
    // The counts include discrepancies of other tests, because discrepancies stay in the list.
    const { open: openCount, openByKind } = (await call(server, admin, 'GET', '/api/v1/reconciliation')).body;
    server.sandbox.faults.addApiFault({ kind: '500' });
    expect((await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {})).status).toBe(200);
    const reconciliationAnswer = await call(server, admin, 'GET', '/api/v1/reconciliation');
    expect(reconciliationAnswer.body).toMatchObject({ open: openCount, openByKind, lastRunAt: expect.any(String) });
  });

  it('keeps a discrepancy open while its repair cannot be done', async () => {
    const order = await makeChargedOrder(server, seller);
    moveClockForward();
    const [discrepancy] = await runChecksAndFind(order.intentId);
    server.sandbox.faults.addApiFault({ kind: '500' });
    expect(await repairDiscrepancyAs(admin, discrepancy?.id ?? '')).toMatchObject({
      status: 503,
      body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' },
    });
    server.sandbox.faults.clear();
    await repairAsTwoAdmins('charge-without-payment', order.intentId);
  });

  it('replays a stored event without doing anything twice', async () => {
    const order = await makeChargedOrder(server, seller);
    const event = makeCardEvent(order.intentId);
    const body = JSON.stringify(event);
    await postEvent(server, body, signBody(body, (await readSandboxKeys(server)).webhookSecret));
    const replayEvent = () => call(server, admin, 'POST', `/api/v1/reconciliation/events/${event.id}/replay`, {});
    const answers = await Promise.all([replayEvent(), replayEvent(), replayEvent()]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const { rows } = await runSql(
      "SELECT (SELECT count(*)::int FROM payment WHERE intent_id = $1) AS payments, (SELECT count(*)::int FROM audit_entry WHERE noun_id = $2 AND action = 'pay') AS audits",
      order.intentId,
      order.bookingId,
    );
    expect(rows).toEqual([{ payments: 1, audits: 1 }]);
  });

  it('is closed to everybody but admins, and knows no others’ ids', async () => {
    const buyer = await makeUser(server, 'Buyer');
    for (const [method, url] of [
      ['GET', '/api/v1/reconciliation'],
      ['POST', '/api/v1/reconciliation/runs'],
      ['POST', `/api/v1/reconciliation/findings/${server.context.newId()}/repair`],
      ['POST', '/api/v1/reconciliation/events/evt_none/replay'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      expect((await call(server, null, method, url, body)).status).toBe(401);
      for (const actingAdmin of [buyer, seller])
        expect((await call(server, actingAdmin, method, url, body)).status).toBe(403);
    }
    expect((await repairDiscrepancyAs(admin, server.context.newId())).status).toBe(404);
    expect((await repairDiscrepancyAs(admin, 'nonsense')).status).toBe(404);
    expect((await call(server, admin, 'POST', '/api/v1/reconciliation/events/evt_none/replay', {})).status).toBe(404);
    expect((await call(server, admin, 'POST', '/api/v1/reconciliation/events/evt%00/replay', {})).status).toBe(400);
    expect((await call(server, admin, 'GET', '/api/v1/reconciliation?state=nonsense')).status).toBe(400);
    expect((await call(server, admin, 'GET', '/api/v1/reconciliation?before=nonsense')).status).toBe(400);
  });
});
