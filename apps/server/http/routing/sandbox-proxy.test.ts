import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import type { SandboxKeys } from '../../startup/sandbox-keys.ts';
import { bookListing, call, makeCar, makeUser } from '../../testing/builders.ts';
import { readSandboxKeys } from '../../testing/card-events.ts';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { rateLimits as limits, withoutRateLimits } from '../limits/rate-limits.ts';

let server: TestServer;
let sandboxKeys: SandboxKeys;
let clientSecret: string;
let intentId: string;

beforeAll(async () => {
  server = await startTestServer();
  sandboxKeys = await readSandboxKeys(server);
  const buyer = await makeUser(server, 'Buyer');
  const bookingId = await bookListing(server, buyer, await makeCar(server, await makeUser(server, 'Seller')));
  const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
  clientSecret = String(paymentStartAnswer.body.clientSecret);
  intentId = clientSecret.split('_secret_')[0] ?? '';
});
afterAll(() => server.close());

/** A raw HTTP request with the secret key and an exact path, which fetch would normalise. */
function sendRawRequest(method: string, path: string): Promise<number> {
  const { hostname, port } = new URL(server.url);
  const headers = {
    authorization: `Bearer ${sandboxKeys.secretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': 0,
  };
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: hostname, port, path, method, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    clientRequest.on('error', reject).end();
  });
}

const proxyPrefix = '/sandbox-card-provider';

describe('the sandbox provider on the origin of the server', () => {
  it('gives the browser its script and its pages', async () => {
    const scriptAnswer = await fetch(`${server.url}${proxyPrefix}/v3/stripe.js`);
    expect([scriptAnswer.status, scriptAnswer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ]);
    const intentAnswer = await fetch(
      `${server.url}${proxyPrefix}/v1/payment_intents/${intentId}?client_secret=${clientSecret}`,
      {
        headers: { authorization: `Bearer ${server.context.cardForm.publishableKey}` },
      },
    );
    expect([intentAnswer.status, await intentAnswer.json()]).toEqual([200, expect.objectContaining({ id: intentId })]);
  });

  it('lets the browser confirm its charge', async () => {
    const answer = await fetch(`${server.url}${proxyPrefix}/v1/payment_intents/${intentId}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.context.cardForm.publishableKey}` },
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4000000000000002',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '242',
      }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      402,
      { error: expect.objectContaining({ code: 'card_declined' }) },
    ]);
  });

  it('gives a seller the page that sets up their payouts, which posts its form and leads back to the shop', async () => {
    const post = async (path: string, fields: Record<string, string>) => {
      const headers = { authorization: `Bearer ${sandboxKeys.secretKey}` };
      const answer = await fetch(`${server.sandbox.url}${path}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields),
      });
      return (await answer.json()) as { id: string; url: string };
    };
    const { id } = await post('/v1/accounts', { type: 'express', email: 'ada@example.com' });
    const [refreshUrl, returnUrl] = [`${server.url}/refresh`, `${server.url}/done`];
    const accountLink = await post('/v1/account_links', {
      account: id,
      type: 'account_onboarding',
      refresh_url: refreshUrl,
      return_url: returnUrl,
    });
    expect(accountLink.url.startsWith(`${server.url}${proxyPrefix}/connect/setup/`)).toBe(true);
    const setupAnswer = await fetch(accountLink.url, { redirect: 'manual' });
    const page = new URL(setupAnswer.headers.get('location') ?? '', accountLink.url);
    expect([page.origin, page.pathname.startsWith(`${proxyPrefix}/connect/session/`)]).toEqual([server.url, true]);
    const formAnswer = await fetch(page);
    expect([formAnswer.status, formAnswer.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringMatching(/form-action 'self' .*frame-ancestors 'none'/),
    ]);
    const body = new URLSearchParams({ action: 'fill' });
    const pageAnswer = await fetch(page, { method: 'POST', body, redirect: 'manual' });
    expect([pageAnswer.status, pageAnswer.headers.get('location')]).toEqual([303, returnUrl]);
    expect(server.sandbox.account.accounts().find((account) => account.id === id)?.payouts_enabled).toBe(true);
  });

  it('gives the buyer the page and the picture of a PayNow code', async () => {
    const paymentStartAnswer = await fetch(`${server.sandbox.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandboxKeys.secretKey}` },
      body: new URLSearchParams({
        amount: '5000',
        currency: 'sgd',
        confirm: 'true',
        'allowed_payment_method_types[0]': 'paynow',
        'payment_method_data[type]': 'paynow',
        return_url: `${server.url}/pay`,
      }),
    });
    type OpenedIntent = { id: string; next_action: { paynow_display_qr_code: Record<string, string> } };
    const { id, next_action } = (await paymentStartAnswer.json()) as OpenedIntent;
    const { hosted_instructions_url: page = '', image_url_png: picture = '' } = next_action.paynow_display_qr_code;
    expect(page.startsWith(`${server.url}${proxyPrefix}/paynow/`)).toBe(true);
    expect((await fetch(page)).status).toBe(200);
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/png');
    await fetch(page, { method: 'POST', body: new URLSearchParams({ result: 'approve' }) });
    expect(server.sandbox.account.intents().find((intent) => intent.id === id)?.status).toBe('succeeded');
  });

  it('shows an intent to nobody without its client secret', async () => {
    const answer = await fetch(`${server.url}${proxyPrefix}/v1/payment_intents/${intentId}`, {
      headers: { authorization: `Bearer ${server.context.cardForm.publishableKey}` },
    });
    expect(answer.status).toBe(400);
  });

  it.each([
    ['POST', '/v1/refunds'],
    ['GET', '/v1/refunds'],
    ['GET', '/v1/events'],
    ['GET', '/v1/events/evt_1'],
    ['GET', '/v1/charges/ch_1'],
    ['GET', '/v1/payment_intents'],
    ['POST', '/v1/payment_intents'],
    ['POST', '/v1/payment_intents/pi_1/cancel'],
    ['GET', '/v1/payment_intents/pi_1/confirm'],
    ['GET', '/v1/payment_methods/pm_1'],
    ['POST', '/v1/accounts'],
    ['GET', '/v1/accounts/acct_1'],
    ['POST', '/v1/accounts/acct_1/login_links'],
    ['POST', '/v1/account_links'],
    ['GET', '/connect/session/..%2f..%2fv1%2faccounts'],
    ['GET', '/'],
    ['GET', ''],
    ['GET', '//v1/events'],
    ['GET', '/v3/../v1/events'],
    ['GET', '/v3/%2e%2e/v1/events'],
    ['GET', '/v3/..%2fv1%2fevents'],
    ['GET', '/v3/..'],
    ['GET', '/v3/%2e%2e'],
    ['GET', '/V1/events'],
    ['GET', '/v1/events?x=/v3/stripe.js'],
    ['GET', '@127.0.0.1/v1/events'],
    ['POST', '/v1/payment_intents/pi_1/confirm/../../../refunds'],
    ['POST', '/v1/payment_intents/pi_1%2fconfirm'],
    ['DELETE', '/v3/stripe.js'],
    ['PUT', '/v1/payment_intents/pi_1/confirm'],
  ])('refuses the other calls, with the secret key too: %s %s', async (method, path) => {
    const intentCountBefore = server.sandbox.account.intents().length;
    expect(await sendRawRequest(method, `${proxyPrefix}${path}`)).toBe(404);
    expect([server.sandbox.account.intents().length, server.sandbox.account.refunds()]).toEqual([
      intentCountBefore,
      [],
    ]);
  });

  it('is not there when Stripe takes the cards', async () => {
    const app = await buildApp(server.context);
    for (const path of ['/v3/stripe.js', '/v1/payment_methods', '/3ds/x'])
      expect((await app.inject({ url: `${proxyPrefix}${path}` })).statusCode).toBe(404);
    await app.close();
  });
});

it('takes a bounded number of calls a minute from one address, and is asked before the body is read', async () => {
  const rateLimits = withoutRateLimits({ sandboxCards: { ...limits.sandboxCards, count: 3 } });
  const app = await buildApp(
    { ...server.context, protection: { ...unlimitedProtection, rateLimits } },
    { sandboxUrl: server.sandbox.url },
  );
  const post = async (remoteAddress: string, payload = 'type=card'): Promise<number> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = `${proxyPrefix}/v1/payment_methods`;
    return (await app.inject({ method: 'POST', url, headers, payload, remoteAddress })).statusCode;
  };
  try {
    for (let callIndex = 0; callIndex < 3; callIndex += 1) expect(await post('203.0.113.5')).toBe(401);
    expect(await post('203.0.113.5')).toBe(429);
    expect(await post('203.0.113.5', 'x'.repeat(100_000))).toBe(429);
    expect(await post('203.0.113.6')).toBe(401);
  } finally {
    await app.close();
  }
});
