import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import type { OpenidProvider } from '@carhouse/identity/openid-provider';
import { z } from 'zod';
import { openidFaults, openidProviders, openidVariables } from './house/openid-config.ts';
import { proxyList } from './http/client-address.ts';

/** Where the data lives: our own PostgreSQL below the data directory, or a server that someone else runs. */
export type DatabaseConfig = { readonly kind: 'embedded' } | { readonly kind: 'server'; readonly url: string };

/** Who takes the cards: the sandbox provider, started by ourselves or shared with other nodes, or Stripe. */
export type CardConfig =
  | { readonly kind: 'sandbox'; readonly shared: { readonly url: string; readonly secret: string } | null }
  | {
      readonly kind: 'stripe';
      readonly secretKey: string;
      readonly publishableKey: string;
      readonly webhookSecrets: readonly string[];
      readonly livemode: boolean;
    };

/** How mail leaves: files below the data directory that nobody sends, or an SMTP server. */
export type MailConfig =
  | { readonly kind: 'files' }
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string };

/** Where pictures lie: below the data directory, or in a bucket of S3 or of a service that speaks its language. */
export type ImageConfig =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly bucket: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

export type Config = {
  readonly host: string;
  readonly port: number;
  /** Origin under which browsers reach the house, without a slash at the end. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Where backups and the archive of the embedded database's log go; undefined: there is no archive. */
  readonly backupDir: string | undefined;
  readonly database: DatabaseConfig;
  readonly cards: CardConfig;
  readonly mail: MailConfig;
  readonly images: ImageConfig;
  /** Addresses and subnets of the proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** What a monitor shows to read /metrics; without it only programs on this machine may. */
  readonly metricsToken?: string;
  /** Signs sessions. Null: one is made and kept below the data directory. Nodes on one database need the same. */
  readonly sessionSecret: string | null;
  /** Who people may sign in with beside their password. */
  readonly openid: readonly OpenidProvider[];
  readonly production: boolean;
  /** A run of the tests, whose database need not wait for the disk. */
  readonly testing: boolean;
  /** Vite's middleware instead of a built web app. */
  readonly development: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
};

