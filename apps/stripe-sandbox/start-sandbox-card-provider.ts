import type { AddressInfo } from 'node:net';
import { presentAccount } from './accounts/present-account.ts';
import { type AccountControl, defaultRestriction, restrictAccount } from './accounts/restrict-account.ts';
import { presentBalanceTransaction } from './balance/present-balance.ts';
import { type Pricing, singaporePricing } from './balance/pricing.ts';
import { recordMissingMovements } from './balance/record-missing.ts';
import { makeUnusedMethods } from './cards/unused-methods.ts';
import { presentCharge } from './charges/present-charge.ts';
import { presentDispute } from './disputes/present-dispute.ts';
import { type Faults, makeFaults } from './faults.ts';
import { ANSWER_LIFETIME_SECONDS } from './http/api-call.ts';
import { buildApp } from './http/app.ts';
import { presentIntent } from './intents/present-intent.ts';
import { applyDelayedChange, findDelayedChanges } from './later/later-changes.ts';
import { type ChangeDelays, type DelayedChangeControl, startDelayedChangeQueue } from './later/later-queue.ts';
import { openRecordStore } from './ledger/ledger.ts';
import { presentPayout } from './payouts/present-payout.ts';
import { presentRefund } from './refunds/present-refund.ts';
import { beginStep, commitStep, type SandboxContext } from './sandbox-context.ts';
import type { Step } from './step.ts';
import { presentTransfer } from './transfers/present-transfer.ts';
import { type RetryPlan, startWebhookDelivery } from './webhooks/deliver-webhooks.ts';
import { presentEvent } from './webhooks/present-event.ts';

export type SandboxOptions = {
  host: string;
  /** The port to listen on. With 0 the operating system chooses a port. */
  port: number;
  secretKey: string;
  publishableKey: string;
  /** URL to which events are posted. When absent, no events are posted. */
  webhookUrl?: string;
  /** The types of events that are posted, as the `enabled_events` of a webhook endpoint; all of them when absent. */
  webhookEvents?: readonly string[];
  webhookSecret: string;
  /**
   * The path of the journal file. Without a journal file all data is lost when the process ends. Only one process at a
   * time may use the file.
   */
  statePath?: string;
  /**
   * The path prefix at the shop's own origin below which a browser reaches the provider, such as
   * `/sandbox-card-provider`.
   */
  basePath?: string;
  now(): Date;
  /** Returns at least 16 unguessable letters and digits, a different text for each call. */
  makeRandomId(): string;
  log(message: string): void;
  webhookRetry?: RetryPlan;
  /**
   * Milliseconds after which records change by themselves, such as a slow refund. Each delay that is not given has a
   * default value.
   */
  changeDelaysMs?: Partial<ChangeDelays>;
  /** Replaces some of the prices in Singapore. */
  pricing?: Partial<Pricing>;
};

export type SandboxCardProvider = {
  url: string;
  port: number;
  /** Sets the webhook URL after the start of the provider, for a shop that does not know its own address before. */
  setWebhookUrl(url: string | undefined): void;
  /** The records of the account in API format, the oldest first. */
  account: {
    intents(): ReturnType<typeof presentIntent>[];
    charges(): ReturnType<typeof presentCharge>[];
    refunds(): ReturnType<typeof presentRefund>[];
    disputes(): ReturnType<typeof presentDispute>[];
    transfers(): ReturnType<typeof presentTransfer>[];
    /** The payouts of all connected accounts. */
    payouts(): ReturnType<typeof presentPayout>[];
    /** The movements of the platform's balance, or of the balance of a connected account. */
    balanceTransactions(account?: string): ReturnType<typeof presentBalanceTransaction>[];
    /** The connected accounts. */
    accounts(): ReturnType<typeof presentAccount>[];
    events(): ReturnType<typeof presentEvent>[];
  };
  accountControl: AccountControl;
  delayedChangeControl: DelayedChangeControl;
  faults: Faults;
  /** Forgets all idempotency keys, as the provider does a day after each was used. */
  forgetKeys(): void;
  close(): Promise<void>;
};

const DEFAULT_CHANGE_DELAYS_MS: ChangeDelays = { accounts: 3_000, intents: 3_600_000, payouts: 5_000, refunds: 1_500 };
const DEFAULT_RETRY_PLAN: RetryPlan = { firstDelayMs: 250, maxDelayMs: 60_000, attempts: 60 };

