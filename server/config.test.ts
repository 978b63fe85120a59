import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(false, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

it('needs nothing from the environment', () => {
  expect(readConfig(false, {})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    database: { kind: 'embedded' },
    cards: { kind: 'sandbox' },
    production: false,
  });
});

it('takes an empty variable for one that is not set', () => {
  expect(readConfig(false, { DATABASE_URL: '', PORT: '' })).toMatchObject({
    port: 3000,
    database: { kind: 'embedded' },
  });
});

it('tells every fault at once, those that lie in a combination too', () => {
  expect(faultsOf({ PORT: 'abc', DATABASE_URL: 'mysql://x', STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
    'PORT: must be a number',
    'DATABASE_URL: must start with postgres://',
    'STRIPE_PUBLISHABLE_KEY: is needed beside STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET: is needed beside STRIPE_SECRET_KEY',
  ]);
});

it('refuses Stripe keys of two modes, and a publishable key alone', () => {
  const webhook = { STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(faultsOf({ ...webhook, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY: is of another mode (test or live) than STRIPE_SECRET_KEY',
  ]);
  expect(faultsOf({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toEqual([
    'STRIPE_SECRET_KEY: is needed beside STRIPE_PUBLISHABLE_KEY',
  ]);
});

it('takes several webhook secrets, for the time of a change', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  expect(readConfig(false, { ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }).cards).toEqual({
    kind: 'stripe',
    secretKey: 'sk_live_1',
    publishableKey: 'pk_live_1',
    webhookSecrets: ['whsec_1', 'whsec_2'],
    livemode: true,
  });
});

it.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['192.168.1.7', 'http://192.168.1.7:3000'],
])('is reached under an address that leads to HOST=%s', (HOST, publicUrl) => {
  expect(readConfig(false, { HOST })).toMatchObject({ host: HOST, publicUrl });
});

it('takes the public address as an origin, and refuses one with a path', () => {
  expect(readConfig(false, { PUBLIC_URL: 'https://Cars.example/' }).publicUrl).toBe('https://cars.example');
  for (const PUBLIC_URL of ['https://cars.example/shop', 'https://cars.example/?a', 'https://a@b.example', 'ftp://a']) {
    expect(faultsOf({ PUBLIC_URL })).toEqual([
      'PUBLIC_URL: must be a URL without a path, such as https://cars.example',
    ]);
  }
});

it('refuses a host that can be none', () => {
  expect(faultsOf({ HOST: '999.1.1.1' })).toEqual(['HOST: must be an address or a name of this machine']);
});
