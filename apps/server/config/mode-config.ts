import { z } from 'zod';
import { type cardVariableSchemas, isLiveKey } from './card-config.ts';
import type { imageVariableSchemas } from './image-config.ts';
import { isLoopback, type listenVariableSchemas } from './listen-config.ts';
import type { mailVariableSchemas } from './mail-config.ts';
import type { openidVariableSchemas } from './openid-config.ts';
import { flagSchema } from './value-schemas.ts';

/** Whether the server runs in production, or as a demo with published passwords. See decision 0035. */
export type ModeConfig = {
  /** Whether the rules of production apply: no demo accounts, no test cards, no mails to files. */
  readonly isProduction: boolean;
  /** Whether demo accounts may exist. This value is the opposite of `isProduction`. */
  readonly isDemo: boolean;
  /** Whether `DEMO=1` is set. Strangers may use a public demo, so every page shows a notice. */
  readonly isPublicDemo: boolean;
  /** The reasons why the server runs in production, one clause each; empty on a demo. */
  readonly productionReasons: readonly string[];
  /** Whether `ALLOW_TEST_CARDS=1` is set: production accepts test cards, and the payment pages show a notice. */
  readonly areTestCardsAllowed: boolean;
  /**
   * Whether automated tests run the server. In automated tests the embedded database does not wait until data is on the
   * disk.
   */
  readonly isTesting: boolean;
};

export const modeVariableSchemas = {
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  DEMO: flagSchema,
  ALLOW_TEST_CARDS: flagSchema,
};

type GivenVariables = Readonly<Record<string, string | undefined>>;
type ModeVariableSchemas = typeof modeVariableSchemas &
  typeof listenVariableSchemas &
  typeof cardVariableSchemas &
  typeof mailVariableSchemas &
  typeof imageVariableSchemas &
  typeof openidVariableSchemas;
type ModeValues = z.output<z.ZodObject<ModeVariableSchemas>>;

/** Checks that a demo does not use a card provider that moves real money. */
export function listModeFaults(variables: GivenVariables): string[] {
  if (variables.DEMO !== '1' || !isLiveKey(variables.STRIPE_SECRET_KEY ?? '')) return [];
  return ['DEMO: a demo takes no live keys; unset DEMO, or use keys of test mode in STRIPE_SECRET_KEY'];
}

/**
 * The server runs in production when `NODE_ENV=production` is set, or when any of these is configured: an https
 * address, an address or host name that is not loopback, a trusted proxy, live keys of a card provider, or a mail
 * server, image store or sign-in provider on another machine. With `DEMO=1` the server never runs in production.
 * Stripe's test keys do not imply production: developers use them on loopback, and they move no money.
 */
export function readModeConfig(value: ModeValues): ModeConfig {
  const reasonsForProduction = listProductionReasons(value);
  const isDemo = value.DEMO || reasonsForProduction.length === 0;
  return {
    isProduction: !isDemo,
    isDemo,
    isPublicDemo: value.DEMO,
    productionReasons: isDemo ? [] : reasonsForProduction,
    areTestCardsAllowed: value.ALLOW_TEST_CARDS,
    // `isTesting` requires both conditions, because `NODE_ENV` alone must not switch off the durability of the
    // database.
    isTesting: value.NODE_ENV === 'test' && isDemo,
  };
}

function listProductionReasons(value: ModeValues): string[] {
  const { NODE_ENV, PUBLIC_URL, HOST, ALLOWED_HOSTS, STRIPE_SECRET_KEY, TRUSTED_PROXIES } = value;
  const reasonsForProduction: string[] = [];
  if (NODE_ENV === 'production') reasonsForProduction.push('NODE_ENV is production');
  if (PUBLIC_URL !== undefined) {
    const { protocol, hostname } = new URL(PUBLIC_URL);
    if (protocol === 'https:') reasonsForProduction.push('PUBLIC_URL is https');
    else if (!isLoopback(hostname)) reasonsForProduction.push('PUBLIC_URL is not a loopback address');
  }
  if (!isLoopback(HOST)) reasonsForProduction.push('HOST is not a loopback address');
  if (!ALLOWED_HOSTS.every(isLoopback)) reasonsForProduction.push('ALLOWED_HOSTS has a name that others reach');
  // A proxy forwards requests from other machines, also to a server that listens on loopback. Tests configure a proxy
  // to set the IP addresses of many clients, so a configured proxy does not imply production in tests.
  if (TRUSTED_PROXIES.length > 0 && NODE_ENV !== 'test')
    reasonsForProduction.push('TRUSTED_PROXIES names a proxy in front');
  if (isLiveKey(STRIPE_SECRET_KEY ?? '')) reasonsForProduction.push('STRIPE_SECRET_KEY is a live key');
  for (const [name, url] of Object.entries(listExternalServiceUrls(value))) {
    if (url !== undefined && !isLoopback(new URL(url).hostname))
      reasonsForProduction.push(`${name} is a service on the network`);
  }
  return reasonsForProduction;
}

/**
 * The external services that hold users or files, by variable name. `DATABASE_URL` is not a sign of production, because
 * developers may share a database.
 */
function listExternalServiceUrls(value: ModeValues): Readonly<Record<string, string | undefined>> {
  return {
    SMTP_URL: value.SMTP_URL,
    S3_ENDPOINT: value.S3_ENDPOINT,
    GOOGLE_CLIENT_ID: value.GOOGLE_CLIENT_ID === undefined ? undefined : value.GOOGLE_DISCOVERY_URL,
    OIDC_DISCOVERY_URL: value.OIDC_DISCOVERY_URL,
  };
}
