import { createHmac, randomBytes } from 'node:crypto';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';
import { loadSandboxKeys } from '../startup/own-sandbox.ts';
import type { SandboxKeys } from '../startup/sandbox-keys.ts';
import type { Answer } from './builders.ts';
import type { TestServer } from './test-server.ts';

/** Returns the keys that the server shares with its sandbox provider (startup/open-cards.ts). */
export async function readSandboxKeys(server: TestServer): Promise<SandboxKeys> {
  return loadSandboxKeys(server.context.config.dataDir);
}

/** Makes an event of the card provider about an intent, in the format of a webhook body. */
export function makeCardEvent(intentId: string, options: { readonly type?: string; readonly livemode?: boolean } = {}) {
  return {
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    api_version: null,
    created: Math.floor(Date.now() / 1000),
    livemode: options.livemode ?? false,
    type: options.type ?? 'payment_intent.succeeded',
    data: { object: { id: intentId, object: 'payment_intent', livemode: options.livemode ?? false } },
  };
}

/**
 * Computes the signature header of a body; `seconds` is the time that the header states, and `scheme` is `v1` for a
 * valid signature.
 */
export function signBody(
  body: string,
  secret: string,
  options: { readonly seconds?: number; readonly scheme?: string } = {},
): string {
  const seconds = options.seconds ?? Math.floor(Date.now() / 1000);
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},${options.scheme ?? 'v1'}=${hash}`;
}

/** Posts a body to the server's webhook. */
export async function postEvent(
  server: TestServer,
  body: string,
  signatureHeader: string | undefined,
): Promise<Answer> {
  const answer = await server.app.inject({
    method: 'POST',
    url: providerWebhookPath,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signatureHeader === undefined ? {} : { 'stripe-signature': signatureHeader }),
    },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
