import { expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { checkConfig } from './check-config.ts';
import { formatFinding } from './finding.ts';

const liveKeys = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const completeConfig = {
  PUBLIC_URL: 'https://cars.example',
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'server@cars.example',
  BACKUP_DIR: '/backups',
  METRICS_TOKEN: 'm'.repeat(32),
  DATA_DIR: '/srv/carhouse',
  ...liveKeys,
};

function findNames(env: Record<string, string>, level: 'warning' | 'refusal'): string[] {
  const findings = checkConfig(readConfig(false, env));
  return findings.filter((finding) => finding.level === level).map(formatFinding);
}

it('finds nothing wrong with a whole configuration', () => {
  expect(findNames(completeConfig, 'refusal')).toEqual([]);
  expect(findNames(completeConfig, 'warning')).toEqual([]);
});

it('tells all refusals of an empty configuration at once, each with its way out', () => {
  expect(findNames({ NODE_ENV: 'production' }, 'refusal')).toEqual([
    expect.stringMatching(/^STRIPE_SECRET_KEY: .*test card.*ALLOW_TEST_CARDS=1$/),
    expect.stringMatching(/^SMTP_URL: .*set SMTP_URL and MAIL_FROM$/),
  ]);
});

it.each([
  [{ PUBLIC_URL: 'http://cars.example' }, /^PUBLIC_URL: http:\/\/cars\.example is plain http.*PUBLIC_URL=https/],
  [{ PUBLIC_URL: '', HOST: '0.0.0.0' }, /^PUBLIC_URL: is not set to https, and HOST=0\.0\.0\.0 /],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000', HOST: '192.168.1.7' }, /^PUBLIC_URL: is not set to https/],
  [{ SMTP_URL: '' }, /^SMTP_URL: is not set/],
  [
    { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
    /^STRIPE_SECRET_KEY: is not set, so the sandbox takes the cards/,
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    /^STRIPE_SECRET_KEY: is a key of test mode/,
  ],
  [
    {
      STRIPE_SECRET_KEY: '',
      STRIPE_PUBLISHABLE_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
      SANDBOX_CARDS_URL: 'http://127.0.0.1:12111',
      SANDBOX_CARDS_SECRET: 's'.repeat(32),
    },
    /^SANDBOX_CARDS_URL: a sandbox takes the cards/,
  ],
])('refuses %j', (env, line) => {
  expect(findNames({ ...completeConfig, ...env }, 'refusal')).toEqual([expect.stringMatching(line)]);
});

it('takes test cards that are allowed, and warns', () => {
  const {
    STRIPE_SECRET_KEY: _a,
    STRIPE_PUBLISHABLE_KEY: _b,
    STRIPE_WEBHOOK_SECRET: _c,
    ...variablesWithoutStripe
  } = completeConfig;
  const env = { ...variablesWithoutStripe, ALLOW_TEST_CARDS: '1' };
  expect(findNames(env, 'refusal')).toEqual([]);
  expect(findNames(env, 'warning')).toEqual([
    expect.stringMatching(/^ALLOW_TEST_CARDS: test cards only, no money moves/),
  ]);
});

it('refuses the development server', () => {
  const lines = checkConfig(readConfig(true, completeConfig)).filter(({ level }) => level === 'refusal');
  expect(lines.map(({ name }) => name)).toEqual(['--dev']);
});

it.each([
  [{ TRUSTED_PROXIES: '' }, 'TRUSTED_PROXIES'],
  [{ HOST: '0.0.0.0' }, 'HOST'],
  [{ BACKUP_DIR: '' }, 'BACKUP_DIR'],
  [{ METRICS_TOKEN: '' }, 'METRICS_TOKEN'],
  [{ LOG_LEVEL: 'silent' }, 'LOG_LEVEL'],
  [{ DATA_DIR: '/tmp/carhouse' }, 'DATA_DIR'],
  [{ DATABASE_URL: 'postgres://127.0.0.1/cars' }, 'SESSION_SECRET'],
  [{ DATABASE_URL: 'postgres://db.example/cars', SESSION_SECRET: 's'.repeat(32) }, 'DATABASE_URL'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL'],
  [{ ALLOW_TEST_CARDS: '1' }, 'ALLOW_TEST_CARDS'],
  [{ STRIPE_WEBHOOK_SECRET: 'sk_live_1' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 'PUBLIC_URL'],
])('warns of %j', (env, name) => {
  expect(findNames({ ...completeConfig, ...env }, 'refusal')).toEqual([]);
  expect(findNames({ ...completeConfig, ...env }, 'warning').map((line) => line.split(':')[0])).toEqual([name]);
});

it('names the business mode, and needs no card provider where buyers pay sellers directly', () => {
  const configWithoutCards = {
    ...completeConfig,
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
  };
  const listFindingLines = (env: Record<string, string>) => checkConfig(readConfig(false, env)).map(formatFinding);
  expect(listFindingLines(completeConfig)).toContainEqual(
    expect.stringMatching(/^BUSINESS_MODE: marketplace: buyers pay here/),
  );
  expect(listFindingLines({ ...configWithoutCards, BUSINESS_MODE: 'introducer' })).toContainEqual(
    expect.stringMatching(/^BUSINESS_MODE: introducer: buyers pay sellers directly/),
  );
  expect(findNames({ ...configWithoutCards, BUSINESS_MODE: 'introducer' }, 'refusal')).toEqual([]);
  expect(findNames({ ...configWithoutCards, BUSINESS_MODE: 'introducer' }, 'warning')).toEqual([
    expect.stringMatching(/^STRIPE_SECRET_KEY: .*keep the keys while earlier charges/),
  ]);
});
