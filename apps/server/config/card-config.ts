import { z } from 'zod';
import { originSchema, secret, text } from './value-schemas.ts';

/** The card provider: a sandbox that this server starts, a sandbox shared with other server nodes, or Stripe. */
export type CardConfig =
  | { readonly kind: 'sandbox'; readonly sharedSandbox: { readonly url: string; readonly secret: string } | null }
  | {
      readonly kind: 'stripe';
      readonly secretKey: string;
      readonly publishableKey: string;
      readonly webhookSecrets: readonly string[];
      readonly livemode: boolean;
    };

export const cardVariableSchemas = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must start with sk_test_ or sk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must start with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  SANDBOX_CARDS_URL: originSchema.optional(),
  SANDBOX_CARDS_SECRET: secret.optional(),
};

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the errors in the variables of Stripe and of the shared sandbox, one line for each variable: missing
 * variables, and combinations that are not allowed.
 */
export function listCardFaults(variables: EnvironmentVariables): string[] {
  return [...listStripeFaults(variables), ...listSandboxFaults(variables)];
}

/** Whether charges move real money. */
export function isLiveMode(cards: CardConfig): boolean {
  return cards.kind === 'stripe' && cards.livemode;
}

export function readCardConfig(value: z.output<z.ZodObject<typeof cardVariableSchemas>>): CardConfig {
  if (value.STRIPE_SECRET_KEY === undefined) {
    const { SANDBOX_CARDS_URL: url, SANDBOX_CARDS_SECRET: secret } = value;
    return { kind: 'sandbox', sharedSandbox: url === undefined || secret === undefined ? null : { url, secret } };
  }
  return {
    kind: 'stripe',
    secretKey: value.STRIPE_SECRET_KEY,
    publishableKey: value.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecrets: (value.STRIPE_WEBHOOK_SECRET ?? '').split(',').map((secret) => secret.trim()),
    livemode: isLiveKey(value.STRIPE_SECRET_KEY),
  };
}

/** Whether a Stripe key belongs to live mode, which moves real money. */
export function isLiveKey(key: string): boolean {
  return key.includes('_live_');
}

/**
 * Checks that the three variables of Stripe are set together, and that both keys are for the same mode (test or live).
 * The check is not part of the Zod schema, because the schema skips checks of combinations when any variable is
 * invalid.
 */
function listStripeFaults(variables: EnvironmentVariables): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: webhook } = variables;
  if (secret === undefined) {
    return publishable === undefined ? [] : ['STRIPE_SECRET_KEY: is needed beside STRIPE_PUBLISHABLE_KEY'];
  }
  const faults: string[] = [];
  if (publishable === undefined) faults.push('STRIPE_PUBLISHABLE_KEY: is needed beside STRIPE_SECRET_KEY');
  if (webhook === undefined) faults.push('STRIPE_WEBHOOK_SECRET: is needed beside STRIPE_SECRET_KEY');
  if (publishable !== undefined && isLiveKey(secret) !== isLiveKey(publishable)) {
    faults.push('STRIPE_PUBLISHABLE_KEY: is of another mode (test or live) than STRIPE_SECRET_KEY');
  }
  return faults;
}

/**
 * Checks the variables of the shared sandbox: the sandbox needs an address and a secret, and cannot be combined with
 * Stripe.
 */
function listSandboxFaults(variables: EnvironmentVariables): string[] {
  const { SANDBOX_CARDS_URL: url, SANDBOX_CARDS_SECRET: secret, STRIPE_SECRET_KEY: stripe } = variables;
  const faults: string[] = [];
  if (url !== undefined && secret === undefined)
    faults.push('SANDBOX_CARDS_SECRET: is needed beside SANDBOX_CARDS_URL');
  if (url === undefined && secret !== undefined)
    faults.push('SANDBOX_CARDS_URL: is needed beside SANDBOX_CARDS_SECRET');
  if (url !== undefined && stripe !== undefined)
    faults.push('SANDBOX_CARDS_URL: takes no card beside STRIPE_SECRET_KEY');
  return faults;
}
