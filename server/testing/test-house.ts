import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeId } from '@carhouse/core/ids/id';
import { listMinimumParfRules } from '@carhouse/database/rules';
import { testDatabase } from '@carhouse/database/testing/test-database';
import { createIdentity } from '@carhouse/identity/create-identity';
import { createDiskImageStore } from '@carhouse/images/disk-image-store';
import type { SandboxCardProvider } from '@carhouse/sandbox-card-provider/start-sandbox-card-provider';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { openCards } from '../house/open-cards.ts';
import { webhookPath } from '../payments/routes.ts';

export type TestHouse = {
  readonly app: FastifyInstance;
  readonly context: Context;
  /** The card company: its account shows what was really charged, its faults can be set. */
  readonly sandbox: SandboxCardProvider;
  /** Where the house answers over the network. */
  readonly url: string;
  /** Moves the clock of the house; the card company keeps its own. */
  setClock(now: () => Date): void;
  /** From now on the card company sends its events. Off at first, so that a test decides who settles a payment. */
  deliverWebhooks(on: boolean): void;
  close(): Promise<void>;
};

/** The whole house but its pages, on a database of its own and a card company of its own. */
export async function openTestHouse(): Promise<TestHouse> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carhouse-test-house-'));
  const db = await testDatabase();
  const config = readConfig(false, { DATA_DIR: dataDir, DATABASE_URL: db.url, NODE_ENV: 'test', LOG_LEVEL: 'silent' });
  const log = pino({ level: config.logLevel });
  const cards = await openCards(config, log);
  const sandbox = cards.sandbox;
  if (sandbox === null) throw new Error('The test house takes cards at the sandbox provider.');
  let clock = (): Date => new Date();
  const now = (): Date => clock();
  const newId = <Noun extends string>() => makeId<Noun>(new Date(), randomBytes(10));
  const context: Context = {
    config,
    pool: db.pool,
    database: db.database,
    identity: createIdentity({
      database: db.database,
      pool: db.pool,
      secret: randomBytes(32).toString('hex'),
      baseUrl: config.publicUrl,
      trustedOrigins: [],
      now,
      randomId: newId,
    }),
    cardProvider: cards.provider,
    cardForm: cards.form,
    images: createDiskImageStore(join(dataDir, 'images')),
    minimumParfRules: await listMinimumParfRules(db.database),
    log,
    now,
    newId,
  };
  const app = await buildApp(context, { sandboxUrl: sandbox.url });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    context,
    sandbox,
    url,
    setClock: (next) => {
      clock = next;
    },
    deliverWebhooks: (on) => sandbox.setWebhookUrl(on ? `${url}${webhookPath}` : undefined),
    close: async () => {
      await app.close();
      await sandbox.close();
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
