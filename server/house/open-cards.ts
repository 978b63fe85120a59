import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { takeDataDirLock } from '@carhouse/database/embedded/data-dir-lock';
import type { CardProvider } from '@carhouse/payments/card-provider';
import { createStripeProvider } from '@carhouse/payments/stripe-provider';
import {
  type SandboxCardProvider,
  type SandboxOptions,
  startSandboxCardProvider,
} from '@carhouse/sandbox-card-provider/start-sandbox-card-provider';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { CardForm } from '../context.ts';
import { sandboxPath } from '../http/sandbox-proxy.ts';
import { keptSecret } from './kept-secret.ts';

export type Cards = {
  readonly provider: CardProvider;
  readonly form: CardForm;
  /** Null when Stripe takes the cards: then nothing of the sandbox runs. */
  readonly sandbox: SandboxCardProvider | null;
};

/**
 * The card provider that the configuration names; the sandbox one is started on a free loopback port.
 * @throws EmbeddedDatabaseError `DATA_DIR_LOCKED` while another house keeps the account of the sandbox provider.
 */
export async function openCards(config: Config, log: Logger): Promise<Cards> {
  if (config.cards.kind === 'stripe') {
    const { secretKey, publishableKey, webhookSecrets, livemode } = config.cards;
    return {
      provider: createStripeProvider({ secretKey, webhookSecrets, livemode }),
      form: { publishableKey, scriptUrl: null, testMode: !livemode },
      sandbox: null,
    };
  }
  const seed = await keptSecret(config.dataDir, 'sandbox-card-provider');
  const keys = {
    secretKey: `sk_test_${seed.slice(0, 24)}`,
    publishableKey: `pk_test_${seed.slice(24, 40)}`,
    webhookSecret: `whsec_${seed.slice(40)}`,
  };
  const sandbox = await startLocked({
    ...keys,
    host: '127.0.0.1',
    port: 0,
    basePath: sandboxPath,
    dataDir: config.dataDir,
    now: () => new Date(),
    randomId: () => randomBytes(12).toString('hex'),
    log: (message) => log.debug({ message }, 'sandbox card provider'),
  });
  return {
    provider: createStripeProvider({
      secretKey: keys.secretKey,
      webhookSecrets: [keys.webhookSecret],
      livemode: false,
      endpoint: { protocol: 'http', host: '127.0.0.1', port: sandbox.port },
    }),
    form: { publishableKey: keys.publishableKey, scriptUrl: `${sandboxPath}/v3/stripe.js`, testMode: true },
    sandbox,
  };
}

/** Two houses on one database server would write one journal and lose each other's charges, so one of them must not start. */
async function startLocked({
  dataDir,
  ...options
}: Omit<SandboxOptions, 'statePath'> & { dataDir: string }): Promise<SandboxCardProvider> {
  const lock = await takeDataDirLock(dataDir);
  try {
    const statePath = join(dataDir, 'sandbox-card-provider.journal');
    const sandbox = await startSandboxCardProvider({ ...options, statePath });
    const close = async (): Promise<void> => {
      try {
        await sandbox.close();
      } finally {
        await lock.release();
      }
    };
    return { ...sandbox, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
