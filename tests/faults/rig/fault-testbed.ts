import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '@carhouse/database/connection/connect';
import { findFreePort } from '@carhouse/database/testing/free-port';
import { replacePort } from '@carhouse/embedded-postgres/embedded-url';
import { startMailServer, type TestMailServer } from '@carhouse/mail/testing/start-mail-server';
import { providerWebhookPath } from '@carhouse/server/http/routing/provider-paths';
import { startOwnSandbox } from '@carhouse/server/startup/own-sandbox';
import { deriveSandboxKeys, type SandboxKeys } from '@carhouse/server/startup/sandbox-keys';
import {
  makeProductionEnvironment,
  productEntryFile,
  type ServerProcess,
  startServerProcess,
} from '@carhouse/server/testing/server-process';
import type { SandboxCardProvider } from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import type pg from 'pg';
import { DatabaseProcess } from './database-process.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';

export type TestbedOptions = {
  /** Settings of PostgreSQL that differ from those of the embedded server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder of the database's data; by default a folder inside the testbed's folder. */
  readonly databaseFolder?: string;
  /**
   * Variables of the product. The variables may depend on the testbed, in which everything except the product already
   * runs.
   */
  readonly env?: Readonly<Record<string, string>> | ((testbed: FaultTestbed) => Readonly<Record<string, string>>);
  /** Arguments of the product, such as `--nodes 1`. */
  readonly args?: readonly string[];
  /** The words of a command that starts the product in its own place, such as `prlimit --nofile=64`. */
  readonly launcher?: readonly string[];
  /** Whether the product reaches its database over `databaseLink`. */
  readonly hasDatabaseLink?: boolean;
  /** Whether the experiment starts the product itself. */
  readonly isStartedByExperiment?: boolean;
};

