import type { CardProvider } from '@carhouse/payments/card-provider';
import type { PayoutProvider } from '@carhouse/payments/payout-provider';
import { createStripePayoutProvider } from '@carhouse/payments/stripe-payout-provider';
import { createStripeProvider } from '@carhouse/payments/stripe-provider';
import type { SandboxCardProvider } from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { CardForm } from '../context.ts';
import { sandboxProviderPath } from '../http/routing/provider-paths.ts';
import { loadSandboxKeys, startLoggedSandbox } from './own-sandbox.ts';
import { deriveSandboxKeys, type SandboxKeys } from './sandbox-keys.ts';
import { trySandbox } from './start-fault.ts';

export type OpenedCardProvider = {
  readonly provider: CardProvider;
  readonly payoutProvider: PayoutProvider;
  readonly form: CardForm;
  /** Origin of the sandbox provider; null when Stripe processes the cards and no sandbox runs. */
  readonly sandboxUrl: string | null;
  /** The sandbox provider that this process started; null when it runs elsewhere, or not at all. */
  readonly sandbox: SandboxCardProvider | null;
};

/**
 * Opens the configured card provider: Stripe, a running sandbox that server nodes share, or a sandbox that this process
 * starts on a free loopback port.
 * @param startedSandboxUrl origin of the sandbox that another process of this machine has started with the same data
 *   directory; null when there is none.
 * @throws EmbeddedDatabaseError `DATA_DIR_LOCKED` while another process uses the sandbox's data.
 * @throws StartFault when the shared sandbox provider does not answer, or has another secret.
 */
export async function openCardProvider(
  config: Config,
  log: Logger,
  startedSandboxUrl: string | null = null,
): Promise<OpenedCardProvider> {
  const { cards } = config;
  if (cards.kind === 'stripe') {
    const { secretKey, publishableKey, webhookSecrets, livemode } = cards;
    return {
      provider: createStripeProvider({ secretKey, webhookSecrets, livemode }),
      payoutProvider: createStripePayoutProvider({ secretKey }),
      form: { publishableKey, scriptUrl: null, testMode: !livemode },
      sandboxUrl: null,
      sandbox: null,
    };
  }
  if (cards.sharedSandbox !== null) {
    const sandboxKeys = deriveSandboxKeys(cards.sharedSandbox.secret);
    await trySandbox(cards.sharedSandbox.url, sandboxKeys.secretKey);
    return { ...openSandboxCardProvider(sandboxKeys, cards.sharedSandbox.url), sandbox: null };
  }
  const sandboxKeys = await loadSandboxKeys(config.dataDir);
  if (startedSandboxUrl !== null) return { ...openSandboxCardProvider(sandboxKeys, startedSandboxUrl), sandbox: null };
  const sandbox = await startLoggedSandbox(config, log, sandboxKeys);
  return { ...openSandboxCardProvider(sandboxKeys, sandbox.url), sandbox };
}

/** Returns the client of a sandbox provider that listens at this origin. */
export function openSandboxCardProvider(sandboxKeys: SandboxKeys, origin: string): Omit<OpenedCardProvider, 'sandbox'> {
  const { protocol, hostname, port } = new URL(origin);
  const usesHttps = protocol === 'https:';
  const endpoint = {
    protocol: usesHttps ? 'https' : 'http',
    host: hostname,
    port: Number(port || (usesHttps ? 443 : 80)),
  } as const;
  const { secretKey, webhookSecret } = sandboxKeys;
  return {
    provider: createStripeProvider({ secretKey, webhookSecrets: [webhookSecret], livemode: false, endpoint }),
    payoutProvider: createStripePayoutProvider({ secretKey, endpoint }),
    form: {
      publishableKey: sandboxKeys.publishableKey,
      scriptUrl: `${sandboxProviderPath}/v3/stripe.js`,
      testMode: true,
    },
    sandboxUrl: origin,
  };
}
