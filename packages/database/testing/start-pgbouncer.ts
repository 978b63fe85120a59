import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { replacePort } from '@carhouse/embedded-postgres/embedded-url';
import { chooseAccount } from '@carhouse/embedded-postgres/run-as';
import pg from 'pg';
import { findFreePort } from './free-port.ts';

export type TestPgbouncer = {
  /** Returns the URL of a database through PgBouncer. */
  databaseUrl(name: string): string;
  stop(): Promise<void>;
};

/**
 * The settings of docs/operations.md. With few server connections, transactions of one client run on different
 * connections.
 */
const serverConnectionCount = 4;

/**
 * Starts a PgBouncer in transaction mode in front of a PostgreSQL server on this machine.
 * @param serverUrl URL of the server, with user and password.
 * @throws Error that names what to install when there is no PgBouncer.
 */
export async function startPgbouncer(serverUrl: string): Promise<TestPgbouncer> {
  const program = findProgram();
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'carhouse-pgbouncer-'));
  // PgBouncer does not run as root.
  const account = chooseAccount();
  const userFile = join(folder, 'users.txt');
  const settingsFile = join(folder, 'pgbouncer.ini');
  const port = await findFreePort();
  await writeFile(userFile, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settingsFile,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${userFile}
pool_mode = transaction
default_pool_size = ${serverConnectionCount}
max_client_conn = 500
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
  );
  if (account.uid !== undefined && account.gid !== undefined)
    for (const path of [folder, userFile, settingsFile]) await chown(path, account.uid, account.gid);
  const child = spawn(program, ['-q', settingsFile], { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const databaseUrl = (name: string): string => {
    const url = replacePort(serverUrl, port);
    url.pathname = `/${encodeURIComponent(name)}`;
    return url.href;
  };
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(databaseUrl(new URL(serverUrl).pathname.slice(1)), child);
  } catch (error) {
    await stop();
    throw new Error(`PgBouncer did not start: ${output}`, { cause: error });
  }
  return { databaseUrl, stop };
}

function findProgram(): string {
  const programCandidates = [process.env.CARHOUSE_PGBOUNCER, 'pgbouncer', '/usr/sbin/pgbouncer'];
  const program = programCandidates.find(
    (path) => path !== undefined && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0,
  );
  if (program !== undefined) return program;
  throw new Error('No PgBouncer: npm run test:all installs one as root, or install it (apt-get install pgbouncer).');
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch (error) {
      if (attempt === 200 || child.exitCode !== null) throw error;
      await wait(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exitPromise = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // SIGTERM is sent because SIGINT would wait for the end of transactions, and connections of a failed test may never
  // end.
  child.kill('SIGTERM');
  await exitPromise;
}
