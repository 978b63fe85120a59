import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestBucket } from '@carhouse/images/testing/start-test-bucket';
import { startMailServer } from '@carhouse/mail/testing/start-mail-server';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { checkMachine } from './check-machine.ts';
import { checkServices } from './check-services.ts';
import { formatFinding } from './finding.ts';

const closeFunctions: (() => unknown)[] = [];
afterEach(async () => {
  for (const closeService of closeFunctions.splice(0).reverse()) await closeService();
});

const makeMailVariables = (port: number) => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'server@cars.example',
});

async function readFindingLines(env: Record<string, string>, stripeApiUrl?: string): Promise<string[]> {
  const serviceFindings = await checkServices(readConfig(false, env), new Date(), stripeApiUrl);
  return serviceFindings.map((finding) => `${finding.level} ${formatFinding(finding)}`);
}

it('greets the mail server, and sends nothing', async () => {
  const mails = await startMailServer();
  expect(await readFindingLines(makeMailVariables(mails.port))).toEqual([
    expect.stringMatching(/^ok SMTP_URL: the mail server greets/),
  ]);
  expect(await mails.received()).toEqual([]);
  await mails.close();
  expect(await readFindingLines(makeMailVariables(mails.port))).toEqual([
    expect.stringMatching(/^refusal SMTP_URL: .*ECONNECTION|ESOCKET/),
  ]);
});

it('asks the bucket for a picture that nobody has', async () => {
  const testBucket = await startTestBucket();
  closeFunctions.push(() => testBucket.close());
  const { endpoint, bucket: name, accessKeyId, secretAccessKey, region } = testBucket.options;
  const env = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  expect(await readFindingLines(env)).toEqual([`ok S3_ENDPOINT: the bucket ${name} answers`]);
  await testBucket.close();
  expect(await readFindingLines(env)).toEqual([expect.stringMatching(/^refusal S3_ENDPOINT: .* does not answer/)]);
});

/** A minimal imitation of Stripe's API, with only what the check requests. */
async function startStripe(answer: () => { status: number; data?: object[] }): Promise<string> {
  const server: Server = createServer((request, response) => {
    const { status, data = [] } = answer();
    expect(request.headers.authorization).toBe('Bearer sk_live_1');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closeFunctions.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('asks Stripe for the key and the webhook, and compares their modes', async () => {
  const env = {
    PUBLIC_URL: 'https://cars.example',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const registeredWebhook = {
    url: 'https://cars.example/api/webhooks/card-provider',
    livemode: true,
    status: 'enabled',
  };
  let stripeAnswer: { status: number; data?: object[] } = { status: 200, data: [registeredWebhook] };
  const stripeApiUrl = await startStripe(() => stripeAnswer);
  expect(await readFindingLines(env, stripeApiUrl)).toEqual([expect.stringMatching(/^ok STRIPE_SECRET_KEY: /)]);
  const cases: [typeof stripeAnswer, RegExp][] = [
    [{ status: 401 }, /^refusal STRIPE_SECRET_KEY: Stripe does not know this key/],
    [{ status: 403 }, /^warning STRIPE_SECRET_KEY: .*may not read webhooks/],
    [{ status: 200, data: [] }, /^warning STRIPE_WEBHOOK_SECRET: Stripe has no webhook to https:\/\/cars\.example/],
    [
      { status: 200, data: [{ ...registeredWebhook, livemode: false }] },
      /^refusal STRIPE_WEBHOOK_SECRET: .*another mode/,
    ],
    [
      { status: 200, data: [{ ...registeredWebhook, status: 'disabled' }] },
      /^warning STRIPE_WEBHOOK_SECRET: .*switched off/,
    ],
    [{ status: 500 }, /^warning STRIPE_SECRET_KEY: Stripe answers 500/],
  ];
  for (const [answer, line] of cases) {
    stripeAnswer = answer;
    expect(await readFindingLines(env, stripeApiUrl)).toEqual([expect.stringMatching(line)]);
  }
  for (const closeService of closeFunctions.splice(0)) await closeService();
  expect(await readFindingLines(env, stripeApiUrl)).toEqual([
    expect.stringMatching(/^warning STRIPE_SECRET_KEY: .*does not answer/),
  ]);
});

it('refuses a Node that cannot run the product', async () => {
  const findLevel = async (version: string) =>
    (await checkMachine('/nowhere/at/all', version)).map(({ level }) => level)[0];
  expect(await Promise.all(['20.20.2', '22.17.9', '22.18.0', '24.1.0'].map(findLevel))).toEqual([
    'refusal',
    'refusal',
    'ok',
    'ok',
  ]);
});
