import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { startTestProvider } from '../testing/start-test-provider.ts';

let provider: SandboxCardProvider;
beforeAll(async () => {
  provider = await startTestProvider({ basePath: '/sandbox-card-provider' });
});
afterAll(() => provider.close());

describe('the browser side', () => {
  it.each(['stripe.js', 'field.js', 'controller.js', 'challenge.js'])(
    'serves %s as one script that parses',
    async (name) => {
      const answer = await fetch(`${provider.url}/v3/${name}`);
      expect(answer.headers.get('content-type')).toContain('text/javascript');
      const source = await answer.text();
      expect(() => new Script(source)).not.toThrow();
      expect(source).not.toMatch(/^(import|export) /m);
    },
  );

  it.each(['field.html', 'controller.html'])(
    'serves %s without anything inline, below the base path too',
    async (name) => {
      const answer = await fetch(`${provider.url}/sandbox-card-provider/v3/${name}`);
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      const html = await answer.text();
      expect(html).not.toMatch(/<style|style=|\son\w+=|<script>/);
    },
  );

  it('names the challenge page below the base path', async () => {
    const answer = await fetch(`${provider.url}/sandbox-card-provider/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_0123456789abcdef' },
      body: new URLSearchParams({
        amount: '5000',
        currency: 'sgd',
        confirm: 'true',
        payment_method: 'pm_card_authenticationRequired',
      }),
    });
    expect(await answer.json()).toMatchObject({
      next_action: { use_stripe_sdk: { stripe_js: expect.stringMatching(/^\/sandbox-card-provider\/3ds\/tds_/) } },
    });
  });

  it('returns errors of the API for unknown URLs', async () => {
    const answer = await fetch(`${provider.url}/v1/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});
