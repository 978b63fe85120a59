import { chownSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The account that runs PostgreSQL. An empty object means the account of this process. */
export interface ProcessAccount {
  uid?: number;
  gid?: number;
}

/**
 * The whole environment of PostgreSQL's programs. A `PGPORT` or a locale of the user's shell must not affect these
 * programs.
 */
export const MINIMAL_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Chooses the account that runs PostgreSQL, which refuses to run as root. An ordinary user runs PostgreSQL with their
 * own account. Root runs PostgreSQL as the owner of existing data (created by an ordinary user, for example), or else
 * as `nobody`, which exists on every system.
 */
export function chooseAccount(owner?: { uid: number; gid: number }): ProcessAccount {
  if (!isRoot()) return {};
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findNobody();
}

/** Whether the mode bits allow the account to enter every folder of the path. */
export function canEnterFolder(folder: string, account: ProcessAccount): boolean {
  if (account.uid === undefined) return true;
  for (let ancestorFolder = folder; ; ancestorFolder = dirname(ancestorFolder)) {
    if (!hasSearchPermission(statSync(ancestorFolder), account)) return false;
    if (ancestorFolder === dirname(ancestorFolder)) return true;
  }
}

/** Whether root owns the folder and no other user may change its contents. */
export function isWritableByRootAlone(facts: Stats): boolean {
  return facts.isDirectory() && facts.uid === 0 && (facts.mode & 0o022) === 0;
}

/**
 * Gives files that root creates in an ordinary user's data directory to that user. If the files belonged to root, the
 * user could not start Car House later.
 */
export function giveToFolderOwner(folder: string, path: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(folder);
  if (uid !== 0) chownSync(path, uid, gid);
}

function hasSearchPermission(facts: Stats, account: ProcessAccount): boolean {
  // A process spawned with a uid and a gid has no supplementary groups: libuv clears them.
  if (facts.uid === account.uid) return (facts.mode & 0o100) !== 0;
  if (facts.gid === account.gid) return (facts.mode & 0o010) !== 0;
  return (facts.mode & 0o001) !== 0;
}

function findNobody(): ProcessAccount {
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [name, , uid, gid] = line.split(':');
      // macOS writes the id of nobody as -2, but system calls need an unsigned id.
      if (name === 'nobody') return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
    }
  } catch {
    // The system has no `/etc/passwd`, so the id that nearly every system has for `nobody` is used.
  }
  return { uid: 65534, gid: 65534 };
}
