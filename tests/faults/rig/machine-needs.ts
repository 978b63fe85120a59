import { existsSync } from 'node:fs';

/** What an experiment needs of the machine, beside Node. */
export type Need = keyof typeof programs | 'root';

/** Programs, each with the package of Debian that has it. */
const programs = {
  faketime: { path: '/usr/bin/faketime', debianPackage: 'faketime' },
  strace: { path: '/usr/bin/strace', debianPackage: 'strace' },
  prlimit: { path: '/usr/bin/prlimit', debianPackage: 'util-linux' },
  taskset: { path: '/usr/bin/taskset', debianPackage: 'util-linux' },
  unshare: { path: '/usr/bin/unshare', debianPackage: 'util-linux' },
  ip: { path: '/sbin/ip', debianPackage: 'iproute2' },
  mount: { path: '/bin/mount', debianPackage: 'mount' },
  ext4: { path: '/sbin/mkfs.ext4', debianPackage: 'e2fsprogs' },
  postgres15: { path: '/usr/lib/postgresql/15/bin/pg_basebackup', debianPackage: 'postgresql-15' },
} as const;

/**
 * Finds what this machine does not have.
 * @returns one text for each missing need, such as `Debian package faketime`; empty when the experiment can run.
 */
export function findMissingNeeds(needs: readonly Need[]): readonly string[] {
  const missing = needs.flatMap((need) => {
    if (need === 'root') return process.getuid?.() === 0 ? [] : ['root'];
    const { path, debianPackage } = programs[need];
    return existsSync(path) ? [] : [`Debian package ${debianPackage}`];
  });
  return [...new Set(process.platform === 'linux' ? missing : ['Linux', ...missing])];
}