/** Limits of the rig's own statements, in milliseconds. */
const longTimeouts = {
  connectionTimeoutMillis: 30_000,
  query_timeout: 60_000,
  statement_timeout: 60_000,
  lock_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

/**
 * Everything that an experiment runs on this machine: the product as a process of its own in production mode, its database,
 * the sandbox card provider and a mail server, all in a temporary folder.
 */
export class FaultTestbed {
  readonly folder: string;
  readonly database: DatabaseProcess;
  readonly databaseLink: FaultyLink | undefined;
  readonly mailServer: TestMailServer;
  readonly origin: string;
  readonly keys: SandboxKeys;
  readonly sessionSecret = randomBytes(32).toString('hex');
  /** Connections that no fault affects, for making people and for judging. */
  readonly pool: pg.Pool;
  readonly #options: TestbedOptions;
  readonly #sandboxSecret: string;
  readonly #errorLines: string[] = [];
  #sandbox: SandboxCardProvider | undefined;
  #product: ServerProcess | undefined;

  /** Starts everything, and stops what was started when a step fails. */
  static async open(options: TestbedOptions = {}): Promise<FaultTestbed> {
    const folder = await mkdtemp(join(tmpdir(), 'carhouse-faults-'));
    await chmod(folder, 0o711);
    const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
    try {
      const database = await DatabaseProcess.start(
        options.databaseFolder ?? join(folder, 'database'),
        options.settings,
      );
      closers.push(() => database.stop());
      const mailServer = await startMailServer();
      closers.push(() => mailServer.close());
      const databaseLink = options.hasDatabaseLink === true ? await openFaultyLink(database.port) : undefined;
      closers.push(async () => databaseLink?.close());
      const testbed = new FaultTestbed(folder, options, { database, mailServer, databaseLink }, await findFreePort());
      await mkdir(testbed.dataDir, { recursive: true });
      await testbed.startSandbox();
      closers.push(() => testbed.close());
      if (options.isStartedByExperiment !== true) await testbed.startProduct();
      closers.splice(0);
      return testbed;
    } finally {
      for (const close of closers.reverse()) await close();
    }
  }

  private constructor(
    folder: string,
    options: TestbedOptions,
    services: Pick<FaultTestbed, 'database' | 'mailServer' | 'databaseLink'>,
    port: number,
  ) {
    this.folder = folder;
    this.database = services.database;
    this.mailServer = services.mailServer;
    this.databaseLink = services.databaseLink;
    this.origin = `http://127.0.0.1:${port}`;
    this.#options = options;
    this.#sandboxSecret = randomBytes(32).toString('hex');
    this.keys = deriveSandboxKeys(this.#sandboxSecret);
    this.pool = openPool({
      url: this.database.url,
      applicationName: 'carhouse-faults',
      max: 4,
      limits: longTimeouts,
    });
  }

  /** Data directory of the product. */
  get dataDir(): string {
    return join(this.folder, 'product');
  }

  get sandbox(): SandboxCardProvider {
    if (this.#sandbox === undefined) throw new Error('The card provider is not running.');
    return this.#sandbox;
  }

  get product(): ServerProcess {
    if (this.#product === undefined) throw new Error('The product is not running.');
    return this.#product;
  }

  /** The variables of the product. */
  get environment(): Readonly<Record<string, string>> {
    const { url } = this.database;
    const { env = {} } = this.#options;
    return {
      ...makeProductionEnvironment(this.mailServer.port),
      LOG_LEVEL: 'warn',
      PORT: new URL(this.origin).port,
      DATA_DIR: this.dataDir,
      DATABASE_URL: this.databaseLink === undefined ? url : replacePort(url, this.databaseLink.port).href,
      SESSION_SECRET: this.sessionSecret,
      // All programs share the processors of one machine, so each program is slow even without an overload.
      OVERLOAD_DELAY_MS: '2000',
      // The rig acts as the reverse proxy, so each simulated person has an address of their own.
      TRUSTED_PROXIES: '127.0.0.1',
      SANDBOX_CARDS_URL: this.sandbox.url,
      SANDBOX_CARDS_SECRET: this.#sandboxSecret,
      ...(typeof env === 'function' ? env(this) : env),
    };
  }

  /** Starts the product. @returns the milliseconds until the product was ready. */
  async startProduct(options: Pick<TestbedOptions, 'launcher' | 'args'> = this.#options): Promise<number> {
    const startMs = performance.now();
    const { args = [], launcher = [] } = options;
    this.#product = await startServerProcess(this.environment, productEntryFile, args, launcher);
    return Math.round(performance.now() - startMs);
  }

  /**
   * Stops the product as an operator does. @returns the exit code of the product, and the milliseconds until the
   * product has ended.
   */
  async stopProduct(): Promise<{ readonly code: number | null; readonly milliseconds: number }> {
    const startMs = performance.now();
    const product = this.product;
    await product.stop();
    this.#errorLines.push(...product.readErrorLines());
    this.#product = undefined;
    return { code: product.node.exitCode, milliseconds: Math.round(performance.now() - startMs) };
  }

  /** Kills the product with `kill -9`. */
  async killProduct(): Promise<void> {
    const product = this.product;
    await product.kill();
    this.#errorLines.push(...product.readErrorLines());
    this.#product = undefined;
  }

  /** Whether the product is running. */
  isProductAlive(): boolean {
    return this.#product?.isAlive() === true;
  }

  /** The lines that all processes of the product have written to standard error. */
  readErrorLines(): readonly string[] {
    return [...this.#errorLines, ...(this.#product?.readErrorLines() ?? [])];
  }

  /** Starts the card provider. @param port the earlier port of the card provider, when it starts again after a stop. */
  async startSandbox(port = 0): Promise<void> {
    this.#sandbox = await startOwnSandbox({
      keys: this.keys,
      dataDir: join(this.folder, 'cards'),
      port,
      webhookUrl: `${this.origin}${providerWebhookPath}`,
      log: () => {},
    });
  }

  /** Stops the card provider. @returns its port. */
  async stopSandbox(): Promise<number> {
    const { port } = this.sandbox;
    await this.sandbox.close();
    return port;
  }

  /** Stops everything and removes the folder. */
  async close(): Promise<void> {
    if (this.#product !== undefined) {
      if (this.#product.isAlive()) this.#product.node.kill('SIGCONT');
      await this.stopProduct();
    }
    await this.#sandbox?.close().catch(() => undefined);
    await this.mailServer.close();
    await this.databaseLink?.close();
    await this.pool.end();
    await this.database.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Opens a testbed, lets an experiment use it, and closes it. */
export async function withTestbed<T>(options: TestbedOptions, use: (testbed: FaultTestbed) => Promise<T>): Promise<T> {
  const testbed = await FaultTestbed.open(options);
  try {
    return await use(testbed);
  } finally {
    await testbed.close();
  }
}
