import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { makeSeller } from '../testing/connected-accounts.ts';
import { SECRET_KEY, sdk, startReceiver, startTestProvider } from '../testing/start-test-provider.ts';

let folder: string;
let statePath: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-card-provider-'));
  statePath = join(folder, 'account.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const order = { amount: 5_000, currency: 'sgd' };

describe('a restart', () => {
  it('keeps intents, charges, refunds, events and idempotent responses', async () => {
    const before = await startTestProvider({ statePath });
    const paid = await sdk(before).paymentIntents.create(
      { ...order, confirm: true, payment_method: 'pm_card_visa' },
      { idempotencyKey: 'attempt-1' },
    );
    await sdk(before).refunds.create({ payment_intent: paid.id });
    const accountBefore = before.account;
    const [intents, charges, refunds, events] = [
      accountBefore.intents(),
      accountBefore.charges(),
      accountBefore.refunds(),
      accountBefore.events(),
    ];
    await before.close();

    const after = await startTestProvider({ statePath });
    expect(after.account.intents()).toEqual(intents);
    expect(after.account.charges()).toEqual(charges);
    expect(after.account.refunds()).toEqual(refunds);
    expect(after.account.events()).toEqual(events);
    const secondIntent = await sdk(after).paymentIntents.create(
      { ...order, confirm: true, payment_method: 'pm_card_visa' },
      { idempotencyKey: 'attempt-1' },
    );
    expect(secondIntent.id).toBe(paid.id);
    await after.close();
  });

  it('keeps connected accounts, transfers and balances, and goes on with a payout that was under way', async () => {
    const before = await startTestProvider({ statePath });
    before.later.hold();
    const client = sdk(before);
    const seller = (await makeSeller(client)).id;
    const paid = await client.paymentIntents.create({ ...order, confirm: true, payment_method: 'pm_card_visa' });
    const transfer = await client.transfers.create({
      amount: 4_000,
      currency: 'sgd',
      destination: seller,
      source_transaction: paid.latest_charge as string,
    });
    await client.transfers.createReversal(transfer.id, { amount: 500 });
    const { id } = await client.payouts.create({ amount: 3_000, currency: 'sgd' }, { stripeAccount: seller });
    const snapshot = ({ account }: SandboxCardProvider) => [
      account.accounts(),
      account.transfers(),
      account.payouts(),
      account.balanceTransactions(),
      account.balanceTransactions(seller),
    ];
    const stateBefore = snapshot(before);
    await before.close();

    const after = await startTestProvider({ statePath, laterMs: { payouts: 60_000 } });
    expect(snapshot(after)).toEqual(stateBefore);
    await after.later.settle(id);
    await after.later.settle(id);
    expect(after.account.payouts()).toMatchObject([{ id, status: 'paid' }]);
    await after.close();
  });

  it('records the balance of a journal that is older than it', async () => {
    const before = await startTestProvider({ statePath });
    before.later.hold();
    const create = (paymentMethod: string) =>
      sdk(before).paymentIntents.create({ ...order, confirm: true, payment_method: paymentMethod });
    const refundedIntent = await create('pm_card_visa');
    await sdk(before).refunds.create({ payment_intent: refundedIntent.id, amount: 1_000 });
    await create('pm_card_createDispute');
    const listMovements = ({ account }: SandboxCardProvider) =>
      account.balanceTransactions().map(({ type, net, created }) => `${type} ${net} ${created}`);
    const earlierMovements = listMovements(before).toSorted();
    await before.close();
    const isMovement = (ledgerWrite: [string, object]) => ledgerWrite[0] === 'balanceTransactions';
    const lines = (await readFile(statePath, 'utf8')).trimEnd().split('\n');
    const oldLines = lines.map((line) => {
      const writes = (JSON.parse(line) as [string, object][]).filter((ledgerWrite) => !isMovement(ledgerWrite));
      return JSON.stringify(writes, (key, value) => (/^balanceTransactionIds?$/.test(key) ? undefined : value));
    });
    await writeFile(statePath, `${oldLines.join('\n')}\n`);

    for (let times = 0; times < 2; times += 1) {
      const after = await startTestProvider({ statePath });
      expect(listMovements(after).toSorted()).toEqual(earlierMovements);
      await after.close();
    }
  });

  it('goes on with webhooks that were not delivered', async () => {
    const before = await startTestProvider({ statePath, webhookUrl: 'http://127.0.0.1:1/nobody-listens' });
    const intent = await sdk(before).paymentIntents.create(order);
    await before.close();

    const webhookReceiver = await startReceiver();
    const after = await startTestProvider({ statePath, webhookUrl: webhookReceiver.url });
    await webhookReceiver.until((all) => all.length === 1);
    expect(webhookReceiver.received[0]?.body).toContain(intent.id);
    await after.close();
    await webhookReceiver.close();
  });

  it('drops an incomplete last line, and rejects a damaged one', async () => {
    const before = await startTestProvider({ statePath });
    const intent = await sdk(before).paymentIntents.create(order);
    await before.close();
    await appendFile(statePath, '[["intents",{"id":"pi_half');
    const after = await startTestProvider({ statePath });
    expect(after.account.intents().map(({ id }) => id)).toEqual([intent.id]);
    await after.close();
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
    expect(journal).not.toContain('411111');
    expect(journal).not.toContain('987');
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
    const processExit = new Promise((done) => {
      providerProcess.once('exit', done);
    });
    const [line] = await new Promise<[string]>((done) => {
      createInterface(providerProcess.stdout).once('line', (first) => done([first]));
    });
    const port = Number(/:(\d+)$/.exec(line)?.[1]);
    const stripe = sdk({ port });
    const acknowledgedIds: string[] = [];
    const buyerPromises = Array.from({ length: 8 }, async () => {
      for (;;) {
        const paid = await stripe.paymentIntents.create({ ...order, confirm: true, payment_method: 'pm_card_visa' });
        acknowledgedIds.push(paid.latest_charge as string);
        if (acknowledgedIds.length >= 40) providerProcess.kill('SIGKILL');
      }
    });
    await Promise.allSettled(buyerPromises);
    await processExit;

    const after = await startTestProvider({ statePath });
    const keptChargeIds = new Set(after.account.charges().map(({ id }) => id));
    expect(acknowledgedIds.length).toBeGreaterThanOrEqual(40);
    expect(acknowledgedIds.filter((id) => !keptChargeIds.has(id))).toEqual([]);
    await after.close();
  });
});
