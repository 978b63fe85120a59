import { chownSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The account PostgreSQL runs under. Empty means: the one this process has. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/** Everything PostgreSQL's programs see of the environment: a `PGPORT` or a locale of the shell must not reach them. */
export const PLAIN_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Under whom to run PostgreSQL, which refuses to run as root.
 *
 * An ordinary user runs it as themselves. Root runs it as the owner of the data where there is data already (started
 * before by an ordinary user, say), else as `nobody`: every system has that account, and none has to be created.
 */
export function chooseAccount(owner?: { uid: number; gid: number }): RunAs {
  if (!isRoot()) return {};
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findNobody();
}

/** Whether the account may pass through every folder from the root down to this one, by the mode bits. */
export function canEnter(folder: string, account: RunAs): boolean {
  if (account.uid === undefined) return true;
  for (let current = folder; ; current = dirname(current)) {
    if (!maySearch(statSync(current), account)) return false;
    if (current === dirname(current)) return true;
  }
}

/** Whether root owns the folder and nobody else may change what lies in it. */
export function belongsToRootAlone(facts: Stats): boolean {
  return facts.isDirectory() && facts.uid === 0 && (facts.mode & 0o022) === 0;
}

/**
 * Root working in an ordinary user's data directory leaves them the owner of what it writes there,
 * or they could not start Car House themselves afterwards.
 */
export function giveToOwnerOf(folder: string, path: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(folder);
  if (uid !== 0) chownSync(path, uid, gid);
}

function maySearch(facts: Stats, account: RunAs): boolean {
  // Spawned with a uid and a gid, a process has no supplementary groups: libuv clears them.
  if (facts.uid === account.uid) return (facts.mode & 0o100) !== 0;
  if (facts.gid === account.gid) return (facts.mode & 0o010) !== 0;
  return (facts.mode & 0o001) !== 0;
}

function findNobody(): RunAs {
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [name, , uid, gid] = line.split(':');
      // macOS writes nobody as -2; a uid is unsigned for the system calls.
      if (name === 'nobody') return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
    }
  } catch {
    // No such file: the number that nearly every system uses.
  }
  return { uid: 65534, gid: 65534 };
}
