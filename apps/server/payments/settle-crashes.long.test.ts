import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';
import { auditCharges, sumTotalsByBooking } from '../testing/audit-charges.ts';
import { readIntentId } from '../testing/card-charge.ts';
import { makeCardEvent, signBody } from '../testing/card-events.ts';
import type { CrashPoint } from '../testing/crash-points.ts';
import { makeManyCars, makeManyUsers, type SignedInUser } from '../testing/many-users.ts';
import { openRaceTestbed, type RaceTestbed } from '../testing/race-testbed.ts';
import { assertAudits } from '../testing/run-audits.ts';
import type { ServerProcess } from '../testing/server-process.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let db: TestDatabase;
let testbed: RaceTestbed;
/** The server node that keeps running after the other node has crashed. */
let survivingNode: ServerProcess;
let sellerId: string;

beforeAll(async () => {
  db = await makeTestDatabase();
  testbed = await openRaceTestbed(db.url);
  survivingNode = await testbed.startNode();
  sellerId = (await makeManyUsers(testbed.pool, testbed.sessionSecret, 'Seller', 1))[0]?.id ?? '';
});
afterAll(async () => {
  await assertAudits(testbed.pool);
  await testbed.close();
  await db.close();
});

type CallResult = { readonly status: number; readonly body: Record<string, unknown> } | 'cut off';

async function postToNode(
  node: ServerProcess,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<CallResult> {
  try {
    const answer = await fetch(`${node.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  } catch {
    return 'cut off';
  }
}

type Order = { readonly buyer: SignedInUser; readonly bookingId: string };

async function bookCar(): Promise<Order> {
  const [buyer] = await makeManyUsers(testbed.pool, testbed.sessionSecret, 'Buyer', 1);
  const [productId] = await makeManyCars(testbed.pool, sellerId, [50_000]);
  if (buyer === undefined) throw new Error('no buyer');
  const bookingFields = { productId, meetingDate: 'any', buyerNumber: '9123 4567' };
  const result = await postToNode(survivingNode, '/api/bookingData', bookingFields, { authorization: buyer.token });
  if (result === 'cut off' || result.status !== 200) throw new Error(`Booking failed: ${JSON.stringify(result)}`);
  return { buyer, bookingId: String(result.body.insertedId) };
}

const openPayment = (node: ServerProcess, { buyer, bookingId }: Order) =>
  postToNode(node, '/api/create-payment-intent', { paymentId: bookingId }, { authorization: buyer.token });

async function openAndReadSecret(node: ServerProcess, order: Order): Promise<string> {
  const result = await openPayment(node, order);
  if (result === 'cut off' || result.status !== 200) throw new Error(`Opening failed: ${JSON.stringify(result)}`);
  return String(result.body.clientSecret);
}

const reportPayment = (node: ServerProcess, { buyer, bookingId }: Order, transactionId: string) =>
  postToNode(node, '/api/payment', { paymentId: bookingId, transactionId }, { authorization: buyer.token });

function postEvent(node: ServerProcess, event: object): Promise<CallResult> {
  return postToNode(node, providerWebhookPath, event, {
    'stripe-signature': signBody(JSON.stringify(event), testbed.keys.webhookSecret),
  });
}

async function confirm(clientSecret: string): Promise<void> {
  const answer = await fetch(`${testbed.sandbox.url}/v1/payment_intents/${readIntentId(clientSecret)}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: testbed.keys.publishableKey,
      client_secret: clientSecret,
      payment_method: 'pm_card_visa',
    }),
  });
  if (answer.status !== 200) throw new Error(`The card company answered ${answer.status}: ${await answer.text()}`);
}

async function readStatus({ bookingId }: Order): Promise<string> {
  const { rows } = await testbed.pool.query<{ status: string }>('SELECT status FROM booking WHERE id = $1', [
    bookingId,
  ]);
  return rows[0]?.status ?? 'gone';
}

/**
 * Runs the reconciler with a clock that is `clockAheadMs` milliseconds ahead. When the hold has expired, every
 * unfinished payment must end.
 */
async function reconcileWithClock(clockAheadMs: number): Promise<void> {
  testbed.setClock(() => new Date(Date.now() + clockAheadMs));
  await reconcilePayments(testbed.context);
}
const clockAheadOfGraceMs = 121_000;
const clockAheadOfHoldMs = 16 * 60_000;

const sumMoneyOfOrder = ({ bookingId }: Order) =>
  sumTotalsByBooking(testbed.sandbox.account).get(bookingId) ?? { charges: 0, refunds: 0 };
const countIntentsOfOrder = ({ bookingId }: Order): number =>
  testbed.sandbox.account.intents().filter((intent) => JSON.stringify(intent).includes(bookingId)).length;

async function waitForCrash(node: ServerProcess): Promise<void> {
  await node.exitPromise;
  expect(node.node.signalCode).toBe('SIGKILL');
}

const crashPointsBeforeCharge: readonly CrashPoint[] = ['attempt-committed', 'provider-called', 'intent-stored'];

