import { randomBytes } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '@carhouse/database/connection/migrate';
import { startTestBucket } from '@carhouse/images/testing/start-test-bucket';
import { startMailServer } from '@carhouse/mail/testing/start-mail-server';
import { providerWebhookPath } from '@carhouse/server/http/routing/provider-paths';
import { startOwnSandbox } from '@carhouse/server/startup/own-sandbox';
import { deriveSandboxKeys, type SandboxKeys } from '@carhouse/server/startup/sandbox-keys';
import {
  makeProductionEnvironment,
  productEntryFile,
  type ServerProcess,
  startServerProcess,
  testNodeEntryFile,
} from '@carhouse/server/testing/server-process';
import pg from 'pg';
import { type DatabaseCluster, productDatabase } from './database-cluster.ts';
import type { Proxies } from './proxies.ts';

type Sandbox = Awaited<ReturnType<typeof startOwnSandbox>>;

/** The nodes of the product behind the balancer, with a bucket, a mail server and the sandbox card provider. */
export class ProductNodes {
  readonly origin: string;
  readonly sessionSecret = randomBytes(32).toString('hex');
  readonly keys: SandboxKeys;
  /** The environment variables that are the same for all nodes. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #proxies: Proxies;
  readonly #nodes: (ServerProcess | undefined)[];
  readonly #closers: (() => Promise<unknown>)[] = [];
  readonly #errorLines: string[] = [];
  #sandbox: Sandbox | undefined;

  /**
   * Starts everything. The first node migrates the database.
   * @param entry entry file of the product; that of this checkout by default.
   */
  static async start(
    cluster: DatabaseCluster,
    proxies: Proxies,
    folder: string,
    entry: string = productEntryFile,
  ): Promise<ProductNodes> {
    const secret = randomBytes(32).toString('hex');
    const closers: (() => Promise<unknown>)[] = [];
    try {
      await mkdir(folder);
      const mailServer = await startMailServer();
      closers.push(() => mailServer.close());
      const bucket = await startTestBucket();
      closers.push(() => bucket.close());
      const keys = deriveSandboxKeys(secret);
      const sandbox = await startOwnSandbox({
        keys,
        dataDir: join(folder, 'cards'),
        webhookUrl: `${proxies.origin}${providerWebhookPath}`,
        log: () => {},
      });
      closers.push(() => sandbox.close());
      const { endpoint, bucket: bucketName, region, accessKeyId, secretAccessKey } = bucket.options;
      const nodes = new ProductNodes(proxies, folder, keys, {
        ...makeProductionEnvironment(mailServer.port),
        LOG_LEVEL: 'warn',
        // All nodes share the processors of one computer, so each node is slow even without an overload.
        OVERLOAD_DELAY_MS: '2000',
        PUBLIC_URL: proxies.origin,
        TRUSTED_PROXIES: '127.0.0.1',
        DATABASE_URL: proxies.pooledUrl,
        DATABASE_SESSION_URL: proxies.sessionUrl,
        DATABASE_REPLICA_URLS: cluster.members.map((member) => cluster.makeProductUrl(member)).join(','),
        SANDBOX_CARDS_URL: sandbox.url,
        SANDBOX_CARDS_SECRET: secret,
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucketName,
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      });
      nodes.#sandbox = sandbox;
      nodes.#closers.push(...closers.splice(0));
      try {
        // The nodes of a race do not migrate.
        if (entry === testNodeEntryFile) await migrateDatabase(proxies.sessionUrl);
        for (const index of proxies.nodePorts.keys()) await nodes.startNode(index, entry);
        return nodes;
      } catch (error) {
        await nodes.stop();
        throw error;
      }
    } finally {
      for (const close of closers.reverse()) await close();
    }
  }

  private constructor(
    proxies: Proxies,
    folder: string,
    keys: SandboxKeys,
    environment: Readonly<Record<string, string>>,
  ) {
    this.origin = proxies.origin;
    this.keys = keys;
    this.#proxies = proxies;
    this.#folder = folder;
    this.environment = environment;
    this.#nodes = proxies.nodePorts.map(() => undefined);
  }

  get sandbox(): Sandbox {
    if (this.#sandbox === undefined) throw new Error('The card provider is not running.');
    return this.#sandbox;
  }

  /** Starts a node and waits until the balancer uses it. */
  async startNode(index: number, entry: string = productEntryFile): Promise<void> {
    this.#nodes[index] = await startServerProcess(
      {
        ...this.environment,
        SESSION_SECRET: this.sessionSecret,
        PORT: String(this.#proxies.nodePorts[index]),
        DATA_DIR: join(this.#folder, `node${index + 1}`),
      },
      entry,
    );
    await this.#proxies.waitForNode(index);
  }

  /** Replaces a node as an operator does: the balancer sends it no further requests before it stops. */
  async replaceNode(index: number, entry?: string): Promise<void> {
    await this.#proxies.setNodeState(index, 'drain');
    await this.#stopNode(index);
    await this.#proxies.setNodeState(index, 'ready');
    await this.startNode(index, entry);
  }

  /** Number of nodes that run, of those that were started. */
  countRunning(): number {
    return this.#nodes.filter((node) => node?.isAlive() === true).length;
  }

  /** Returns the text that the nodes have written to standard error: the warnings and errors of their logs. */
  readErrorLines(): readonly string[] {
    return [...this.#errorLines, ...this.#nodes.flatMap((node) => node?.readErrorLines() ?? [])];
  }

  async #stopNode(index: number): Promise<void> {
    const node = this.#nodes[index];
    this.#nodes[index] = undefined;
    if (node === undefined) return;
    await node.stop();
    this.#errorLines.push(...node.readErrorLines());
    await appendFile(join(this.#folder, `node${index + 1}.log`), `${node.readErrorLines().join('\n')}\n`);
  }

  /** Stops the nodes, and nothing else. */
  async stopNodes(): Promise<void> {
    await Promise.all(this.#nodes.map((_, index) => this.#stopNode(index)));
  }

  async stop(): Promise<void> {
    await this.stopNodes();
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

async function migrateDatabase(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}

/** Makes the product's user and its database, with the limits that PgBouncer does not pass on (docs/operations.md). */
export async function makeProductDatabase(cluster: DatabaseCluster): Promise<void> {
  const name = productDatabase;
  await cluster.runOnLeader(
    'postgres',
    `CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${cluster.passwords.productPassword}'`,
  );
  await cluster.runOnLeader('postgres', `CREATE DATABASE ${name} OWNER ${name}`);
  const limits = {
    statement_timeout: '3s',
    lock_timeout: '500ms',
    idle_in_transaction_session_timeout: '5s',
  };
  for (const [limit, value] of Object.entries(limits))
    await cluster.runOnLeader('postgres', `ALTER ROLE ${name} IN DATABASE ${name} SET ${limit} = '${value}'`);
}
