import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { startReconciler } from '../../jobs/start-reconciler.ts';
import { makeUser } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('tells a program on this machine what the server does, without names or addresses of people', async () => {
  const buyer = await makeUser(server, 'Buyer');
  await server.firstApp.inject({ url: `/api/users/${buyer.email}`, headers: { authorization: buyer.token } });
  const stopReconciler = startReconciler(server.context);
  const answer = await server.firstApp.inject({ url: '/metrics' });
  await stopReconciler();
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(answer.headers['content-type']).toContain('text/plain');
  expect(answer.body).toMatch(
    /carhouse_http_request_seconds_count\{method="GET",route="\/api\/users\/:email",status="200"\} \d/,
  );
  for (const name of [
    'database_connections',
    'database_waiting',
    'event_loop_p99_seconds',
    'reconciler_age_seconds',
    'inbox_depth',
  ])
    expect(answer.body).toMatch(new RegExp(`^carhouse_${name} \\d`, 'm'));
  expect(answer.body).not.toContain(buyer.email);
  expect(answer.body).not.toContain('@');
});

it('keeps a gauge that cannot be read from hiding the others', async () => {
  server.context.metrics.registerGauge('broken', 'cannot be read', () => {
    throw new Error('broken');
  });
  const answer = await server.firstApp.inject({ url: '/metrics' });
  expect(answer.body).toContain('carhouse_broken Nan');
  expect(answer.body).toContain('carhouse_database_connections ');
});

it.each([
  ['another machine', { remoteAddress: '203.0.113.7' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['a proxy that names its protocol alone', { headers: { 'x-forwarded-proto': 'https' } }],
  ['a tunnel on this machine', { headers: { 'cf-connecting-ip': '203.0.113.7' } }],
])('does not exist for %s', async (_caseName, request) => {
  const answer = await server.firstApp.inject({ url: '/metrics', ...request });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
});

it('asks everybody for the token when there is one', async () => {
  const config = { ...server.context.config, metricsToken: 'a-token-of-the-monitor' };
  const app = await buildApp({ ...server.context, config });
  const readStatus = async (authorization?: string) =>
    (
      await app.inject({
        url: '/metrics',
        remoteAddress: '203.0.113.7',
        headers: authorization === undefined ? {} : { authorization },
      })
    ).statusCode;
  expect(await readStatus('Bearer a-token-of-the-monitor')).toBe(200);
  for (const wrongHeader of [undefined, '', 'Bearer ', 'Bearer a-token-of-the-monitox', 'a-token-of-the-monitor'])
    expect(await readStatus(wrongHeader)).toBe(404);
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);
  await app.close();
});
