import { randomUUID } from 'node:crypto';
import {
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeDataDirLockedError, readSystemCode } from './embedded-database-error.ts';
import { readProcess } from './process-facts.ts';
import { giveToFolderOwner } from './run-as.ts';

export interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Data of the process that holds the lock. `boot` and `processSpace` determine whether the holder's `pid` means the
 * same process to the process that reads the lock.
 */
export interface LockHolder {
  pid: number;
  startedAt: string;
  hostname: string;
  boot: string;
  processSpace: string;
}

const TOUCH_INTERVAL_MS = 2_000;
const MAX_UNTOUCHED_MS = 7_000;

/**
 * Takes the lock `<folder>/lock`. A lock can be taken over only from a dead process. The lock is a directory with one
 * file, whose name is a unique token. A process renames a prepared directory to `lock`. The rename is atomic and
 * succeeds only while `lock` is absent or empty, so only one of two processes succeeds. To take over from a dead
 * holder, a process removes the file of *that* holder by name and then renames its own directory to `lock`. A process
 * that is late cannot remove the lock of a new holder, whose file has another name. The holder is dead when no process
 * has its pid and start time. A pid is not valid in another container or on another machine that shares the folder, so
 * the holder also touches its file every two seconds. A holder whose process cannot be checked counts as dead after
 * seven seconds without a touch. After a reboot of the same machine no wait is needed.
 *
 * @param untouchedMsMaximum milliseconds without a touch after which a holder counts as dead, for tests @throws
 * EmbeddedDatabaseError `DATA_DIR_LOCKED` while the holder lives.
 */
export async function acquireDataDirLock(folder: string, untouchedMsMaximum = MAX_UNTOUCHED_MS): Promise<DataDirLock> {
  const lockFolder = join(folder, 'lock');
  const token = randomUUID();
  const preparedLockFolder = join(folder, `lock-${token}`);
  await mkdir(preparedLockFolder, { mode: 0o755 });
  try {
    await writeFile(join(preparedLockFolder, token), JSON.stringify(await describeThisProcess()), { mode: 0o644 });
    giveToFolderOwner(folder, preparedLockFolder);
    giveToFolderOwner(folder, join(preparedLockFolder, token));
    while (!(await renameToLock(preparedLockFolder, lockFolder)))
      await removeDeadHolder(lockFolder, untouchedMsMaximum);
  } catch (error) {
    await rm(preparedLockFolder, { recursive: true, force: true });
    throw error;
  }
  return holdLock(lockFolder, token);
}

function holdLock(lockFolder: string, token: string): DataDirLock {
  const file = join(lockFolder, token);
  const heartbeatTimer = setInterval(() => {
    // Other processes only check whether the file's modification time changes. Other processes do not compare the
    // modification time with their clock.
    const time = new Date();
    utimes(file, time, time).catch(() => undefined);
  }, TOUCH_INTERVAL_MS);
  heartbeatTimer.unref();
  return {
    async release() {
      clearInterval(heartbeatTimer);
      await rm(file, { force: true });
      // When the directory is absent or not empty, the next holder has taken the lock.
      await rmdir(lockFolder).catch(() => undefined);
    },
  };
}

async function renameToLock(preparedLockFolder: string, lockFolder: string): Promise<boolean> {
  try {
    await rename(preparedLockFolder, lockFolder);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(readSystemCode(error) ?? '')) return false;
    throw error;
  }
}

async function removeDeadHolder(lockFolder: string, untouchedMsMaximum: number): Promise<void> {
  const files = await readdir(lockFolder).catch(() => []);
  for (const name of files) {
    const file = join(lockFolder, name);
    const holder = await readHolder(file);
    if (holder !== undefined && (await isAlive(holder, file, untouchedMsMaximum)))
      throw makeDataDirLockedError(holder.pid);
    await unlink(file).catch((error: unknown) => {
      if (readSystemCode(error) !== 'ENOENT') throw error;
    });
  }
}

async function readHolder(file: string): Promise<LockHolder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as LockHolder;
  } catch {
    // A holder completes the file before the rename. A lock file that cannot be read was therefore emptied by a power
    // failure.
    return undefined;
  }
}

async function isAlive(holder: LockHolder, file: string, untouchedMsMaximum: number): Promise<boolean> {
  const thisProcess = await describeThisProcess();
  if (holder.hostname === thisProcess.hostname && holder.boot !== thisProcess.boot) return false;
  if (holder.boot === thisProcess.boot && holder.processSpace === thisProcess.processSpace) {
    return (await readProcess(holder.pid))?.startedAt === holder.startedAt;
  }
  return hasHeartbeat(file, untouchedMsMaximum);
}

async function hasHeartbeat(file: string, untouchedMsMaximum: number): Promise<boolean> {
  const initialTouchTimeMs = await readTouchTimeMs(file);
  for (let elapsedWaitMs = 0; elapsedWaitMs < untouchedMsMaximum; elapsedWaitMs += 250) {
    await wait(250);
    const touchTimeMs = await readTouchTimeMs(file);
    if (touchTimeMs === undefined) return false;
    if (touchTimeMs !== initialTouchTimeMs) return true;
  }
  return false;
}

async function readTouchTimeMs(file: string): Promise<number | undefined> {
  return stat(file).then(
    (facts) => facts.mtimeMs,
    () => undefined,
  );
}

export async function describeThisProcess(): Promise<LockHolder> {
  const facts = await readProcess(process.pid);
  return {
    pid: process.pid,
    startedAt: facts?.startedAt ?? '',
    hostname: hostname(),
    boot: (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim(),
    processSpace: await readlink('/proc/self/ns/pid').catch(() => ''),
  };
}
