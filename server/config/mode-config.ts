import { z } from 'zod';
import { type cardVariables, isLiveKey } from './card-config.ts';
import { isLoopback, type listenVariables } from './listen-config.ts';
import { flag } from './value-schemas.ts';

/** Whether this is a server for people and money, or a demo with published accounts. Decision 0035. */
export type ModeConfig = {
  /** The rules of production hold: no demo accounts, no test cards, no mails to files. */
  readonly production: boolean;
  /** Demo accounts may exist. The opposite of `production`. */
  readonly demo: boolean;
  /** A demo by `DEMO=1`, which strangers may reach: each page says so. */
  readonly publicDemo: boolean;
  /** Why it is production, one clause each; empty when it is not. */
  readonly productionReasons: readonly string[];
  /** `ALLOW_TEST_CARDS=1`: production takes test cards, and the pages that pay say so. */
  readonly allowTestCards: boolean;
  /** A run of the tests, whose database need not wait for the disk. */
  readonly testing: boolean;
};

export const modeVariables = {
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  DEMO: flag,
  ALLOW_TEST_CARDS: flag,
};

type Given = Readonly<Record<string, string | undefined>>;
type Values = z.output<z.ZodObject<typeof modeVariables & typeof listenVariables & typeof cardVariables>>;

/** A demo is no place for money. */
export function modeFaults(given: Given): string[] {
  if (given.DEMO !== '1' || !isLiveKey(given.STRIPE_SECRET_KEY ?? '')) return [];
  return ['DEMO: a demo takes no live keys; unset DEMO, or use keys of test mode in STRIPE_SECRET_KEY'];
}

/**
 * Production is said by `NODE_ENV=production`, or inferred from what a server for strangers has: an https address, an
 * address or a further host name that is not loopback, live keys of a card provider. `DEMO=1` says the opposite of all of them. Keys of Stripe's
 * test mode infer nothing: developers use them on loopback, and no money moves.
 */
export function modeConfig(value: Values): ModeConfig {
  const reasons = productionReasons(value);
  const demo = value.DEMO || reasons.length === 0;
  return {
    production: !demo,
    demo,
    publicDemo: value.DEMO,
    productionReasons: demo ? [] : reasons,
    allowTestCards: value.ALLOW_TEST_CARDS,
    // Not in production by inference: one variable must not make the database forgetful.
    testing: value.NODE_ENV === 'test' && demo,
  };
}

function productionReasons({ NODE_ENV, PUBLIC_URL, HOST, ALLOWED_HOSTS, STRIPE_SECRET_KEY }: Values): string[] {
  const reasons: string[] = [];
  if (NODE_ENV === 'production') reasons.push('NODE_ENV is production');
  if (PUBLIC_URL !== undefined) {
    const { protocol, hostname } = new URL(PUBLIC_URL);
    if (protocol === 'https:') reasons.push('PUBLIC_URL is https');
    else if (!isLoopback(hostname)) reasons.push('PUBLIC_URL is not a loopback address');
  }
  if (!isLoopback(HOST)) reasons.push('HOST is not a loopback address');
  if (!ALLOWED_HOSTS.every(isLoopback)) reasons.push('ALLOWED_HOSTS has a name that others reach');
  if (isLiveKey(STRIPE_SECRET_KEY ?? '')) reasons.push('STRIPE_SECRET_KEY is a live key');
  return reasons;
}
