import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerDepthGauges } from '../jobs/measure-depths.ts';
import { startReconciler } from '../jobs/start-reconciler.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { showSystem } from './show-system.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

it('shows an admin the requests of the last minute, what waits, and the node', async () => {
  registerDepthGauges(server.context);
  const stopReconciler = startReconciler(server.context);
  await call(server, null, 'GET', '/api/v1/card-form');
  await call(server, null, 'POST', '/api/v1/feedback', { email: 'reader@people.example', text: 'Good.' });
  const { status, body } = await call(server, admin, 'GET', '/api/v1/system');
  await stopReconciler();
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    version: '0.1.0',
    errors: 0,
    jobsWaiting: expect.any(Number),
    mailsWaiting: 0,
    eventsWaiting: 0,
    openDiscrepancies: 0,
    backup: { isConfigured: false, age: null },
    nodes: [{ node: '1', connections: { most: 10, waiting: 0 }, memoryBytes: expect.any(Number) }],
  });
  expect(body.reconcilerAge).toBeLessThan(60);
  for (const kind of ['reads', 'writes']) {
    const { count, p50, p99 } = body[kind as never] as { count: number; p50: number; p99: number };
    expect(count).toBeGreaterThan(0);
    expect(p50).toBeGreaterThan(0);
    expect(p99).toBeGreaterThanOrEqual(p50);
  }
});

it('adds up the requests of several nodes, and takes the values of the database once', async () => {
  const text = [1, 2]
    .flatMap((node) => [
      `carhouse_recent_requests{kind="read",le="0.005",node="${node}"} 90`,
      `carhouse_recent_requests{kind="read",le="0.1",node="${node}"} 10`,
      `carhouse_recent_errors{node="${node}"} ${node}`,
      `carhouse_job_queue_depth{queue="picture-avif",node="${node}"} 7`,
      `carhouse_job_queue_depth{queue="account-link",node="${node}"} 1`,
      `carhouse_outbox_depth{node="${node}"} 4`,
      `carhouse_reconciler_age_seconds{node="${node}"} ${node * 10}`,
      `carhouse_backup_age_seconds{node="${node}"} Nan`,
    ])
    .join('\n');
  const metrics = { ...server.context.metrics, readAll: async () => text };
  const state = await showSystem({ ...server.context, metrics });
  expect(state).toMatchObject({
    requestsPerSecond: 200 / 60,
    reads: { count: 200 },
    writes: { count: 0, p50: null, p99: null },
    errors: 3,
    jobsWaiting: 8,
    mailsWaiting: 4,
    reconcilerAge: 20,
    backup: { age: null },
    nodes: [
      { node: '1', requestsPerSecond: 100 / 60, errors: 1 },
      { node: '2', errors: 2 },
    ],
  });
  expect(state.reads.p99).toBeGreaterThan(0.05);
});

it('is for admins alone', async () => {
  expect((await call(server, null, 'GET', '/api/v1/system')).status).toBe(401);
  expect((await call(server, await makeUser(server, 'Seller'), 'GET', '/api/v1/system')).status).toBe(403);
});
