import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import {
  confirmAsBrowser,
  createSdkClient,
  PUBLISHABLE_KEY,
  startTestProvider,
} from '../testing/start-test-provider.ts';

let folder: string;
let statePath: string;
let provider: SandboxCardProvider;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-anonymous-'));
  statePath = join(folder, 'account.jsonl');
  provider = await startTestProvider({ statePath });
});
afterEach(async () => {
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

const readJournalSize = async (): Promise<number> => (await stat(statePath)).size;

/** Creates a payment method as a browser does, with the publishable key. */
async function makePaymentMethod(name: string, idempotencyKey: string): Promise<{ status: number; id: string }> {
  const form = new URLSearchParams({
    key: PUBLISHABLE_KEY,
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
    'billing_details[name]': name,
  });
  const headers = { 'idempotency-key': idempotencyKey };
  const answer = await fetch(`${provider.url}/v1/payment_methods`, { method: 'POST', body: form, headers });
  return { status: answer.status, id: ((await answer.json()) as { id?: string }).id ?? '' };
}

it('does not record what anyone may send, and a payment method from a browser can still be charged', async () => {
  const sizeBefore = await readJournalSize();
  for (let callIndex = 0; callIndex < 20; callIndex += 1)
    expect((await makePaymentMethod('Ada Buyer', `key-${callIndex}`)).status).toBe(200);
  expect((await makePaymentMethod('A'.repeat(40_000), 'long')).status).toBe(400);
  expect(await readJournalSize()).toBe(sizeBefore);

  const { id } = await makePaymentMethod('Ada Buyer', 'paying');
  const intent = await createSdkClient(provider).paymentIntents.create({ amount: 5_000, currency: 'sgd' });
  const paidIntent = await createSdkClient(provider, PUBLISHABLE_KEY).paymentIntents.confirm(intent.id, {
    payment_method: id,
    client_secret: intent.client_secret ?? '',
  } as never);
  expect(paidIntent.status).toBe('succeeded');
  expect((await createSdkClient(provider).paymentMethods.retrieve(id)).id).toBe(id);
});

it('drops the oldest unused payment method when there are too many', async () => {
  const { id } = await makePaymentMethod('Ada Buyer', 'first');
  for (let callIndex = 0; callIndex < 1_000; callIndex += 1) await makePaymentMethod('Ada Buyer', '');
  await expect(createSdkClient(provider).paymentMethods.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
});

it('limits the attempts at one charge, because each is recorded', async () => {
  const intent = await createSdkClient(provider).paymentIntents.create({ amount: 5_000, currency: 'sgd' });
  const declinedCard = { number: '4000000000000002' };
  for (let callIndex = 0; callIndex < 50; callIndex += 1)
    expect((await confirmAsBrowser(provider, intent, declinedCard)).status).toBe(402);
  const sizeBefore = await readJournalSize();
  expect((await confirmAsBrowser(provider, intent, declinedCard)).status).toBe(429);
  expect(await readJournalSize()).toBe(sizeBefore);
});