const text = z.string().trim().min(1);
/** An address, or a name and an address in angle brackets. */
const mailbox = /^(?:[^<>@"\p{Cc}]{1,100}<[^\s<>@",;:]+@[^\s<>@",;:]+>|[^\s<>@",;:]+@[^\s<>@",;:]+)$/u;
const origin = z
  .string()
  .refine(isOrigin, { error: 'must be a URL without a path, such as https://cars.example' })
  .transform((url) => new URL(url).origin);
/** As much as a kept secret has at least (house/kept-secret.ts); what it holds is for the keeper to choose. */
const secret = z.string().trim().min(32, 'must have at least 32 characters');
const environment = z.object({
  PORT: z.string().regex(/^\d+$/, 'must be a number').transform(Number).pipe(z.number().max(65_535)).default(3000),
  HOST: text
    .refine((host) => URL.canParse(urlOf(host, 0)), { error: 'must be an address or a name of this machine' })
    .default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: text.default('./data'),
  BACKUP_DIR: text.optional(),
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
  SANDBOX_CARDS_URL: origin.optional(),
  SANDBOX_CARDS_SECRET: secret.optional(),
  SESSION_SECRET: secret.optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, { error: 'must look like smtp://user:password@mail.example:587 or smtps://mail.example' })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(mailbox, 'must be an address, such as house@cars.example or Car House <house@cars.example>')
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters at least').optional(),
  S3_ENDPOINT: origin.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: text.default('auto'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine(areProxies, { error: 'must be addresses or subnets separated by commas, such as 10.0.0.0/8,::1' })
    .default([]),
  ...openidVariables,
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
  faults.push(
    ...stripeFaults(given),
    ...sandboxFaults(given),
    ...mailFaults(given),
    ...imageFaults(given),
    ...libraryFaults(given),
  );
  faults.push(...openidFaults(given));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const value = parsed.data;
  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl: value.PUBLIC_URL ?? urlOf(value.HOST, value.PORT),
    dataDir: resolve(value.DATA_DIR),
    backupDir: value.BACKUP_DIR === undefined ? undefined : resolve(value.BACKUP_DIR),
    database: value.DATABASE_URL === undefined ? { kind: 'embedded' } : { kind: 'server', url: value.DATABASE_URL },
    cards: cardConfig(value),
    mail: mailConfig(value),
    images: imageConfig(value),
    trustedProxies: value.TRUSTED_PROXIES,
    ...(value.METRICS_TOKEN === undefined ? {} : { metricsToken: value.METRICS_TOKEN }),
    sessionSecret: value.SESSION_SECRET ?? null,
    openid: openidProviders(value),
    production: value.NODE_ENV === 'production',
    testing: value.NODE_ENV === 'test',
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

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && `${search}${hash}` === '';
}

function areProxies(entries: readonly string[]): boolean {
  try {
    proxyList(entries);
    return true;
  } catch {
    return false;
  }
}

function mailFaults(given: Environment): string[] {
  const { SMTP_URL: url, MAIL_FROM: from } = given;
  return url !== undefined && from === undefined ? ['MAIL_FROM: is needed beside SMTP_URL'] : [];
}

const bucketVariables = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Half a bucket would put the pictures on the disk of one node. */
function imageFaults(given: Environment): string[] {
  const named = [...bucketVariables, 'S3_REGION'].find((name) => given[name] !== undefined);
  if (named === undefined) return [];
  return bucketVariables
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: is needed beside ${named}`);
}

/** The sign-in library reads variables of its own, which could change what this configuration says. They stop the start. */
function libraryFaults(given: Environment): string[] {
  return Object.keys(given)
    .filter((name) => name.includes('BETTER_AUTH_'))
    .map((name) => `${name}: must not be set, the house configures its sign-in library itself`);
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

/** A shared sandbox provider is an address and a secret, and beside Stripe it would take no card. */
function sandboxFaults(given: Environment): string[] {
  const { SANDBOX_CARDS_URL: url, SANDBOX_CARDS_SECRET: secret, STRIPE_SECRET_KEY: stripe } = given;
  const faults: string[] = [];
  if (url !== undefined && secret === undefined)
    faults.push('SANDBOX_CARDS_SECRET: is needed beside SANDBOX_CARDS_URL');
  if (url === undefined && secret !== undefined)
    faults.push('SANDBOX_CARDS_URL: is needed beside SANDBOX_CARDS_SECRET');
  if (url !== undefined && stripe !== undefined)
    faults.push('SANDBOX_CARDS_URL: takes no card beside STRIPE_SECRET_KEY');
  return faults;
}

function cardConfig(value: z.output<typeof environment>): CardConfig {
  if (value.STRIPE_SECRET_KEY === undefined) {
    const { SANDBOX_CARDS_URL: url, SANDBOX_CARDS_SECRET: secret } = value;
    return { kind: 'sandbox', shared: url === undefined || secret === undefined ? null : { url, secret } };
  }
  return {
    kind: 'stripe',
    secretKey: value.STRIPE_SECRET_KEY,
    publishableKey: value.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecrets: (value.STRIPE_WEBHOOK_SECRET ?? '').split(',').map((secret) => secret.trim()),
    livemode: isLive(value.STRIPE_SECRET_KEY),
  };
}

function mailConfig({ SMTP_URL: url, MAIL_FROM: from }: z.output<typeof environment>): MailConfig {
  return url === undefined ? { kind: 'files' } : { kind: 'smtp', url, from: from ?? '' };
}

function imageConfig(value: z.output<typeof environment>): ImageConfig {
  if (value.S3_ENDPOINT === undefined) return { kind: 'disk' };
  return {
    kind: 's3',
    endpoint: value.S3_ENDPOINT,
    bucket: value.S3_BUCKET ?? '',
    region: value.S3_REGION,
    accessKeyId: value.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: value.S3_SECRET_ACCESS_KEY ?? '',
  };
}

function isLive(key: string): boolean {
  return key.includes('_live_');
}
