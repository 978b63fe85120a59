import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listWorkspaceFolders } from '../../tools/setup/project.mjs';
import { killAtOnce, listProcessesIn } from './processes.ts';

export interface Account {
  uid?: number;
  gid?: number;
}

export interface Clone {
  folder: string;
  /**
   * The home folder. The environment names no folders outside the checkout, so the caller's own settings are not
   * visible.
   */
  home: string;
  account: Account;
}

/** Programs that the product, npm and git may call. */
const programs =
  'node npm git sh env uname ls cat cp mv rm mkdir rmdir ln chmod dirname basename readlink sed grep head tail sort ps id';
/** The proxy settings of this network. Behind a proxy, npm cannot install without these settings. */
const proxyVariablePattern = /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file)$/i;
const projectFolder = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));

const root = realpathSync(mkdtempSync(join(tmpdir(), 'carhouse-start-')));
chmodSync(root, 0o755);
const path = linkPrograms();
const createdClones: Clone[] = [];

/**
 * Makes a new `git clone` of the committed state.
 * @param parentMode 0o700 closes the folder above the checkout to all other users
 */
export function makeClone(name: string, account: Account = {}, parentMode = 0o755): Clone {
  const home = join(root, name);
  const folder = join(home, 'car-house');
  mkdirSync(home);
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', projectFolder, folder], { stdio: 'inherit' });
  const clone = { folder, home, account };
  createdClones.push(clone);
  changeOwnerToAccount(clone);
  chmodSync(home, parentMode);
  return clone;
}

/** Links the installed packages (as hard links) and the built web app of one checkout into another. */
export function linkPackages(from: Clone, to: Clone): void {
  // A workspace has its own folder of packages when npm could not install a package in the root folder.
  for (const workspace of ['.', ...listWorkspaceFolders(from.folder)]) {
    const packagesFolder = join(from.folder, workspace, 'node_modules');
    if (existsSync(packagesFolder))
      execFileSync('cp', ['-al', packagesFolder, join(to.folder, workspace, 'node_modules')]);
  }
  execFileSync('cp', ['-a', join(from.folder, 'apps/web/dist'), join(to.folder, 'apps/web/dist')]);
}

/** Copies the npm cache of one checkout into another. */
export function copyNpmCache(from: Clone, to: Clone): void {
  execFileSync('cp', ['-a', join(from.home, '.npm'), join(to.home, '.npm')]);
  changeOwnerToAccount(to);
}

/** Makes the complete environment of a command in this checkout. */
export function makeEnvironment(clone: Clone, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const network = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && proxyVariablePattern.test(name) ? [[name, value]] : [],
  );
  return {
    PATH: path,
    HOME: clone.home,
    npm_config_update_notifier: 'false',
    ...Object.fromEntries(network),
    ...extra,
  };
}

/**
 * Lists the folder of the checkout, and the folder of its database when PostgreSQL's account has no access to the
 * checkout.
 */
export function listFolders(clone: Clone): string[] {
  const recordedDatabaseFolders = readdirSync(clone.folder).flatMap((name) => {
    const location = join(clone.folder, name, 'database', 'location');
    return existsSync(location) ? [readFileSync(location, 'utf8').trim()] : [];
  });
  return [clone.folder, ...recordedDatabaseFolders];
}

/** Makes a folder for other files that every account can use. */
export function makeFolder(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  return folder;
}

/** Stops all remaining processes and removes all created files. */
export function removeCheckouts(): void {
  const cloneFolders = createdClones.flatMap(listFolders);
  killAtOnce(listProcessesIn([root, ...cloneFolders]));
  for (const folder of [...cloneFolders, root])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Finds an account of the system that is neither root nor the account of root's PostgreSQL server. */
export function findOrdinaryAccount(): Required<Account> {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name = '', , uid, gid] = line.split(':');
    if (name !== '' && name !== 'nobody' && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('this system has no ordinary account');
}

function changeOwnerToAccount({ home, account }: Clone): void {
  if (account.uid !== undefined) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, home]);
}

/**
 * Makes a folder of links to the few programs of a minimal machine. The folder has the machine's own Node and not the
 * project's.
 */
function linkPrograms(): string {
  const binFolder = join(root, 'bin');
  mkdirSync(binFolder);
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  for (const name of programs.split(' ')) {
    const commandPath = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
    if (commandPath !== undefined) symlinkSync(commandPath, join(binFolder, name));
  }
  return binFolder;
}
