import { randomBytes } from 'node:crypto';
import { chownSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeCannotStartError, readSystemCode } from './embedded-database-error.ts';
import { writeDurably } from './place-cluster.ts';
import { giveToFolderOwner, type ProcessAccount } from './run-as.ts';
import { runProgram } from './run-program.ts';

export const ROLE = 'carhouse';

const UNFINISHED_PREFIX = 'unfinished-';

interface ClusterOptions {
  binariesFolder: string;
  homeFolder: string;
  account: ProcessAccount;
  password: string;
}

/**
 * Creates `<home>/cluster` unless it exists.
 * initdb runs in another folder that is then renamed to `cluster`. After an interruption `cluster` is either complete
 * or absent. The next start removes the unfinished folder and creates it again. `synced: false` skips syncing to the
 * disk, for temporary servers. The locale is PostgreSQL's builtin C.UTF-8: it is the same on every machine and, unlike
 * plain C, changes the case of accented letters.
 *
 * @returns whether the function created the cluster
 */
export async function initialiseCluster(
  { binariesFolder, homeFolder, account, password }: ClusterOptions,
  mustSyncFiles: boolean,
): Promise<boolean> {
  await removeUnfinished(homeFolder);
  if (existsSync(join(homeFolder, 'cluster'))) return false;
  const unfinishedFolder = await mkdtemp(join(homeFolder, UNFINISHED_PREFIX));
  const clusterFolder = join(unfinishedFolder, 'cluster');
  const passwordFile = join(unfinishedFolder, 'password');
  await writeDurably(passwordFile, password, 0o600);
  for (const path of [passwordFile, unfinishedFolder]) giveTreeToAccount(path, account);
  const result = await runProgram(
    join(binariesFolder, 'bin', 'initdb'),
    [
      `--pgdata=${clusterFolder}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth-host=scram-sha-256',
      '--auth-local=scram-sha-256',
      '--data-checksums',
      ...(mustSyncFiles ? [] : ['--no-sync']),
    ],
    account,
  );
  if (result.code !== 0) {
    await removeUnfinished(homeFolder);
    throw makeCannotStartError(explainInitdbError(result.output), result.output.slice(-1_500));
  }
  await rename(clusterFolder, join(homeFolder, 'cluster'));
  if (mustSyncFiles) await syncFolder(homeFolder);
  await removeUnfinished(homeFolder);
  return true;
}

/**
 * The role's password, which is stored in `<dataDir>/secrets/database-password` (0600). The result is undefined when
 * there is no password yet.
 */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  const file = makePasswordFilePath(dataDir);
  try {
    const password = (await readFile(file, 'utf8')).trim();
    return password === '' ? undefined : password;
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return undefined;
    throw makeCannotStartError(`${file} cannot be read (${readSystemCode(error)})`, '', error);
  }
}

/** Makes a password of 24 random bytes in characters that need no quoting in URLs and SQL. */
export function makePassword(): string {
  return randomBytes(24).toString('base64url');
}

export async function savePassword(dataDir: string, password: string): Promise<void> {
  const file = makePasswordFilePath(dataDir);
  const secretsFolder = dirname(file);
  if (!existsSync(secretsFolder)) {
    await mkdir(secretsFolder, { recursive: true, mode: 0o700 });
    giveToFolderOwner(dataDir, secretsFolder);
  }
  await writeDurably(`${file}.new`, `${password}\n`, 0o600);
  giveToFolderOwner(dataDir, `${file}.new`);
  await rename(`${file}.new`, file);
  await syncFolder(secretsFolder);
}

/** Sets the role's password in single-user mode, for a cluster whose password file was lost. */
export async function resetPassword({ binariesFolder, homeFolder, account, password }: ClusterOptions): Promise<void> {
  const sql = `ALTER ROLE ${ROLE} PASSWORD '${password}';\n`;
  const args = ['--single', '-D', join(homeFolder, 'cluster'), 'postgres'];
  const result = await runProgram(join(binariesFolder, 'bin', 'postgres'), args, account, sql);
  if (result.code !== 0)
    throw makeCannotStartError('the password of the database could not be set again', result.output);
}

async function removeUnfinished(homeFolder: string): Promise<void> {
  for (const name of await readdir(homeFolder)) {
    if (name.startsWith(UNFINISHED_PREFIX)) {
      // A killed process may have left a running initdb that still writes to the unfinished folder. The orphaned initdb
      // ends at its next output, because its pipe is closed.
      await rm(join(homeFolder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  }
}

/** Syncs a folder. A rename is durable only after the folder has been synced to the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function makePasswordFilePath(dataDir: string): string {
  return join(dataDir, 'secrets', 'database-password');
}

function giveTreeToAccount(path: string, account: ProcessAccount): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}

function explainInitdbError(output: string): string {
  if (output.includes('could not look up effective user ID')) {
    return 'the user who runs Car House has no account on this system (no line in /etc/passwd), which initdb insists on';
  }
  return 'the database could not be made';
}