/** Starts the provider on its own port. Rejects when the address is in use or the journal is damaged. */
export async function startSandboxCardProvider(options: SandboxOptions): Promise<SandboxCardProvider> {
  const faults = makeFaults();
  const nowSeconds = () => options.now().getTime() / 1000;
  const recordStore = await openRecordStore(
    options.statePath,
    (answer) => answer.created + ANSWER_LIFETIME_SECONDS > nowSeconds(),
  );
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  let webhookUrl = options.webhookUrl;
  let providerUrl = '';

  const delivery = startWebhookDelivery({
    recordStore,
    faults,
    url: () => webhookUrl,
    secret: options.webhookSecret,
    now: options.now,
    retryPlan: options.webhookRetry ?? DEFAULT_RETRY_PLAN,
    log: options.log,
  });
  /**
   * Below the base path, a page is at the shop's own origin. Without a URL of the shop, the result is a path at the
   * shop's origin.
   */
  const makePageUrl = (path: string, shopUrl: string | null): string => {
    const origin = shopUrl === null ? '' : new URL(shopUrl).origin;
    return basePath === '' ? `${providerUrl}/${path}` : `${origin}${basePath}/${path}`;
  };
  const sandbox: SandboxContext = {
    recordStore,
    faults,
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
    now: options.now,
    makeRandomId: options.makeRandomId,
    forgottenAnswers: new WeakSet(),
    unusedMethods: makeUnusedMethods(),
    makeConnectUrl: (path, shopUrl) => makePageUrl(`connect/${path}`, shopUrl),
    makePaynowUrl: (id, shopUrl) => makePageUrl(`paynow/${id}`, shopUrl),
    pricing: { ...singaporePricing, ...options.pricing },
    makeChallengeUrl: (id) => makePageUrl(`3ds/${id}`, null),
    isEventPosted: (type) => webhookUrl !== undefined && options.webhookEvents?.includes(type) !== false,
    startCommitEffects(work) {
      delivery.enqueue(work.events.map((event) => event.id));
      delayedChangeQueue.add(work.delayedChanges);
    },
    log: options.log,
  };
  const delayedChangeQueue = startDelayedChangeQueue({
    delaysMs: { ...DEFAULT_CHANGE_DELAYS_MS, ...options.changeDelaysMs },
    applyChange: (change) => changeRecords((step) => applyDelayedChange(step, change)),
    log: options.log,
  });

  function changeRecords(change: (step: Step) => void): Promise<void> {
    const step = beginStep(sandbox, { id: null, idempotency_key: null });
    change(step);
    return commitStep(sandbox, step);
  }

  const makeRecordLookup = () => ({
    ...recordStore,
    makeChallengeUrl: sandbox.makeChallengeUrl,
    makePaynowUrl: sandbox.makePaynowUrl,
    now: Math.floor(nowSeconds()),
  });

  const app = await buildApp(sandbox, basePath);
  await app.listen({ host: options.host, port: options.port }).catch(async (error: unknown) => {
    await recordStore.close();
    throw error;
  });
  const { port } = app.server.address() as AddressInfo;
  providerUrl = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;

  await changeRecords(recordMissingMovements);

  // The unfinished work of an earlier process is continued.
  sandbox.startCommitEffects({
    events: recordStore.all('events').filter((event) => event.delivery === 'pending'),
    delayedChanges: findDelayedChanges([
      ...recordStore.all('intents').map((intent) => ['intents', intent] as const),
      ...recordStore.all('refunds').map((refund) => ['refunds', refund] as const),
      ...recordStore.all('accounts').map((account) => ['accounts', account] as const),
      ...recordStore.all('payouts').map((payout) => ['payouts', payout] as const),
    ]),
  });

  return {
    url: providerUrl,
    port,
    setWebhookUrl(url) {
      webhookUrl = url;
    },
    account: {
      intents: () => recordStore.all('intents').map((intent) => presentIntent(makeRecordLookup(), intent)),
      charges: () => recordStore.all('charges').map((charge) => presentCharge(makeRecordLookup(), charge)),
      refunds: () => recordStore.all('refunds').map((refund) => presentRefund(makeRecordLookup(), refund)),
      disputes: () =>
        recordStore
          .all('disputes')
          .filter((dispute) => dispute.kind === 'dispute')
          .map((dispute) => presentDispute(makeRecordLookup(), dispute)),
      transfers: () => recordStore.all('transfers').map((transfer) => presentTransfer(makeRecordLookup(), transfer)),
      payouts: () => recordStore.all('payouts').map((payout) => presentPayout(makeRecordLookup(), payout)),
      balanceTransactions: (account) =>
        recordStore
          .all('balanceTransactions')
          .filter((transaction) => transaction.account === (account ?? null))
          .map((transaction) => presentBalanceTransaction(transaction, makeRecordLookup().now)),
      accounts: () => recordStore.all('accounts').map(presentAccount),
      events: () => recordStore.all('events').map(presentEvent),
    },
    accountControl: {
      restrict: (id, restriction = defaultRestriction) =>
        changeRecords((step) => restrictAccount(step, id, restriction)),
      lift: (id) => changeRecords((step) => restrictAccount(step, id, null)),
    },
    delayedChangeControl: delayedChangeQueue,
    faults,
    forgetKeys() {
      for (const answer of recordStore.all('answers')) sandbox.forgottenAnswers.add(answer);
    },
    async close() {
      await app.close();
      await delayedChangeQueue.close();
      await delivery.close();
      await recordStore.close();
    },
  };
}
