import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@carhouse/database/testing/free-port';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import { sandboxProviderPath } from '@carhouse/server/http/routing/provider-paths';
import { password } from '@carhouse/server/testing/builders';
import { readIntentId } from '@carhouse/server/testing/card-charge';
import { makeManyCars, makeManyUsers } from '@carhouse/server/testing/many-users';
import { assertAudits } from '@carhouse/server/testing/run-audits';
import { type ServerProcess, sandboxEntryFile, startServerProcess } from '@carhouse/server/testing/server-process';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

// The tests use the set-up that docs/operations.md describes in 'Several nodes': two servers on one PostgreSQL that
// syncs to the disk, and the card provider as a separate process.
const sessionSecret = randomBytes(32).toString('hex');

let dataDir: string;
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let pool: pg.Pool;
let a: ServerProcess;
let b: ServerProcess;
const startedNodes: ServerProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carhouse-nodes-'));
  await chmod(dataDir, 0o711);
  server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: () => undefined });
  pool = new pg.Pool({ connectionString: server.url, max: 2 });
  // A connection may still be closing when the server stops. A connection that closes after the server has stopped
  // emits an error.
  pool.on('error', () => {});
  const port = await findFreePort();
  const secret = randomBytes(32).toString('hex');
  // A variable with an empty value counts as not set. The tests run with NODE_ENV=test, but the documented nodes run
  // without NODE_ENV.
  const env = { NODE_ENV: '', LOG_LEVEL: 'error', SANDBOX_CARDS_SECRET: secret };
  const providerArgs = ['--port', '0', '--house-url', `http://127.0.0.1:${port}`];
  const cardProvider = await startServerProcess(
    { ...env, DATA_DIR: join(dataDir, 'cards') },
    sandboxEntryFile,
    providerArgs,
  );
  startedNodes.push(cardProvider);
  const sharedSettings = { ...env, SANDBOX_CARDS_URL: new URL(cardProvider.url).origin, SESSION_SECRET: sessionSecret };
  const nodeSettings = { ...sharedSettings, DATABASE_URL: server.url };
  // Both nodes start at the same time. One node migrates the database, and the other node waits.
  const nodePromises = [
    startServerProcess({ ...nodeSettings, PORT: String(port), DATA_DIR: join(dataDir, 'a') }),
    startServerProcess({ ...nodeSettings, DATA_DIR: join(dataDir, 'b'), PUBLIC_URL: `http://127.0.0.1:${port}` }),
  ];
  const outcomes = await Promise.allSettled(nodePromises);
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') startedNodes.push(outcome.value);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  [a, b] = startedNodes.slice(1) as [ServerProcess, ServerProcess];
});
afterAll(async () => {
  for (const node of startedNodes.toReversed()) await node.stop();
  await pool?.end();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

type CallResult = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers };

async function callNode(
  node: ServerProcess,
  method: string,
  path: string,
  token = '',
  body?: object,
): Promise<CallResult> {
  const answer = await fetch(`${node.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: token }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const result = {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
    headers: answer.headers,
  };
  expect([200, 202], `${path}: ${JSON.stringify(result.body)}`).toContain(result.status);
  return result;
}

/**
 * Creates a buyer, who signs up at one node and chooses a role at the other node.
 * @returns the session token.
 */
async function signUp(): Promise<string> {
  const buyer = { name: 'Bee', email: `bee.${randomBytes(4).toString('hex')}@people.example` };
  const account = await callNode(a, 'POST', '/api/auth/sign-up/email', '', { ...buyer, password, image: '' });
  const token = account.headers.get('set-auth-token') ?? '';
  await callNode(b, 'POST', '/api/users', token, { ...buyer, role: 'Buyer' });
  return token;
}

/** Books at node B and opens the charge at node A. */
async function openOrder(token: string): Promise<{ paymentId: string; clientSecret: string; transactionId: string }> {
  const [seller] = await makeManyUsers(pool, sessionSecret, 'Seller', 1);
  const [productId] = await makeManyCars(pool, seller?.id ?? '', [50_000]);
  const bookingAnswer = await callNode(b, 'POST', '/api/bookingData', token, {
    productId,
    meetingDate: 'Sat',
    buyerNumber: '9123 4567',
  });
  const paymentId = String(bookingAnswer.body.insertedId);
  const intentAnswer = await callNode(a, 'POST', '/api/create-payment-intent', token, { paymentId });
  const clientSecret = String(intentAnswer.body.clientSecret);
  return { paymentId, clientSecret, transactionId: readIntentId(clientSecret) };
}

/** Confirms a charge as the browser does: the card is sent to the card provider through the node's origin. */
async function confirmCharge(
  node: ServerProcess,
  order: { clientSecret: string; transactionId: string },
): Promise<void> {
  const { body: cardForm } = await callNode(node, 'GET', '/api/v1/card-form');
  const answer = await fetch(`${node.url}${sandboxProviderPath}/v1/payment_intents/${order.transactionId}/confirm`, {
    method: 'POST',
    headers: { origin: a.url },
    body: new URLSearchParams({
      key: String(cardForm.publishableKey),
      client_secret: order.clientSecret,
      payment_method: 'pm_card_visa',
    }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/**
 * Resolves when the query finds a row. The row for a payment event is written when the card provider has sent the
 * event.
 */
async function waitForRow(sql: string, parameterValue: string): Promise<void> {
  for (let pollRound = 0; pollRound < 4_000; pollRound += 1) {
    if ((await pool.query(sql, [parameterValue])).rowCount === 1) return;
    await wait(25);
  }
  throw new Error(`${sql} never found ${parameterValue}`);
}

const processedPaymentEventSql =
  "SELECT 1 FROM webhook_event WHERE intent_id = $1 AND type = 'payment_intent.succeeded' AND processed_at IS NOT NULL";

it('one journey uses two nodes: sign-up at A, booking at B, opening at A, settling at B, and the event reaches A', {
  timeout: 240_000,
}, async () => {
  const token = await signUp();
  const order = await openOrder(token);
  await confirmCharge(b, order);
  const result = await callNode(b, 'POST', '/api/payment', token, order);
  expect(result.body).toMatchObject({ acknowledged: true });
  await waitForRow(processedPaymentEventSql, order.transactionId);
  for (const node of [a, b]) {
    expect((await callNode(node, 'GET', `/api/payment/${order.paymentId}`, token)).body.paid).toBe(true);
  }
  // A repeated call at the other node gives the same response and adds no records.
  expect((await callNode(a, 'POST', '/api/payment', token, order)).body).toEqual(result.body);
  await assertAudits(pool);
});

it('a PayNow code that A shows is paid once, when both nodes are asked while the event arrives', async () => {
  const token = await signUp();
  const order = await openOrder(token);
  const { body: shown } = await callNode(a, 'POST', `/api/v1/bookings/${order.paymentId}/paynow-code`, token, {});
  const { pathname } = new URL((shown.code as { pageUrl: string }).pageUrl);
  const checkPayment = (node: ServerProcess) =>
    callNode(node, 'POST', `/api/v1/bookings/${order.paymentId}/payment-check`, token, {});
  expect((await checkPayment(b)).body).toMatchObject({ state: 'waiting', code: shown.code });
  const page = await fetch(`${b.url}${pathname}`, {
    method: 'POST',
    headers: { origin: b.url },
    body: new URLSearchParams({ result: 'approve' }),
  });
  expect(page.status, await page.text()).toBe(200);
  const answers = await Promise.all([a, b, a, b, a, b].map(checkPayment));
  const paidStateBody = { state: 'paid', code: null, holdEndsAt: null, transactionId: order.transactionId };
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => paidStateBody));
  await waitForRow(processedPaymentEventSql, order.transactionId);
  await waitForRow("SELECT 1 FROM payment WHERE intent_id = $1 AND method = 'paynow'", order.transactionId);
  await assertAudits(pool);
});

it('a booking whose browser sends nothing after the charge is paid by the event at A, and B sees it', async () => {
  const token = await signUp();
  const order = await openOrder(token);
  await confirmCharge(a, order);
  await waitForRow(processedPaymentEventSql, order.transactionId);
  expect((await callNode(b, 'GET', `/api/payment/${order.paymentId}`, token)).body.paid).toBe(true);
  await callNode(b, 'POST', '/api/auth/sign-out', token, {});
  const orderResponse = await fetch(`${a.url}/api/myorders`, { headers: { authorization: token } });
  await orderResponse.arrayBuffer();
  expect(orderResponse.status).toBe(401);
  expect(startedNodes.map((each) => [each.isAlive(), each.readErrorLines()])).toEqual(
    startedNodes.map(() => [true, []]),
  );
});
