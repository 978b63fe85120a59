import type { AddressInfo } from 'node:net';
import { presentAccount } from './accounts/present-account.ts';
import { type AccountControl, defaultRestriction, restrictAccount } from './accounts/restrict-account.ts';
import { makeUnusedMethods } from './cards/unused-methods.ts';
import { type Faults, makeFaults } from './faults.ts';
import { IDEMPOTENCY_SECONDS } from './http/api-call.ts';
import { buildApp } from './http/app.ts';
import { findLaterChanges, makeLaterChange } from './later/later-changes.ts';
import { type LaterControl, type LaterDelays, startLaterQueue } from './later/later-queue.ts';
import { openLedger } from './ledger/ledger.ts';
import { presentCharge, presentDispute, presentEvent, presentIntent, presentRefund } from './present.ts';
import { beginStep, commitStep, type SandboxContext } from './sandbox-context.ts';
import type { Step } from './step.ts';
import { type RetryPlan, startWebhookDelivery } from './webhooks/deliver-webhooks.ts';

export type SandboxOptions = {
  host: string;
  /** The port to listen on. With 0 the operating system chooses a port. */
  port: number;
  secretKey: string;
  publishableKey: string;
  /** URL to which events are posted. When absent, no events are posted. */
  webhookUrl?: string;
  webhookSecret: string;
  /**
   * The path of the journal file. Without it all data is lost when the process ends. Only one process at a time may use
   * the file.
   */
  statePath?: string;
  /**
   * The path prefix at the shop's own origin below which a browser reaches the provider, such as
   * `/sandbox-card-provider`.
   */
  basePath?: string;
  now(): Date;
  /** Returns at least 16 unguessable letters and digits, a different text for each call. */
  randomId(): string;
  log(message: string): void;
  webhookRetry?: RetryPlan;
  /** Milliseconds after which records change that change later, such as a slow refund. Each one has a default. */
  laterMs?: Partial<LaterDelays>;
};

export type SandboxCardProvider = {
  url: string;
  port: number;
  /** Sets the webhook URL after the start, for a shop that does not know its own address at the start. */
  setWebhookUrl(url: string | undefined): void;
  /** The records of the account in API format, the oldest first. */
  account: {
    intents(): ReturnType<typeof presentIntent>[];
    charges(): ReturnType<typeof presentCharge>[];
    refunds(): ReturnType<typeof presentRefund>[];
    disputes(): ReturnType<typeof presentDispute>[];
    /** The connected accounts. */
    accounts(): ReturnType<typeof presentAccount>[];
    events(): ReturnType<typeof presentEvent>[];
  };
  connectedAccounts: AccountControl;
  later: LaterControl;
  faults: Faults;
  close(): Promise<void>;
};

const DEFAULT_LATER_MS: LaterDelays = { accounts: 3_000, refunds: 1_500 };
const DEFAULT_RETRY: RetryPlan = { firstMs: 250, maxMs: 60_000, attempts: 60 };

/** Starts the provider on its own port. Rejects when the address is in use or the journal is damaged. */
export async function startSandboxCardProvider(options: SandboxOptions): Promise<SandboxCardProvider> {
  const faults = makeFaults();
  const nowSeconds = () => options.now().getTime() / 1000;
  const ledger = await openLedger(options.statePath, (answer) => answer.created + IDEMPOTENCY_SECONDS > nowSeconds());
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  let webhookUrl = options.webhookUrl;
  let ownUrl = '';

  const delivery = startWebhookDelivery({
    ledger,
    faults,
    url: () => webhookUrl,
    secret: options.webhookSecret,
    now: options.now,
    retryPlan: options.webhookRetry ?? DEFAULT_RETRY,
    log: options.log,
  });
  const world: SandboxContext = {
    ledger,
    faults,
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
    now: options.now,
    randomId: options.randomId,
    drafts: makeUnusedMethods(),
    connectUrl(path, shopUrl) {
      const origin = shopUrl === null ? '' : new URL(shopUrl).origin;
      return `${basePath === '' ? ownUrl : `${origin}${basePath}`}/connect/${path}`;
    },
    challengeUrl: (id) => `${basePath === '' ? ownUrl : basePath}/3ds/${id}`,
    webhooksOn: () => webhookUrl !== undefined,
    afterCommit(work) {
      delivery.enqueue(work.events.map((event) => event.id));
      later.add(work.later);
    },
    log: options.log,
  };
  const later = startLaterQueue({
    delays: { ...DEFAULT_LATER_MS, ...options.laterMs },
    make: (change) => changeRecords((step) => makeLaterChange(step, change)),
    log: options.log,
  });

  function changeRecords(change: (step: Step) => void): Promise<void> {
    const step = beginStep(world, { id: null, idempotency_key: null });
    change(step);
    return commitStep(world, step);
  }

  const app = await buildApp(world, basePath);
  await app.listen({ host: options.host, port: options.port }).catch(async (error: unknown) => {
    await ledger.close();
    throw error;
  });
  const { port } = app.server.address() as AddressInfo;
  ownUrl = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;

  // The unfinished work of an earlier process is continued.
  world.afterCommit({
    events: ledger.all('events').filter((event) => event.delivery === 'pending'),
    later: findLaterChanges([
      ...ledger.all('refunds').map((refund) => ['refunds', refund] as const),
      ...ledger.all('accounts').map((account) => ['accounts', account] as const),
    ]),
  });

  return {
    url: ownUrl,
    port,
    setWebhookUrl(url) {
      webhookUrl = url;
    },
    account: {
      intents: () => ledger.all('intents').map((intent) => presentIntent({ ...world, get: ledger.get }, intent)),
      charges: () => ledger.all('charges').map((charge) => presentCharge(ledger, charge)),
      refunds: () => ledger.all('refunds').map(presentRefund),
      disputes: () =>
        ledger
          .all('disputes')
          .filter((dispute) => dispute.kind === 'dispute')
          .map(presentDispute),
      accounts: () => ledger.all('accounts').map(presentAccount),
      events: () => ledger.all('events').map(presentEvent),
    },
    connectedAccounts: {
      restrict: (id, restriction = defaultRestriction) =>
        changeRecords((step) => restrictAccount(step, id, restriction)),
      lift: (id) => changeRecords((step) => restrictAccount(step, id, null)),
    },
    later,
    faults,
    async close() {
      await app.close();
      await later.close();
      await delivery.close();
      await ledger.close();
    },
  };
}
