import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeCardEvent, postEvent, readSandboxKeys, signBody } from '../testing/card-events.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;
let secret: string;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  secret = (await readSandboxKeys(server)).webhookSecret;
});
afterEach(() => server.sandbox.faults.clear());
afterAll(() => server.close());

/** Makes a booking that was paid by card without the server knowing it. */
async function makeChargedOrder(): Promise<{ bookingId: string; intentId: string }> {
  buyer = await makeUser(server, 'Buyer');
  const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
  const openedPayment = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  const clientSecret = String(openedPayment.body.clientSecret);
  expect((await confirmCard(server, clientSecret)).status).toBe(200);
  return { bookingId, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

function sendEvent(
  event: object,
  signatureOptions: { seconds?: number; scheme?: string; secret?: string } = {},
): Promise<Answer> {
  const body = JSON.stringify(event, null, 2);
  return postEvent(server, body, signBody(body, signatureOptions.secret ?? secret, signatureOptions));
}

const isPaid = async (bookingId: string) => (await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body.paid;
const makePastTimestamp = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;
const countRows = async (sql: string, value: string): Promise<number> =>
  (await server.context.pool.query(sql, [value])).rowCount ?? 0;

async function countEffects(order: { bookingId: string; intentId: string }) {
  return {
    payments: await countRows('SELECT 1 FROM payment WHERE intent_id = $1', order.intentId),
    audits: await countRows("SELECT 1 FROM audit_entry WHERE noun_id = $1 AND action = 'pay'", order.bookingId),
    refunds: await countRows('SELECT 1 FROM refund WHERE intent_id = $1', order.intentId),
  };
}
const countsOfOnePayment = { payments: 1, audits: 1, refunds: 0 };

describe('an event of the card provider', () => {
  it('pays the booking', async () => {
    const order = await makeChargedOrder();
    expect(await sendEvent(makeCardEvent(order.intentId))).toMatchObject({ status: 200, body: { received: true } });
    expect(await isPaid(order.bookingId)).toBe(true);
    expect(await countEffects(order)).toEqual(countsOfOnePayment);
  });

  it('has one effect when it comes five times at once', async () => {
    const order = await makeChargedOrder();
    const event = makeCardEvent(order.intentId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendEvent(event)));
    expect(answers.filter((answer) => ![200, 503].includes(answer.status))).toEqual([]);
    expect((await sendEvent(event)).status).toBe(200);
    expect(await countEffects(order)).toEqual(countsOfOnePayment);
    expect(await countRows('SELECT 1 FROM webhook_event WHERE event_id = $1', event.id)).toBe(1);
  });

  it('has one effect when it comes five times, one after the other', async () => {
    const order = await makeChargedOrder();
    const event = makeCardEvent(order.intentId);
    await sendEvent(event);
    const rowsBefore = await dumpRows(server);
    for (let round = 2; round <= 5; round += 1) expect((await sendEvent(event)).status).toBe(200);
    expect(await dumpRows(server)).toEqual(rowsBefore);
    expect(await countEffects(order)).toEqual(countsOfOnePayment);
  });

  it('has one effect when two events tell of one charge, and the browser too', async () => {
    const order = await makeChargedOrder();
    await Promise.all([
      sendEvent(makeCardEvent(order.intentId)),
      sendEvent(makeCardEvent(order.intentId)),
      call(server, buyer, 'POST', '/api/payment', { paymentId: order.bookingId, transactionId: order.intentId }),
    ]);
    expect(await isPaid(order.bookingId)).toBe(true);
    expect(await countEffects(order)).toEqual(countsOfOnePayment);
  });

  it.each(['COMMIT', 'ROLLBACK'])(
    'pays also when another call is storing it, which may end before the effect: %s',
    async (end) => {
      const order = await makeChargedOrder();
      const event = makeCardEvent(order.intentId);
      const otherClient = await server.context.pool.connect();
      try {
        await otherClient.query('BEGIN');
        await otherClient.query(
          `INSERT INTO webhook_event (event_id, type, intent_id, payload, received_at) VALUES ($1, $2, $3, '{}', now())`,
          [event.id, event.type, order.intentId],
        );
        const answerPromise = sendEvent(event);
        const findWaitingQuerySql =
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'transactionid'";
        await expect.poll(async () => (await server.context.pool.query(findWaitingQuerySql)).rowCount).toBe(1);
        await otherClient.query(end);
        expect((await answerPromise).status).toBe(200);
      } finally {
        otherClient.release();
      }
      expect(await countEffects(order)).toEqual(countsOfOnePayment);
      const countProcessedSql = 'SELECT 1 FROM webhook_event WHERE event_id = $1 AND processed_at IS NOT NULL';
      expect(await countRows(countProcessedSql, event.id)).toBe(1);
    },
  );

  it('pays also when its content has characters that the database cannot store', async () => {
    const order = await makeChargedOrder();
    const event = makeCardEvent(order.intentId);
    const description = 'NUL \u0000, halves \ud83d and \udc00, a pair \u{1f697}, and the text \\u0000';
    expect((await sendEvent({ ...event, note: { [description]: [description] } })).status).toBe(200);
    expect(await countEffects(order)).toEqual(countsOfOnePayment);
    const storedText = 'NUL \ufffd, halves \ufffd and \ufffd, a pair \u{1f697}, and the text \\u0000';
    const { rows } = await server.context.pool.query(
      "SELECT payload -> 'note' AS note, processed_at IS NOT NULL AS done FROM webhook_event WHERE event_id = $1",
      [event.id],
    );
    expect(rows).toEqual([{ note: { [storedText]: [storedText] }, done: true }]);
  });

  it('pays also when it arrives before the server has recorded the charge', async () => {
    const order = await makeChargedOrder();
    await server.context.pool.query('UPDATE payment_attempt SET intent_id = NULL WHERE intent_id = $1', [
      order.intentId,
    ]);
    expect((await sendEvent(makeCardEvent(order.intentId))).status).toBe(200);
    expect(await isPaid(order.bookingId)).toBe(true);
  });

  it('of a failure or a cancellation that comes late leaves a paid booking paid', async () => {
    const order = await makeChargedOrder();
    await sendEvent(makeCardEvent(order.intentId));
    for (const type of ['created', 'requires_action', 'payment_failed', 'processing', 'canceled'])
      expect((await sendEvent(makeCardEvent(order.intentId, { type: `payment_intent.${type}` }))).status).toBe(200);
    expect(await isPaid(order.bookingId)).toBe(true);
    expect(await countEffects(order)).toEqual(countsOfOnePayment);
  });

  it('about a charge that is not ours is taken and changes nothing', async () => {
    const order = await makeChargedOrder();
    const removeEventRows = (rows: readonly string[]) => rows.filter((row) => !row.startsWith('webhook_event '));
    const rowsBefore = removeEventRows(await dumpRows(server));
    for (const intentId of ['pi_0000000000000000', 'pi_x/../../events'])
      expect((await sendEvent(makeCardEvent(intentId))).status).toBe(200);
    expect((await sendEvent({ ...makeCardEvent(order.intentId), type: 'charge.updated' })).status).toBe(200);
    expect(
      (await sendEvent({ ...makeCardEvent('x'), type: 'customer.created', data: { object: { id: 'cus_1' } } })).status,
    ).toBe(200);
    expect(removeEventRows(await dumpRows(server))).toEqual(rowsBefore);
    const waitingEventsResult = await server.context.pool.query(
      'SELECT type FROM webhook_event WHERE processed_at IS NULL',
    );
    expect(waitingEventsResult.rows).toEqual([]);
  });

  it.each([
    { kind: 'amount_tampered', by: -100 },
    { kind: 'wrong_currency', currency: 'usd' },
    { kind: 'livemode_true' },
    { kind: 'other_account' },
  ] as const)('pays nothing while the provider shows another charge: $kind', async (fault) => {
    const order = await makeChargedOrder();
    server.sandbox.faults.addApiFault({ ...fault, on: /^GET / });
    expect((await sendEvent(makeCardEvent(order.intentId))).status).toBe(200);
    expect(await isPaid(order.bookingId)).toBe(false);
    expect(await countEffects(order)).toEqual({ payments: 0, audits: 0, refunds: 0 });
  });

  it.each(['500', 'truncated', 'wrong_shape'] as const)(
    'is asked for again while the provider answers with %s',
    async (kind) => {
      const order = await makeChargedOrder();
      const event = makeCardEvent(order.intentId);
      server.sandbox.faults.addApiFault({ kind });
      expect(await sendEvent(event)).toMatchObject({ status: 503, body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' } });
      server.sandbox.faults.clear();
      expect((await sendEvent(event)).status).toBe(200);
      expect(await countEffects(order)).toEqual(countsOfOnePayment);
    },
  );

  it.each([299, -299])('is taken when its time is %i seconds ago', async (seconds) => {
    const order = await makeChargedOrder();
    expect((await sendEvent(makeCardEvent(order.intentId), { seconds: makePastTimestamp(seconds) })).status).toBe(200);
    expect(await isPaid(order.bookingId)).toBe(true);
  });
});
