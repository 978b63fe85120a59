import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectFolder } from './project.mjs';

// The lock is not below node_modules, because installing packages may empty that folder.
const lockFolder = join(projectFolder, '.cache');
const lockFile = join(lockFolder, 'setup.lock');

/**
 * Runs `work` while no other command of this checkout is installing or building. The lock of a process that has ended
 * is taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  await takeLock();
  const releaseLock = () => rmSync(lockFile, { force: true });
  process.on('exit', releaseLock);
  try {
    return await work();
  } finally {
    releaseLock();
    process.removeListener('exit', releaseLock);
  }
}

async function takeLock() {
  mkdirSync(lockFolder, { recursive: true });
  const ownLockFile = join(lockFolder, `setup.lock.${process.pid}`);
  let isAnnounced = false;
  try {
    for (;;) {
      // A hard link has its whole content from the beginning, so no process reads an incomplete lock.
      writeFileSync(ownLockFile, describeProcess(process.pid) ?? String(process.pid));
      if (tryLinkLock(ownLockFile)) return;
      const lockHolder = readLock();
      if (lockHolder === undefined) continue;
      if (!isAlive(lockHolder)) {
        removeDeadLock(lockHolder);
        continue;
      }
      if (!isAnnounced)
        console.log(`Waiting for another Car House command (process ${lockHolder.split(' ')[0]}) to finish its set-up`);
      isAnnounced = true;
      await wait(200);
    }
  } finally {
    rmSync(ownLockFile, { force: true });
  }
}

/** @param {string} ownLockFile */
function tryLinkLock(ownLockFile) {
  try {
    linkSync(ownLockFile, lockFile);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readLock() {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Renames the lock of an ended process, and then removes the lock. Only one of two waiting processes can rename the
 * lock. When a process notices that it has renamed the lock of a running process, the process restores this lock.
 * @param {string} lockHolder
 */
function removeDeadLock(lockHolder) {
  const deadLockFile = join(lockFolder, `setup.lock.dead.${process.pid}`);
  try {
    renameSync(lockFile, deadLockFile);
    if (readFileSync(deadLockFile, 'utf8') !== lockHolder) tryLinkLock(deadLockFile);
  } catch {
    return;
  } finally {
    rmSync(deadLockFile, { force: true });
  }
}

/** @param {string} lockHolder */
function isAlive(lockHolder) {
  const pid = Number(lockHolder.split(' ')[0]);
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const currentDescription = describeProcess(pid);
  return currentDescription === undefined || currentDescription === lockHolder;
}

/**
 * Returns the pid with the start time of the process, when the system provides the start time. The pid alone does not
 * identify a process, because another process may get the same pid later.
 * @param {number} pid
 */
function describeProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name is in parentheses and may contain blanks. The start time is the 20th field after the name.
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return undefined;
  }
}
