import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcess } from './process-facts.ts';
import { stopOrphanedServer } from './stop-postmaster.ts';

const memoryFolder = '/dev/shm';
/** Bytes that the database of a test run may need: the databases of a few test files, and the write-ahead log. */
const neededBytes = 4_000_000_000;
const namePattern = /^carhouse-test-(\d+)-/;

/**
 * Creates a folder for the PostgreSQL server of tests, in memory when there is enough room. Each test file creates and
 * drops a database of more than a thousand files. ext4 does not reuse the inodes of files that were deleted in the last
 * minutes, and searches past all of them for each new file, which took half of the processor time of the tests. Folders
 * and servers of test runs that were killed are removed first.
 */
export async function makeTestFolder(): Promise<string> {
  const parentFolder = (await hasRoomInMemory()) ? memoryFolder : tmpdir();
  await removeAbandonedFolders(parentFolder);
  return mkdtemp(join(parentFolder, `carhouse-test-${process.pid}-`));
}

async function hasRoomInMemory(): Promise<boolean> {
  if (process.platform !== 'linux' || freemem() < 2 * neededBytes) return false;
  const mountsText = await readFile('/proc/mounts', 'utf8');
  const mountOptions = mountsText
    .split('\n')
    .find((line) => line.split(' ')[1] === memoryFolder)
    ?.split(' ')[3];
  // PostgreSQL's programs are copied to this folder when its account cannot read those of the project.
  if (mountOptions === undefined || mountOptions.split(',').includes('noexec')) return false;
  const { bavail, bsize } = await statfs(memoryFolder);
  return bavail * bsize >= neededBytes;
}

/** Removes the folders whose processes have ended, and stops the servers that still run in them. */
async function removeAbandonedFolders(parentFolder: string): Promise<void> {
  for (const name of await readdir(parentFolder)) {
    const pid = Number(namePattern.exec(name)?.[1]);
    if (!Number.isSafeInteger(pid) || (await readProcess(pid)) !== undefined) continue;
    const folder = join(parentFolder, name);
    const clusterFolder = ['database/cluster', 'cluster']
      .map((path) => join(folder, path))
      .find((path) => existsSync(path));
    // Another test run may be removing the same folder.
    if (clusterFolder !== undefined)
      await stopOrphanedServer(
        clusterFolder,
        () => undefined,
        () => performance.now(),
      ).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}
