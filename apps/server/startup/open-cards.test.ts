import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cents } from '@carhouse/domain/money/money';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openCardProvider } from './open-cards.ts';
import { startOwnSandbox } from './own-sandbox.ts';
import { deriveSandboxKeys } from './sandbox-keys.ts';

const log = pino({ level: 'silent' });
const secret = 'a secret of the sandbox card provider';
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carhouse-cards-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const openOwnSandbox = () =>
  openCardProvider(readConfig(false, { DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1/x' }), log);

const openSharedSandbox = (url: string, webhookSecret = secret) =>
  openCardProvider(
    readConfig(false, { DATA_DIR: dataDir, SANDBOX_CARDS_URL: url, SANDBOX_CARDS_SECRET: webhookSecret }),
    log,
  );

it('lets nobody else keep the account of the sandbox provider while a server keeps it', async () => {
  const firstProvider = await openOwnSandbox();
  await expect(openOwnSandbox()).rejects.toMatchObject({ code: 'DATA_DIR_LOCKED' });
  await firstProvider.sandbox?.close();
  const secondProvider = await openOwnSandbox();
  await secondProvider.sandbox?.close();
});

describe('a sandbox provider that nodes share', () => {
  it('shows one account to all of them, and names the secret that is not its own', async () => {
    const sandbox = await startOwnSandbox({ keys: deriveSandboxKeys(secret), dataDir, log: () => {} });
    try {
      const [firstShared, secondShared] = [await openSharedSandbox(sandbox.url), await openSharedSandbox(sandbox.url)];
      const { intentId } = await firstShared.provider.openIntent({
        amount: cents(5_000n),
        currency: 'sgd',
        methods: ['card'],
        attemptId: 'attempt',
        bookingId: 'booking',
        description: 'A car',
        idempotencyKey: 'attempt-1',
      });
      expect(await secondShared.provider.findIntent(intentId)).toMatchObject({ intentId, attemptId: 'attempt' });
      expect(secondShared.form).toEqual(firstShared.form);
      expect([firstShared.sandbox, firstShared.sandboxUrl]).toEqual([null, sandbox.url]);
      await expect(openSharedSandbox(sandbox.url, 'another secret of thirty-two characters')).rejects.toThrow(
        /^SANDBOX_CARDS_SECRET: is not the secret of the sandbox card provider at /,
      );
    } finally {
      await sandbox.close();
    }
  });

  it('is named when nobody answers there, or another person does', async () => {
    const otherServer = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    const url = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
    await expect(openSharedSandbox(url)).rejects.toThrow(
      `SANDBOX_CARDS_URL: what answers at ${url} is no sandbox card provider`,
    );
    otherServer.closeAllConnections();
    otherServer.close();
    await once(otherServer, 'close');
    await expect(openSharedSandbox(url)).rejects.toThrow(`SANDBOX_CARDS_URL: nobody answers at ${url}`);
  });
});

it('derives keys from which the publishable one does not tell the others', () => {
  const [sandboxKeys, otherKeys] = [deriveSandboxKeys(secret), deriveSandboxKeys(`${secret}2`)];
  expect(sandboxKeys).toEqual(deriveSandboxKeys(secret));
  const keysWithoutPrefix = [sandboxKeys, otherKeys].flatMap((each) =>
    Object.values(each).map((key) => key.replace(/^.*_/, '')),
  );
  expect(new Set(keysWithoutPrefix).size).toBe(6);
});
