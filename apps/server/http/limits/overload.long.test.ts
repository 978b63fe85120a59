import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { defaultOverloadDelayMs } from '../../config/listen-config.ts';
import { makeUser, password } from '../../testing/builders.ts';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

/** Blocks the event loop. */
function blockEventLoop(milliseconds: number): void {
  const busyUntilMs = performance.now() + milliseconds;
  while (performance.now() < busyUntilMs);
}

it('turns API calls away after the event loop was blocked, keeps health and webhooks, and takes calls again', async () => {
  const app = await buildApp(
    { ...testServer.context, protection: { ...unlimitedProtection, longestLoopDelayMs: defaultOverloadDelayMs } },
    {
      registerPages: async (server) => {
        server.get('/test/busy', async () => {
          blockEventLoop(5_500);
          return {};
        });
      },
    },
  );
  const [admin, suspectedSeller, buyer] = [
    await makeUser(testServer, 'admin'),
    await makeUser(testServer, 'Buyer'),
    await makeUser(testServer, 'Buyer'),
  ];
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const fetchPath = async (path: string, fetchOptions: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, fetchOptions);
    return [answer.status, answer.headers.get('retry-after'), await answer.text()] as const;
  };
  try {
    expect((await fetchPath('/api/v1/categories'))[0]).toBe(200);
    expect((await fetchPath('/test/busy'))[0]).toBe(200);
    const pathSpellings = [
      '/api/v1/categories',
      '/%61pi/v1/categories',
      '/api/v1/categories?x',
      '/api/v1/%6Cistings?q=a',
    ];
    for (const path of pathSpellings) {
      const [status, retryAfter, text] = await fetchPath(path);
      expect([path, status, retryAfter, JSON.parse(text).code]).toEqual([path, 503, '2', 'UNAVAILABLE']);
    }
    // The calls that visitors need most, and those with which an admin ends an attack, are still answered under overload.
    for (const path of ['/api/v1/brands', '/api/audiDatas', '/%61pi/audiDatas', '/api/v1/me']) {
      expect([path, (await fetchPath(path))[0]]).toEqual([path, 200]);
    }
    // A browser that returns from a sign-in provider gets a response: an error page, because this test has no sign-in in
    // progress.
    const htmlRequestOptions = { headers: { accept: 'text/html,*/*;q=0.8' } };
    const callbackAnswer = await fetch(`${url}/api/auth/callback/google?code=a&state=b`, {
      ...htmlRequestOptions,
      redirect: 'manual',
    });
    expect([callbackAnswer.status, callbackAnswer.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(await callbackAnswer.text()).toContain('<h1>There is no such page</h1>');
    const suspensionPath = `/api/v1/accounts/${suspectedSeller.id}/suspension`;
    const headers = { authorization: admin.token, 'content-type': 'application/json' };
    expect(
      (await fetchPath(suspensionPath, { method: 'POST', headers, body: JSON.stringify({ reason: 'any' }) }))[0],
    ).toBe(200);
    expect((await fetchPath('/api/payment', { method: 'POST', headers, body: '{}' }))[0]).toBe(422);
    const signInBody = JSON.stringify({ email: buyer.email, password });
    expect((await fetchPath('/api/auth/sign-in/email', { method: 'POST', headers, body: signInBody }))[0]).toBe(200);
    expect((await fetchPath('/healthz'))[0]).toBe(200);
    await expect.poll(async () => (await fetchPath('/readyz'))[0]).toBe(200);
    expect((await fetchPath('/api/webhooks/card-provider', { method: 'POST', body: '{}' }))[0]).toBe(400);
    expect((await testServer.context.metrics.overloadRefusals.get()).values[0]?.value).toBeGreaterThan(0);
    await expect.poll(async () => (await fetchPath('/api/v1/categories'))[0], { interval: 200 }).toBe(200);
  } finally {
    await app.close();
  }
});
