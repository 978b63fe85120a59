import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
const debianRelease = 'bookworm';
/** Path of the checkout in the fresh root. */
export const checkoutPath = '/srv/checkout';

/** The fresh root cannot be made. */
export class RootFault extends Error {}

/** Exit code and output of a program that ran in the root. */
export type ProgramResult = { readonly code: number; readonly output: string };

/** A fresh root of Debian with a checkout of the committed state, and the programs that run in it. */
export type FreshRoot = {
  readonly folder: string;
  /** Runs a program of the root to its end. */
  run(args: readonly string[], input?: string): ProgramResult;
  /**
   * Starts a program of the root; its output goes to a file beside the root.
   * @returns the process, whose signals reach the program.
   */
  start(name: string, script: string): StartedProgram;
  /** Ends the programs that are still running. */
  stopAll(): Promise<void>;
};

export type StartedProgram = {
  /** Sends a signal to the program and not to `nsenter`. */
  signal(name: 'SIGTERM' | 'SIGUSR2'): void;
  /** Waits until the program has ended. @returns the exit code of the program. */
  waitForEnd(): Promise<number>;
  output(): Promise<string>;
};

/**
 * Makes the root: a Debian of debootstrap, and the committed state of this checkout.
 * @param base folder in which the unpacked Debian is kept for later runs.
 * @throws RootFault when debootstrap fails.
 */
export async function makeFreshRoot(folder: string, base: string | undefined): Promise<FreshRoot> {
  const root = join(folder, 'root');
  const debianFolder = base ?? join(folder, 'base');
  if (!existsSync(join(debianFolder, 'etc/debian_version'))) {
    console.log(`Debian ${debianRelease} is unpacked by debootstrap …`);
    const debootstrapResult = spawnSync('debootstrap', ['--variant=minbase', debianRelease, debianFolder], {
      encoding: 'utf8',
    });
    if (debootstrapResult.status !== 0)
      throw new RootFault(`debootstrap failed:\n${debootstrapResult.stdout}${debootstrapResult.stderr}`);
  }
  const copyResult = spawnSync('cp', ['-a', debianFolder, root]);
  if (copyResult.status !== 0) throw new RootFault('the unpacked Debian could not be copied');
  await copyFile('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
  if (authoritiesFile !== undefined) await copyFile(authoritiesFile, join(root, authoritiesInRoot));
  await mkdir(join(root, checkoutPath), { recursive: true });
  const script = 'git -c safe.directory="$1" -C "$1" archive HEAD | tar -x -C "$2"';
  const archiveResult = spawnSync('sh', ['-c', script, 'sh', projectFolder, join(root, checkoutPath)], {
    encoding: 'utf8',
  });
  if (archiveResult.status !== 0) throw new RootFault(`the checkout could not be copied: ${archiveResult.stderr}`);
  return openRoot(folder, root);
}

/**
 * Certificate authorities that this machine trusts in addition to those of Node, for example the authority of a proxy
 * in its network.
 */
const authoritiesFile = process.env.NODE_EXTRA_CA_CERTS;
const authoritiesInRoot = '/etc/authorities-of-this-machine.crt';
const environment: Readonly<Record<string, string>> = {
  ...(authoritiesFile === undefined
    ? {}
    : { NODE_EXTRA_CA_CERTS: authoritiesInRoot, npm_config_cafile: authoritiesInRoot }),
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  HOME: '/root',
};
/**
 * The flags with which the first process of the root starts. The root has its own mounts and its own process table,
 * which this machine does not see. All processes of the root end together with its first process. The network is that
 * of this machine.
 */
const isolationFlags = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
const firstProcessScript =
  'mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/tmp" && echo mounted && exec sleep infinity';

async function openRoot(folder: string, root: string): Promise<FreshRoot> {
  const rootProcess = spawn('unshare', [...isolationFlags, 'sh', '-c', firstProcessScript, root], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const firstEvent = await Promise.race([once(rootProcess.stdout, 'data'), once(rootProcess, 'exit')]);
  if (String(firstEvent[0]).trim() !== 'mounted') throw new RootFault('the mounts of the root could not be made');
  const nsenterArguments = ['--target', String(readChildPid(rootProcess)), '--mount', '--pid', 'chroot', root];
  return {
    folder: root,
    run(args, input = '') {
      const programResult = spawnSync('nsenter', [...nsenterArguments, ...args], {
        encoding: 'utf8',
        env: environment,
        input,
      });
      return { code: programResult.status ?? 128, output: `${programResult.stdout}${programResult.stderr}` };
    },
    start(name, script) {
      const logFile = join(folder, `${name}.log`);
      const child = spawn('nsenter', [...nsenterArguments, 'bash', '-c', script], {
        env: environment,
        stdio: ['ignore', openSync(logFile, 'w'), openSync(logFile, 'a')],
      });
      const exitCodePromise = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 128));
      return {
        // `nsenter` waits for the program, which is its only child.
        signal: (signalName) => process.kill(readChildPid(child), signalName),
        waitForEnd: () => exitCodePromise,
        output: () => readFile(logFile, 'utf8'),
      };
    },
    async stopAll() {
      if (rootProcess.exitCode !== null || rootProcess.signalCode !== null) return;
      rootProcess.kill('SIGKILL');
      await once(rootProcess, 'exit');
    },
  };
}

/** Returns the process id of the only child of a process. @throws RootFault when the process has no child. */
function readChildPid({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  if (!/^\d+$/.test(children)) throw new RootFault(`process ${pid} has no child`);
  return Number(children);
}

/** Reads a file of the root. */
export function readRootFile(root: FreshRoot, path: string): string {
  return readFileSync(join(root.folder, path), 'utf8');
}

/** Writes a file of the root, and creates its parent folders. An existing file keeps its owner and permissions. */
export function writeRootFile(root: FreshRoot, path: string, text: string): void {
  mkdirSync(dirname(join(root.folder, path)), { recursive: true });
  writeFileSync(join(root.folder, path), text);
}
