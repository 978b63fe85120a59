import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@carhouse/database/testing/free-port';
import { type Account, makeFolder } from './checkouts.ts';

export interface PlainPostgres {
  url: string;
  version: string;
  stop(): Promise<void>;
}

const password = 'plain-server';

/**
 * Starts a PostgreSQL server in the same way as an administrator: the system's own server when it is installed,
 * otherwise npm's.
 */
export async function startPlainPostgres(npmPackage: string, account: Account): Promise<PlainPostgres> {
  const system = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`).find(existsSync);
  const binFolder = system ?? join(npmPackage, 'native', 'bin');
  const folder = makeFolder('plain-postgres');
  const [dataFolder, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
  mkdirSync(dataFolder);
  writeFileSync(passwordFile, password);
  for (const path of [folder, dataFolder, passwordFile]) {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
  }
  const options = { ...account, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  execFileSync(
    join(binFolder, 'initdb'),
    [
      '-D',
      dataFolder,
      '-U',
      'carhouse',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ],
    { ...options, stdio: 'pipe' },
  );
  const port = await findFreePort();
  const args = [
    '-D',
    dataFolder,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
  ];
  const server = spawn(join(binFolder, 'postgres'), args, { ...options, stdio: 'ignore' });
  await waitUntilReady(server, dataFolder);
  const version = execFileSync(join(binFolder, 'postgres'), ['--version'], { ...options, encoding: 'utf8' }).trim();
  return {
    url: `postgres://carhouse:${password}@127.0.0.1:${port}/postgres`,
    version,
    async stop() {
      const exitPromise = new Promise((resolve) => server.once('exit', resolve));
      if (server.exitCode === null && server.kill('SIGINT')) await exitPromise;
    },
  };
}

async function waitUntilReady(server: ChildProcess, dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'postmaster.pid');
  for (let tryCount = 0; tryCount < 600; tryCount += 1) {
    if (server.exitCode !== null) throw new Error('the plain PostgreSQL server did not come up');
    if (existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready') return;
    await wait(50);
  }
  throw new Error('the plain PostgreSQL server is not ready after 30 s');
}
