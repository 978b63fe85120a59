import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The cluster test cannot run on this machine. The message says what is missing. */
export class MachineFault extends Error {}

/** Folder of the programs of PostgreSQL 15, which Debian 12 has. */
export const postgresPrograms = '/usr/lib/postgresql/15/bin';

/** The programs of the cluster, each with the package of Debian that has it. */
const programs: readonly { readonly path: string; readonly debianPackage: string }[] = [
  { path: '/usr/bin/etcd', debianPackage: 'etcd-server' },
  { path: '/usr/bin/patroni', debianPackage: 'patroni' },
  { path: '/usr/sbin/haproxy', debianPackage: 'haproxy' },
  { path: '/usr/sbin/pgbouncer', debianPackage: 'pgbouncer' },
  { path: `${postgresPrograms}/postgres`, debianPackage: 'postgresql-15' },
  { path: '/sbin/ip', debianPackage: 'iproute2' },
  { path: '/sbin/mkfs.ext4', debianPackage: 'e2fsprogs' },
  { path: '/bin/mount', debianPackage: 'mount' },
  { path: '/usr/bin/setpriv', debianPackage: 'util-linux' },
];

function findMissingPackages(): readonly string[] {
  return [...new Set(programs.filter(({ path }) => !existsSync(path)).map((each) => each.debianPackage))];
}

/**
 * Checks that this machine can run the cluster.
 * @param mayInstall whether missing packages of Debian may be installed, by apt-get.
 * @throws MachineFault that names what is missing.
 */
export function requirePrograms(mayInstall: boolean): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new MachineFault(
      'It needs Linux and root: each member of the cluster gets a network and a disk of its own (namespaces, loop mounts).',
    );
  }
  const missingPackages = findMissingPackages();
  if (missingPackages.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missingPackages.join(' ')}`;
  if (!mayInstall) {
    throw new MachineFault(
      `Debian packages are missing: ${missingPackages.join(', ')}. Install them (${command}), or add --install.`,
    );
  }
  installPackages(missingPackages);
  const stillMissingPackages = findMissingPackages();
  if (stillMissingPackages.length > 0)
    throw new MachineFault(`${command} did not install: ${stillMissingPackages.join(', ')}.`);
}

/**
 * Installs packages. The services of the installed packages are stopped, because the test itself starts the programs
 * that it needs.
 */
function installPackages(packageNames: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  runProgram('apt-get', ['update'], environment);
  runProgram('apt-get', ['install', '-y', '--no-install-recommends', ...packageNames], environment);
  if (!existsSync('/run/systemd/system')) return;
  const services = ['etcd', 'haproxy', 'pgbouncer', 'patroni'].filter((service) =>
    packageNames.some((name) => name.startsWith(service)),
  );
  for (const service of services) runProgram('systemctl', ['disable', '--now', service]);
}

/**
 * Runs a program to its end.
 * @returns the standard output of the program.
 * @throws MachineFault with the output of the program when the program fails.
 */
export function runProgram(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): string {
  const programResult = spawnSync(program, args, { encoding: 'utf8', ...(env === undefined ? {} : { env }) });
  if (programResult.status === 0) return programResult.stdout;
  const reason = programResult.error?.message ?? `${programResult.stdout}${programResult.stderr}`.trim();
  throw new MachineFault(`${program} ${args.join(' ')} failed: ${reason.slice(-1_000)}`);
}
