import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acquireDataDirLock, describeThisProcess, type LockHolder } from './data-dir-lock.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carhouse-lock-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the lock of a data directory', () => {
  test('is refused while its holder lives and free after its release', async () => {
    const lock = await acquireDataDirLock(folder);
    await expect(acquireDataDirLock(folder)).rejects.toMatchObject({
      code: 'DATA_DIR_LOCKED',
      message: `another Car House is running on this data directory (pid ${process.pid})`,
    });
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
    await (await acquireDataDirLock(folder)).release();
  });

  test('is taken over from a process that is gone', async () => {
    await writeLockFile({ pid: 2 ** 30 });
    await (await acquireDataDirLock(folder)).release();
  });

  test('is taken over when its pid belongs to a process that started later', async () => {
    await writeLockFile({ startedAt: 'long ago' });
    await (await acquireDataDirLock(folder)).release();
  });

  test('is taken over at once after a reboot', async () => {
    await writeLockFile({ boot: 'the one before' });
    await (await acquireDataDirLock(folder)).release();
  });

  test('is taken over when a power failure left its file empty', async () => {
    await mkdir(join(folder, 'lock'));
    await writeFile(join(folder, 'lock', 'old'), '');
    await (await acquireDataDirLock(folder)).release();
  });

  test('goes to one of many processes that find a dead holder at the same time', async () => {
    await writeLockFile({ pid: 2 ** 30 });
    const lockResults = await Promise.allSettled(Array.from({ length: 40 }, () => acquireDataDirLock(folder)));
    expect(lockResults.filter((lockAttempt) => lockAttempt.status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['lock']);
  });

  test('is not released by a process that lost it', async () => {
    const firstLock = await acquireDataDirLock(folder);
    await rm(join(folder, 'lock'), { recursive: true });
    await acquireDataDirLock(folder);
    await firstLock.release();
    expect(existsSync(join(folder, 'lock'))).toBe(true);
  });

  test('is refused while a holder in another container keeps touching its file', async () => {
    const file = await writeLockFile({ hostname: 'elsewhere', processSpace: 'pid:[1]' });
    let seconds = 1;
    const heartbeatTimer = setInterval(() => void utimes(file, seconds, seconds++), 100);
    await expect(acquireDataDirLock(folder, 5_000)).rejects.toMatchObject({ code: 'DATA_DIR_LOCKED' });
    clearInterval(heartbeatTimer);
  });

  test('is taken over from a holder in another container that no longer touches its file', async () => {
    await writeLockFile({ hostname: 'elsewhere', processSpace: 'pid:[1]' });
    await (await acquireDataDirLock(folder, 500)).release();
  });
});

/** Writes a lock whose holder is this process, with the fields of `holderOverrides` instead of the real ones. */
async function writeLockFile(holderOverrides: Partial<LockHolder>): Promise<string> {
  await mkdir(join(folder, 'lock'));
  const file = join(folder, 'lock', 'old');
  await writeFile(file, JSON.stringify({ ...(await describeThisProcess()), ...holderOverrides }));
  return file;
}
