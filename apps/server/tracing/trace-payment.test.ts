import { Writable } from 'node:stream';
import { type Database, openDatabase, openPool } from '@carhouse/database/connection/connect';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { testPoolLimits } from '@carhouse/database/testing/test-database';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJobs } from '../jobs/start-jobs.ts';
import { deliverOutbox } from '../payments/deliver-outbox.ts';
import { openLog } from '../startup/open-log.ts';
import { bookListing, confirmCard, makeCar, makeUser } from '../testing/builders.ts';
import { type ReceivedSpan, type SpanReceiver, startSpanReceiver } from '../testing/span-receiver.ts';
import { closeTestNode, openTestNode, type TestNode } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openTracing } from './open-tracing.ts';
import { findCurrentTrace, runInTrace } from './trace.ts';
import { keepTraceOfWaitingCaller, traceStatements } from './trace-statements.ts';
import type { Tracing } from './tracing.ts';

const proxyAddress = '10.20.30.40';
const proxyTrace = { id: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const traceParent = `00-${proxyTrace.id}-${proxyTrace.span}-01`;

let server: TestServer;
let receiver: SpanReceiver;
let tracing: Tracing;
let pool: pg.Pool;
let database: Database;
let node: TestNode;
const logLines: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  receiver = await startSpanReceiver();
  const traces = {
    url: receiver.url,
    headers: { 'x-token': 'of-the-collector' },
    serviceName: 'house',
    sampledShare: 1,
  };
  tracing = await openTracing({ traces }, 1);
  // The pool has one connection, so that callers must wait for each other.
  pool = openPool({
    url: server.databaseUrl,
    applicationName: 'carhouse-traced',
    max: 1,
    limits: testPoolLimits,
    onConnect: (client) => traceStatements(client, tracing),
  });
  keepTraceOfWaitingCaller(pool);
  database = openDatabase(pool);
  const { config, cardProvider, payoutProvider, cardForm, now } = server.context;
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      logLines.push(String(chunk));
      done();
    },
  });
  node = await openTestNode({
    config: { ...config, trustedProxies: [proxyAddress] },
    pool,
    database,
    databaseUrl: server.databaseUrl,
    cards: {
      provider: cardProvider,
      payoutProvider,
      form: cardForm,
      sandboxUrl: null,
    },
    sessionSecret: server.sessionSecret,
    now,
    tracing,
    log: openLog('debug', destination),
  });
});
afterAll(async () => {
  await closeTestNode(node);
  await tracing.close();
  await pool.end();
  await receiver.close();
  await server.close();
});

async function listSpans(traceId: string | undefined): Promise<readonly ReceivedSpan[]> {
  await tracing.flush();
  return receiver.spans.filter((span) => span.traceId === traceId);
}

const readTraceId = (headers: Record<string, unknown>): string => String(headers['x-request-id']).replaceAll('-', '');

it('shows the request, its statements, the call to the provider and the mails of a payment in one trace', async () => {
  const [buyer, seller] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Seller', { verified: true })];
  const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
  const post = (url: string, payload: object) =>
    node.app.inject({ method: 'POST', url, headers: { authorization: buyer.token }, payload });
  const openedPayment = await post('/api/create-payment-intent', { paymentId: bookingId, resellPrice: 868_000 });
  expect(openedPayment.statusCode, openedPayment.body).toBe(200);
  const { clientSecret } = openedPayment.json<{ clientSecret: string }>();
  await confirmCard(server, clientSecret);
  const paymentAnswer = await post('/api/payment', {
    paymentId: bookingId,
    transactionId: clientSecret.split('_secret_')[0],
  });
  expect(paymentAnswer.statusCode, paymentAnswer.body).toBe(200);
  await deliverOutbox(node.context, node.context.mailer);

  const traceId = readTraceId(paymentAnswer.headers);
  const spans = await listSpans(traceId);
  const names = spans.map(({ name }) => name);
  const [request, ...otherRequests] = spans.filter(({ name }) => name === 'POST /api/payment');
  expect([request?.parentSpanId ?? '', otherRequests]).toEqual(['', []]);
  expect(names).toContain('cards findIntent');
  expect(names.filter((name) => name.startsWith('outbox '))).toEqual(expect.arrayContaining(['outbox sold']));
  const statements = spans.filter(({ attributes }) => attributes.some(({ key }) => key === 'db.query.text'));
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['BEGIN', 'INSERT outbox', 'COMMIT', 'UPDATE outbox']),
  );
  // Every span but the first has a parent in the same trace.
  const spanIds = new Set(spans.map(({ spanId }) => spanId));
  for (const span of spans) if (span !== request) expect(spanIds).toContain(span.parentSpanId);

  const openedSpanNames = (await listSpans(readTraceId(openedPayment.headers))).map(({ name }) => name);
  expect(openedSpanNames).toEqual(expect.arrayContaining(['POST /api/create-payment-intent', 'cards openIntent']));
  const exportedText = receiver.exports.map(({ text }) => text).join('\n');
  for (const secret of [buyer.email, buyer.name, seller.email, buyer.token, clientSecret, bookingId, '@'])
    expect(exportedText).not.toContain(secret);
  expect(exportedText).toContain('"stringValue":"house"');
  expect(receiver.exports[0]?.headers['x-token']).toBe('of-the-collector');
});

