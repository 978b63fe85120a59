import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

/** Where the data lives: our own PostgreSQL below the data directory, or a server that someone else runs. */
export type DatabaseConfig = { readonly kind: 'embedded' } | { readonly kind: 'server'; readonly url: string };

/** Who takes the cards: the sandbox provider that we start ourselves, or Stripe. */
export type CardConfig =
  | { readonly kind: 'sandbox' }
  | {
      readonly kind: 'stripe';
      readonly secretKey: string;
      readonly publishableKey: string;
      readonly webhookSecrets: readonly string[];
      readonly livemode: boolean;
    };

export type Config = {
  readonly host: string;
  readonly port: number;
  /** Origin under which browsers reach the house, without a slash at the end. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly cards: CardConfig;
  readonly production: boolean;
  /** Vite's middleware instead of a built web app. */
  readonly development: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
};

const text = z.string().trim().min(1);
const environment = z.object({
  PORT: z.string().regex(/^\d+$/, 'must be a number').transform(Number).pipe(z.number().max(65_535)).default(3000),
  HOST: text
    .refine((host) => URL.canParse(urlOf(host, 0)), { error: 'must be an address or a name of this machine' })
    .default('127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, { error: 'must be a URL without a path, such as https://cars.example' })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must start with sk_test_ or sk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must start with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

/** The environment does not make sense; `faults` has one clear line for each variable. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment as one typed value. Nothing else in the product reads the environment.
 * @throws ConfigError with every fault at once.
 */
export function readConfig(development: boolean, env: Environment = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  faults.push(...stripeFaults(given));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const value = parsed.data;
  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl: value.PUBLIC_URL ?? urlOf(value.HOST, value.PORT),
    dataDir: resolve(value.DATA_DIR),
    database: value.DATABASE_URL === undefined ? { kind: 'embedded' } : { kind: 'server', url: value.DATABASE_URL },
    cards: cardConfig(value),
    production: value.NODE_ENV === 'production',
    development,
    logLevel: value.LOG_LEVEL,
  };
}

/** Where a program on this machine reaches a listener; all addresses together are reached by the loopback one. */
export function urlOf(host: string, port: number): string {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/** The API stands at the root of its host, so a path in front of it would lead nowhere. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '' && pathname === '/';
}

/** The three variables of Stripe go together. Read apart from the schema, which would not look while another one is wrong. */
function stripeFaults(given: Environment): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: webhook } = given;
  if (secret === undefined) {
    return publishable === undefined ? [] : ['STRIPE_SECRET_KEY: is needed beside STRIPE_PUBLISHABLE_KEY'];
  }
  const faults: string[] = [];
  if (publishable === undefined) faults.push('STRIPE_PUBLISHABLE_KEY: is needed beside STRIPE_SECRET_KEY');
  if (webhook === undefined) faults.push('STRIPE_WEBHOOK_SECRET: is needed beside STRIPE_SECRET_KEY');
  if (publishable !== undefined && isLive(secret) !== isLive(publishable)) {
    faults.push('STRIPE_PUBLISHABLE_KEY: is of another mode (test or live) than STRIPE_SECRET_KEY');
  }
  return faults;
}

function cardConfig(value: z.output<typeof environment>): CardConfig {
  if (value.STRIPE_SECRET_KEY === undefined) return { kind: 'sandbox' };
  return {
    kind: 'stripe',
    secretKey: value.STRIPE_SECRET_KEY,
    publishableKey: value.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecrets: (value.STRIPE_WEBHOOK_SECRET ?? '').split(',').map((secret) => secret.trim()),
    livemode: isLive(value.STRIPE_SECRET_KEY),
  };
}

function isLive(key: string): boolean {
  return key.includes('_live_');
}
