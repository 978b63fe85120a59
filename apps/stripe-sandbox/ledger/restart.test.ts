import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { makeSeller } from '../testing/connected-accounts.ts';
import {
  createSdkClient,
  SECRET_KEY,
  startTestProvider,
  startWebhookReceiver,
} from '../testing/start-test-provider.ts';

let folder: string;
let statePath: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-card-provider-'));
  statePath = join(folder, 'account.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const intentParams = { amount: 5_000, currency: 'sgd' };

describe('a restart', () => {
  it('keeps intents, charges, refunds, events and idempotent responses', async () => {
    const providerBefore = await startTestProvider({ statePath });
    const paidIntent = await createSdkClient(providerBefore).paymentIntents.create(
      { ...intentParams, confirm: true, payment_method: 'pm_card_visa' },
      { idempotencyKey: 'attempt-1' },
    );
    await createSdkClient(providerBefore).refunds.create({ payment_intent: paidIntent.id });
    const accountBefore = providerBefore.account;
    const [intents, charges, refunds, events] = [
      accountBefore.intents(),
      accountBefore.charges(),
      accountBefore.refunds(),
      accountBefore.events(),
    ];
    await providerBefore.close();

    const providerAfter = await startTestProvider({ statePath });
    expect(providerAfter.account.intents()).toEqual(intents);
    expect(providerAfter.account.charges()).toEqual(charges);
    expect(providerAfter.account.refunds()).toEqual(refunds);
    expect(providerAfter.account.events()).toEqual(events);
    const secondIntent = await createSdkClient(providerAfter).paymentIntents.create(
      { ...intentParams, confirm: true, payment_method: 'pm_card_visa' },
      { idempotencyKey: 'attempt-1' },
    );
    expect(secondIntent.id).toBe(paidIntent.id);
    await providerAfter.close();
  });

  it('keeps connected accounts, transfers and balances, and goes on with a payout that was under way', async () => {
    const providerBefore = await startTestProvider({ statePath });
    providerBefore.delayedChangeControl.hold();
    const client = createSdkClient(providerBefore);
    const seller = (await makeSeller(client)).id;
    const paid = await client.paymentIntents.create({ ...intentParams, confirm: true, payment_method: 'pm_card_visa' });
    const transfer = await client.transfers.create({
      amount: 4_000,
      currency: 'sgd',
      destination: seller,
      source_transaction: paid.latest_charge as string,
    });
    await client.transfers.createReversal(transfer.id, { amount: 500 });
    const { id } = await client.payouts.create({ amount: 3_000, currency: 'sgd' }, { stripeAccount: seller });
    const readSnapshot = ({ account }: SandboxCardProvider) => [
      account.accounts(),
      account.transfers(),
      account.payouts(),
      account.balanceTransactions(),
      account.balanceTransactions(seller),
    ];
    const stateBefore = readSnapshot(providerBefore);
    await providerBefore.close();

    const providerAfter = await startTestProvider({ statePath, changeDelaysMs: { payouts: 60_000 } });
    expect(readSnapshot(providerAfter)).toEqual(stateBefore);
    await providerAfter.delayedChangeControl.settle(id);
    await providerAfter.delayedChangeControl.settle(id);
    expect(providerAfter.account.payouts()).toMatchObject([{ id, status: 'paid' }]);
    await providerAfter.close();
  });

  it('records the balance of a journal that is older than it', async () => {
    const providerBefore = await startTestProvider({ statePath });
    providerBefore.delayedChangeControl.hold();
    const create = (paymentMethodId: string) =>
      createSdkClient(providerBefore).paymentIntents.create({
        ...intentParams,
        confirm: true,
        payment_method: paymentMethodId,
      });
    const refundedIntent = await create('pm_card_visa');
    await createSdkClient(providerBefore).refunds.create({ payment_intent: refundedIntent.id, amount: 1_000 });
    await create('pm_card_createDispute');
    const listMovements = ({ account }: SandboxCardProvider) =>
      account.balanceTransactions().map(({ type, net, created }) => `${type} ${net} ${created}`);
    const earlierMovements = listMovements(providerBefore).toSorted();
    await providerBefore.close();
    const isMovement = (tableWrite: [string, object]) => tableWrite[0] === 'balanceTransactions';
    const lines = (await readFile(statePath, 'utf8')).trimEnd().split('\n');
    const oldLines = lines.map((line) => {
      const writes = (JSON.parse(line) as [string, object][]).filter((tableWrite) => !isMovement(tableWrite));
      return JSON.stringify(writes, (key, value) => (/^balanceTransactionIds?$/.test(key) ? undefined : value));
    });
    await writeFile(statePath, `${oldLines.join('\n')}\n`);

    for (let restartIndex = 0; restartIndex < 2; restartIndex += 1) {
      const providerAfter = await startTestProvider({ statePath });
      expect(listMovements(providerAfter).toSorted()).toEqual(earlierMovements);
      await providerAfter.close();
    }
  });

  it('goes on with webhooks that were not delivered', async () => {
    const providerBefore = await startTestProvider({ statePath, webhookUrl: 'http://127.0.0.1:1/nobody-listens' });
    const intent = await createSdkClient(providerBefore).paymentIntents.create(intentParams);
    await providerBefore.close();

    const webhookReceiver = await startWebhookReceiver();
    const providerAfter = await startTestProvider({ statePath, webhookUrl: webhookReceiver.url });
    await webhookReceiver.waitUntil((requests) => requests.length === 1);
    expect(webhookReceiver.received[0]?.body).toContain(intent.id);
    await providerAfter.close();
    await webhookReceiver.close();
  });

  it('drops an incomplete last line, and rejects a damaged one', async () => {
    const providerBefore = await startTestProvider({ statePath });
    const intent = await createSdkClient(providerBefore).paymentIntents.create(intentParams);
    await providerBefore.close();
    await appendFile(statePath, '[["intents",{"id":"pi_half');
    const providerAfter = await startTestProvider({ statePath });
    expect(providerAfter.account.intents().map(({ id }) => id)).toEqual([intent.id]);
    await providerAfter.close();
    await appendFile(statePath, 'not json\n');
    await expect(startTestProvider({ statePath })).rejects.toThrow(/account\.jsonl: line \d+ is damaged/);
  });

  it('stores no card number', async () => {
    const provider = await startTestProvider({ statePath });
    const body = new URLSearchParams({
      type: 'card',
      'card[number]': '4111111111111111',
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '987',
    });
    const headers = { authorization: `Bearer ${SECRET_KEY}` };
    expect((await fetch(`${provider.url}/v1/payment_methods`, { method: 'POST', headers, body })).status).toBe(200);
    await provider.close();
    const journal = await readFile(statePath, 'utf8');
    expect(journal).toContain('"last4":"1111"');
    expect(journal).not.toContain('41111111');
    // Random ids and times may contain the digits 987 inside longer numbers.
    expect(journal).not.toMatch(/\b987\b/);
  });

  it('loses no acknowledged charge when its process is killed during many charges', async () => {
    const providerProcess = spawn(
      process.execPath,
      [
        join(import.meta.dirname, '../main.ts'),
        '--port=0',
        `--state=${statePath}`,
        '--secret-key=sk_test_0123456789abcdef',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exitPromise = new Promise((resolveExit) => {
      providerProcess.once('exit', resolveExit);
    });
    const [line] = await new Promise<[string]>((resolveExit) => {
      createInterface(providerProcess.stdout).once('line', (firstLine) => resolveExit([firstLine]));
    });
    const port = Number(/:(\d+)$/.exec(line)?.[1]);
    const stripe = createSdkClient({ port });
    const acknowledgedIds: string[] = [];
    const buyerPromises = Array.from({ length: 8 }, async () => {
      for (;;) {
        const paid = await stripe.paymentIntents.create({
          ...intentParams,
          confirm: true,
          payment_method: 'pm_card_visa',
        });
        acknowledgedIds.push(paid.latest_charge as string);
        if (acknowledgedIds.length >= 40) providerProcess.kill('SIGKILL');
      }
    });
    await Promise.allSettled(buyerPromises);
    await exitPromise;

    const providerAfter = await startTestProvider({ statePath });
    const storedChargeIds = new Set(providerAfter.account.charges().map(({ id }) => id));
    expect(acknowledgedIds.length).toBeGreaterThanOrEqual(40);
    expect(acknowledgedIds.filter((id) => !storedChargeIds.has(id))).toEqual([]);
    await providerAfter.close();
  });
});