describe.each(crashPointsBeforeCharge)('a server killed at %s', (crashPoint) => {
  it('has opened one charge, which the buyer finds again and pays once', async () => {
    const order = await bookCar();
    const node = await testbed.startNode(crashPoint);
    expect(await openPayment(node, order)).toBe('cut off');
    await waitForCrash(node);
    const secret = await openAndReadSecret(survivingNode, order);
    expect(countIntentsOfOrder(order)).toBe(1);
    await confirm(secret);
    expect(await reportPayment(survivingNode, order, readIntentId(secret))).toMatchObject({ status: 200 });
    expect([await readStatus(order), sumMoneyOfOrder(order)]).toEqual(['paid', { charges: 1, refunds: 0 }]);
    await auditCharges(testbed.pool, testbed.sandbox.account, { isReconciled: true });
  });

  it('holds the car no longer than the hold lasts when the buyer does not come back', async () => {
    const order = await bookCar();
    const node = await testbed.startNode(crashPoint);
    expect(await openPayment(node, order)).toBe('cut off');
    await waitForCrash(node);
    await reconcileWithClock(clockAheadOfHoldMs);
    const { rows } = await testbed.pool.query('SELECT state FROM payment_attempt WHERE booking_id = $1', [
      order.bookingId,
    ]);
    expect(rows).toEqual([{ state: 'cancelled' }]);
    expect([await readStatus(order), sumMoneyOfOrder(order)]).toEqual(['unpaid', { charges: 0, refunds: 0 }]);
  });
});

describe('a server killed after the client has confirmed', () => {
  it('leaves a charge that the reconciler pays the booking with', async () => {
    const order = await bookCar();
    const node = await testbed.startNode();
    const secret = await openAndReadSecret(node, order);
    await confirm(secret);
    await node.kill();
    expect(await readStatus(order)).toBe('unpaid');
    await testbed.pool.query(
      "UPDATE payment_attempt SET created_at = now() - interval '1 minute' WHERE booking_id = $1",
      [order.bookingId],
    );
    await reconcileWithClock(clockAheadOfGraceMs);
    expect([await readStatus(order), sumMoneyOfOrder(order)]).toEqual(['paid', { charges: 1, refunds: 0 }]);
    await auditCharges(testbed.pool, testbed.sandbox.account, { isReconciled: true });
  });
});

/** Pays a booking until the browser reports the charge to a node that crashes at this point of the settlement. */
async function reportUntilCrash(crashPoint: CrashPoint): Promise<{ readonly order: Order; readonly secret: string }> {
  const order = await bookCar();
  const node = await testbed.startNode(crashPoint);
  const secret = await openAndReadSecret(node, order);
  await confirm(secret);
  expect(await reportPayment(node, order, readIntentId(secret))).toBe('cut off');
  await waitForCrash(node);
  return { order, secret };
}

describe('a server killed between the changes of the settlement and its commit', () => {
  it('has changed nothing, and the browser that asks again pays the booking once', async () => {
    const { order, secret } = await reportUntilCrash('settle-uncommitted');
    expect(await readStatus(order)).toBe('unpaid');
    expect(await reportPayment(survivingNode, order, readIntentId(secret))).toMatchObject({ status: 200 });
    expect([await readStatus(order), sumMoneyOfOrder(order)]).toEqual(['paid', { charges: 1, refunds: 0 }]);
    await auditCharges(testbed.pool, testbed.sandbox.account, { isReconciled: true });
  });
});

describe('a server killed when the settlement is committed, before it has said so', () => {
  it('has sold the car once: the browser that asks again gets the same payment', async () => {
    const { order, secret } = await reportUntilCrash('settle-committed');
    expect(await readStatus(order)).toBe('paid');
    const [firstAnswer, secondAnswer] = [
      await reportPayment(survivingNode, order, readIntentId(secret)),
      await reportPayment(survivingNode, order, readIntentId(secret)),
    ];
    expect(firstAnswer).toMatchObject({ status: 200 });
    expect(secondAnswer).toEqual(firstAnswer);
    await reconcileWithClock(clockAheadOfHoldMs);
    expect(sumMoneyOfOrder(order)).toEqual({ charges: 1, refunds: 0 });
  });

  it.each(['event-stored', 'settle-uncommitted', 'settle-committed', 'event-processed'] as const)(
    'or an event was stored or processed: sent again it has one effect (%s)',
    async (crashPoint) => {
      const order = await bookCar();
      const node = await testbed.startNode(crashPoint);
      const secret = await openAndReadSecret(node, order);
      await confirm(secret);
      const event = makeCardEvent(readIntentId(secret));
      expect(await postEvent(node, event)).toBe('cut off');
      await waitForCrash(node);
      // The event was not acknowledged, so the card provider posts it again.
      expect(await postEvent(survivingNode, event)).toMatchObject({ status: 200 });
      expect([await readStatus(order), sumMoneyOfOrder(order)]).toEqual(['paid', { charges: 1, refunds: 0 }]);
      const { rows } = await testbed.pool.query(
        'SELECT processed_at IS NOT NULL AS done FROM webhook_event WHERE event_id = $1',
        [event.id],
      );
      expect(rows).toEqual([{ done: true }]);
    },
  );
});

describe('a server killed when its answer is sent', () => {
  it('has lost nothing of what it said to the browser or to the card provider', async () => {
    const [reportedOrder, orderOfEvent] = [await bookCar(), await bookCar()];
    const node = await testbed.startNode();
    const secrets = [
      await openAndReadSecret(node, reportedOrder),
      await openAndReadSecret(node, orderOfEvent),
    ] as const;
    await Promise.all(secrets.map(confirm));
    const event = makeCardEvent(readIntentId(secrets[1]));
    const answers = await Promise.all([
      reportPayment(node, reportedOrder, readIntentId(secrets[0])),
      postEvent(node, event),
    ]);
    await node.kill();
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect([await readStatus(reportedOrder), await readStatus(orderOfEvent)]).toEqual(['paid', 'paid']);
    await reconcileWithClock(clockAheadOfHoldMs);
    await auditCharges(testbed.pool, testbed.sandbox.account, { isReconciled: true });
  });
});
