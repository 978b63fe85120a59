import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import {
  type SandboxCardProvider,
  type SandboxOptions,
  startSandboxCardProvider,
} from '../start-sandbox-card-provider.ts';

export const SECRET_KEY = 'sk_test_0123456789abcdef';
export const PUBLISHABLE_KEY = 'pk_test_0123456789abcdef';
export const WEBHOOK_SECRET = 'whsec_0123456789abcdef';

/** Starts a provider on a free port. */
export function startTestProvider(options: Partial<SandboxOptions> = {}): Promise<SandboxCardProvider> {
  return startSandboxCardProvider({
    host: '127.0.0.1',
    port: 0,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    now: () => new Date(),
    makeRandomId: () => randomBytes(12).toString('hex'),
    log: () => {},
    webhookRetry: { firstDelayMs: 5, maxDelayMs: 20, attempts: 5 },
    changeDelaysMs: { accounts: 5, intents: 3_600_000, payouts: 5, refunds: 5 },
    ...options,
  });
}

/**
 * Creates a client of the official SDK for this provider. The client does not retry. `timeout` is in milliseconds.
 */
export function createSdkClient(
  provider: Pick<SandboxCardProvider, 'port'>,
  key = SECRET_KEY,
  options: { timeout?: number } = {},
): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: provider.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...options,
  });
}

export type CardInput = { number: string; exp_month?: string; exp_year?: string; cvc?: string };

/** Confirms an intent as a browser does: with publishable key, client secret and card data, form-encoded. */
export async function confirmAsBrowser(
  provider: SandboxCardProvider,
  intent: { id: string; client_secret: string | null },
  card: CardInput,
  key = PUBLISHABLE_KEY,
): Promise<{ status: number; body: ConfirmBody }> {
  const form = new URLSearchParams({
    key,
    client_secret: intent.client_secret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[billing_details][name]': 'Ada Buyer',
    'payment_method_data[billing_details][email]': 'ada@example.com',
  });
  const fullCard = { exp_month: '12', exp_year: '2040', cvc: /^3[47]/.test(card.number) ? '1234' : '123', ...card };
  for (const [name, value] of Object.entries(fullCard)) {
    if (value !== '') form.set(`payment_method_data[card][${name}]`, value);
  }
  const answer = await fetch(`${provider.url}/v1/payment_intents/${intent.id}/confirm`, { method: 'POST', body: form });
  return { status: answer.status, body: (await answer.json()) as ConfirmBody };
}

export type ConfirmBody = {
  id?: string;
  status?: string;
  next_action?: { type: string; use_stripe_sdk: { type: string; stripe_js: string } } | null;
  error?: {
    type: string;
    code?: string;
    decline_code?: string;
    message: string;
    payment_intent?: { status: string; last_payment_error: { code: string } | null };
  };
};

export type ReceivedWebhook = { body: string; signature: string };

/**
 * Starts a webhook endpoint of a shop that records the received requests. `answer` returns the status for the nth
 * request, counted from 0.
 */
export async function startWebhookReceiver(answer: (index: number) => number = () => 200) {
  const receivedWebhooks: ReceivedWebhook[] = [];
  let resumeWaiter: () => void = () => {};
  const server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = answer(receivedWebhooks.length);
      receivedWebhooks.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(status).end();
      resumeWaiter();
    });
  });
  await new Promise<void>((resolveListening) => {
    server.listen(0, '127.0.0.1', resolveListening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received: receivedWebhooks,
    /** Resolves when the received requests meet the condition. */
    async waitUntil(isMet: (requests: ReceivedWebhook[]) => boolean): Promise<void> {
      while (!isMet(receivedWebhooks)) {
        await new Promise<void>((resolveNextRequest) => {
          resumeWaiter = resolveNextRequest;
        });
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
