import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { chmod, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCannotStartError, readSystemCode } from './embedded-database-error.ts';
import { canEnterFolder, chooseAccount, isRoot, isWritableByRootAlone, type ProcessAccount } from './run-as.ts';

export interface ClusterPlace {
  /**
   * A folder that contains `cluster` (PostgreSQL's data), the settings, the log and, when needed, a copy of the
   * binaries.
   */
  homeFolder: string;
  account: ProcessAccount;
}

/**
 * Folders for a cluster outside of the data directory, in order of preference. A reboot may empty the temporary folder,
 * and some systems remove old files from `/var/tmp`.
 */
const SYSTEM_FOLDERS = ['/var/lib/carhouse', '/var/tmp', tmpdir()];

/**
 * Creates `<dataDir>/database`, where the database is stored unless PostgreSQL's account has no access to it. Returns
 * the real path of the folder: PostgreSQL reports real paths, and the lock must be the same through a symbolic link.
 */
export async function openDatabaseFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'database');
  try {
    await mkdir(folder, { recursive: true });
    // PostgreSQL's account must be able to enter the folder but not to list it. Secret files are in a subfolder with
    // the mode 0700.
    if (lstatSync(folder).uid === process.getuid?.()) await chmod(folder, isRoot() ? 0o711 : 0o700);
    return await realpath(folder);
  } catch (error) {
    throw makeCannotStartError(`${folder} cannot be used (${readSystemCode(error)})`, '', error);
  }
}

/**
 * Chooses the folder of the cluster and the account that runs it. Usually the folder is `<dataDir>/database`, next to
 * the other data. Storing the database there does not work when root starts the server in a checkout below a folder
 * that only root may enter (`/root` is 0700): PostgreSQL refuses to run as root, and the account that runs it has no
 * access to the data. The permissions of root's home are not changed. The cluster is then stored in
 * `/var/lib/carhouse/<random>`, which survives a reboot. When `/var/lib/carhouse` cannot be created, `/var/tmp` is
 * used, and then the temporary folder; both are logged. The choice is written to `<dataDir>/database/location`, so that
 * the next start finds the same data, also after the checkout was moved. The name is random and does not depend on the
 * path, because a new checkout at an old path must not find an old database. A recorded folder that is missing is an
 * error: the server never starts with an empty database instead. All files except the cluster belong to the user who
 * starts Car House. PostgreSQL's account, which other services may share, cannot change the settings, the binaries, the
 * lock or the name of the log. The cluster belongs to PostgreSQL's account and has the mode 0700.
 */
export async function placeCluster(
  folder: string,
  systemFolders: readonly string[] | undefined,
  log: (line: string) => void,
): Promise<ClusterPlace> {
  const recordedClusterHome = await readRecordedHome(folder);
  if (recordedClusterHome !== undefined) {
    if (!existsSync(recordedClusterHome)) {
      const restoreAdvice = `Restore it, or remove ${join(folder, 'location')} to begin with an empty database`;
      throw makeCannotStartError(
        `the database of this data directory is gone from ${recordedClusterHome}. ${restoreAdvice}`,
      );
    }
    return { homeFolder: recordedClusterHome, account: chooseOsUser(recordedClusterHome) };
  }
  const account = chooseOsUser(folder);
  if (canEnterFolder(folder, account)) return { homeFolder: folder, account };
  if (existsSync(join(folder, 'cluster'))) {
    throw makeCannotStartError(
      `the user ${account.uid}, who owns the database in ${folder}, may no longer enter that folder`,
    );
  }
  const homeFolder = await makeSystemHome(systemFolders ?? SYSTEM_FOLDERS, account);
  await recordHome(folder, homeFolder);
  log(
    `The database is kept in ${homeFolder}, because PostgreSQL does not run as root and no other user may enter ${folder}.`,
  );
  if (homeFolder.startsWith(tmpdir()))
    log(`${homeFolder} may be emptied by a reboot: give a DATA_DIR outside of closed folders.`);
  return { homeFolder, account };
}

function chooseOsUser(homeFolder: string): ProcessAccount {
  const clusterFolder = join(homeFolder, 'cluster');
  if (!existsSync(clusterFolder)) return chooseAccount();
  const { uid, gid } = lstatSync(clusterFolder);
  if (!isRoot() && uid !== process.getuid?.()) {
    throw makeCannotStartError(
      `the database in ${homeFolder} belongs to another user (${uid}); start Car House as root or as that user`,
    );
  }
  return chooseAccount({ uid, gid });
}

async function makeSystemHome(systemFolders: readonly string[], account: ProcessAccount): Promise<string> {
  for (const parentFolder of systemFolders) {
    const homeFolder = join(parentFolder, `carhouse-${randomBytes(8).toString('hex')}`);
    try {
      await mkdir(parentFolder, { recursive: true, mode: 0o755 });
      // Without `recursive`, the call fails when another user has created a folder with this name first. In a folder
      // such as /var/tmp the sticky bit prevents other users from renaming root's folders.
      await mkdir(homeFolder, { mode: 0o711 });
      await chmod(homeFolder, 0o711);
      if (
        isWritableByRootAlone(lstatSync(homeFolder)) &&
        canHoldSystemHome(parentFolder) &&
        canEnterFolder(homeFolder, account)
      )
        return homeFolder;
      await rm(homeFolder, { recursive: true });
    } catch {
      // The path is read-only or is not a folder. The next folder is tried.
    }
  }
  throw makeCannotStartError(`no folder was found for the database that the user ${account.uid} may enter`);
}

function canHoldSystemHome(parentFolder: string): boolean {
  const folderStat = lstatSync(parentFolder);
  return (
    isWritableByRootAlone(folderStat) ||
    (folderStat.isDirectory() && folderStat.uid === 0 && (folderStat.mode & 0o1000) !== 0)
  );
}

async function readRecordedHome(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'location'), 'utf8').catch((error: unknown) => {
    if (readSystemCode(error) === 'ENOENT') return undefined;
    throw makeCannotStartError(`${join(folder, 'location')} cannot be read (${readSystemCode(error)})`, '', error);
  });
  return text?.trim();
}

async function recordHome(folder: string, homeFolder: string): Promise<void> {
  const file = join(folder, 'location');
  await writeDurably(`${file}.new`, `${homeFolder}\n`, 0o644);
  await rename(`${file}.new`, file);
}

/** Writes a file and syncs it to the disk. */
export async function writeDurably(file: string, text: string, fileMode: number): Promise<void> {
  const handle = await open(file, 'w', fileMode);
  try {
    await handle.chmod(fileMode);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
