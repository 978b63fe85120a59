import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openPool } from '@carhouse/database/connection/connect';
import { findRunningEmbeddedUrl } from '@carhouse/embedded-postgres/find-running';
import { startMailServer } from '@carhouse/mail/testing/start-mail-server';
import { makeProductionEnvironment } from '@carhouse/server/testing/server-process';
import type pg from 'pg';

export type ServerProcess = {
  readonly url: string;
  /** A pool on the server's embedded database. The pool is used for generating listings and not for measuring. */
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first response. */
  readonly startMs: number;
  close(): Promise<void>;
};

const serverProgram = fileURLToPath(new URL('../../apps/server/main.ts', import.meta.url));

/**
 * Starts the whole product in a separate process, in production mode with the embedded defaults and an empty data
 * directory. The benchmark acts as the reverse proxy, so each simulated user has a client address of their own and the
 * usual limits apply.
 */
export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const dataDir = await makeDataDir();
  const server = await startServerOn(dataDir, env);
  return {
    ...server,
    close: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes a data directory for a server that is started several times. The caller removes the folder. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carhouse-bench-'));
  // When root starts the server, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(dataDir, 0o711);
  return dataDir;
}

/** Starts a server on a data directory, which is not removed. */
export async function startServerOn(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const mailServer = await startMailServer();
  const startTime = performance.now();
  const node = spawn(process.execPath, [serverProgram], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      // Mails are sent to an SMTP server in this process, which stores them in memory.
      ...makeProductionEnvironment(mailServer.port),
      PORT: '0',
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await waitForReadyUrl(node);
  const startMs = performance.now() - startTime;
  const databaseUrl = await findRunningEmbeddedUrl(dataDir);
  if (databaseUrl === undefined) throw new Error('The embedded database is not to be found.');
  const pool = openPool({ url: databaseUrl, applicationName: 'carhouse-bench', max: 2 });
  return {
    url,
    pool,
    databaseUrl,
    dataDir,
    pid: node.pid ?? 0,
    startMs,
    close: async () => {
      await pool.end();
      const exitPromise = once(node, 'exit');
      node.kill('SIGTERM');
      await exitPromise;
      await mailServer.close();
    },
  };
}

/** Starts a program of this package that prints `is ready at URL`. */
export async function startProgram(
  file: string,
  args: readonly string[],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const node = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await waitForReadyUrl(node);
  return {
    url,
    close: async () => {
      const exitPromise = once(node, 'exit');
      node.kill('SIGTERM');
      await exitPromise;
    },
  };
}

/**
 * Returns the URL that a program prints when it is ready.
 * @throws Error when the program ends before it is ready
 */
export async function waitForReadyUrl(node: ChildProcess): Promise<string> {
  if (node.stdout === null) throw new Error('The output of the product is not connected.');
  for await (const line of createInterface({ input: node.stdout })) {
    const url = /is ready at (http\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The product did not come up.');
}