it('gives a job the trace of the request that has enqueued it', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const payload = { email: buyer.email };
  const answer = await node.app.inject({ method: 'POST', url: '/api/v1/password-resets', payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  const traceId = readTraceId(answer.headers);
  const { rows } = await server.context.pool.query("SELECT data FROM pgboss.job WHERE name = 'account-link'");
  expect(rows).toEqual([{ data: expect.objectContaining({ traceParent: expect.stringContaining(traceId) }) }]);
  await startJobs(node.context);
  const listSpanNames = async () => (await listSpans(traceId)).map(({ name }) => name);
  await expect.poll(listSpanNames, { timeout: 20_000 }).toContain('job account-link');
});

it('writes the id of the trace into log lines, the header and the problem of an answer', async () => {
  const answer = await node.app.inject({ url: '/api/v1/listings/not-an-id' });
  const traceId = readTraceId(answer.headers);
  expect(traceId).toMatch(/^[\da-f]{32}$/);
  expect(answer.json()).toMatchObject({ status: 404, requestId: answer.headers['x-request-id'] });
  const lines = logLines.map((line) => JSON.parse(line)).filter((line) => line.traceId === traceId);
  expect(lines).toEqual([expect.objectContaining({ msg: 'request refused', reqId: answer.headers['x-request-id'] })]);
});

it('goes on with a trace of a trusted proxy, and with nobody else’s', async () => {
  const url = '/api/v1/listings/not-an-id';
  const headers = { traceparent: traceParent };
  const proxiedAnswer = await node.app.inject({ url, headers, remoteAddress: proxyAddress });
  expect(readTraceId(proxiedAnswer.headers)).toBe(proxyTrace.id);
  const [span] = await listSpans(proxyTrace.id);
  expect(span?.parentSpanId).toBe(proxyTrace.span);
  for (const request of [
    { headers, remoteAddress: '203.0.113.7' },
    { headers, remoteAddress: '127.0.0.1' },
    { headers: { traceparent: `00-${proxyTrace.id}-x-01` }, remoteAddress: proxyAddress },
    { headers: { traceparent: `00-${'0'.repeat(32)}-${proxyTrace.span}-01` }, remoteAddress: proxyAddress },
  ])
    expect(readTraceId((await node.app.inject({ url, ...request })).headers)).not.toBe(proxyTrace.id);
});

it('keeps apart the statements of callers that wait for one connection', async () => {
  const traceIds = ['1', '2', '3'].map((digit) => digit.repeat(32));
  await Promise.all(
    traceIds.map((traceId) =>
      runInTrace({ traceId, spanId: 'a'.repeat(16), isSampled: true }, async () => {
        await pool.query('SELECT pg_sleep(0.02), $1::text', [traceId]);
        await pool.query('SELECT $1::text', [traceId]);
        expect(findCurrentTrace()?.traceId).toBe(traceId);
      }),
    ),
  );
  for (const traceId of traceIds)
    expect((await listSpans(traceId)).map(({ name }) => name)).toEqual(['SELECT', 'SELECT']);
});

it('names the trace in application_name while its transaction is open, and in a comment of other statements', async () => {
  const traceId = '4'.repeat(32);
  const nameQuery = sql<{ name: string; text: string }>`SELECT current_setting('application_name') AS name,
    (SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid()) AS text`;
  const readApplicationName = async (executor: Parameters<typeof nameQuery.execute>[0]) =>
    (await nameQuery.execute(executor)).rows[0];
  const runInTestTrace = <T>(work: () => Promise<T>) =>
    runInTrace({ traceId, spanId: 'b'.repeat(16), isSampled: true }, work);
  const rowInTransaction = await runInTestTrace(() => inTransaction(database, readApplicationName));
  expect(rowInTransaction?.name).toBe(`carhouse ${traceId}`);
  const rowAfterTrace = await runInTestTrace(() => readApplicationName(database));
  expect(rowAfterTrace).toEqual({
    name: 'carhouse-traced',
    text: expect.stringContaining(`traceparent='00-${traceId}-`),
  });
  await expect(runInTestTrace(() => pool.query("SELECT 'a person'::int"))).rejects.toMatchObject({ code: '22P02' });
  const failedSpan = (await listSpans(traceId)).find(({ status }) => status.code === 2);
  expect(JSON.stringify(failedSpan)).toContain('22P02');
  expect(JSON.stringify(failedSpan)).not.toContain('person');
});

it('exports nothing of traces that are not sampled, and passes their ids on', async () => {
  const traces = { url: receiver.url, headers: {}, serviceName: 'house', sampledShare: 0 };
  const unsampledTracing = await openTracing({ traces }, 1);
  const facts = { name: 'work', kind: 'internal' } as const;
  const trace = await unsampledTracing.runInSpan(facts, async () => findCurrentTrace());
  await unsampledTracing.close();
  expect(trace).toMatchObject({ traceId: expect.stringMatching(/^[\da-f]{32}$/), isSampled: false });
  expect(receiver.spans.filter(({ traceId }) => traceId === trace?.traceId)).toEqual([]);
});
