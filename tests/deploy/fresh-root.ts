import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const suite = 'bookworm';
/** Place of the checkout in the fresh root. */
export const checkout = '/srv/checkout';

/** The fresh root cannot be made. */
export class RootFault extends Error {}

/** What a program in the root has ended with. */
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
  /** Ends the programs that were started and not stopped. */
  stopAll(): Promise<void>;
};

export type StartedProgram = {
  /** Sends a signal to the program itself. */
  signal(name: 'SIGTERM' | 'SIGUSR2'): void;
  /** Waits until the program has ended. @returns its exit code. */
  ended(): Promise<number>;
  output(): Promise<string>;
};

/**
 * Makes the root: a Debian of debootstrap, and the committed state of this checkout.
 * @param base folder in which the unpacked Debian is kept for later runs.
 * @throws RootFault when debootstrap fails.
 */
export async function makeFreshRoot(folder: string, base: string | undefined): Promise<FreshRoot> {
  const root = join(folder, 'root');
  const unpacked = base ?? join(folder, 'base');
  if (!existsSync(join(unpacked, 'etc/debian_version'))) {
    console.log(`Debian ${suite} is unpacked by debootstrap …`);
    const made = spawnSync('debootstrap', ['--variant=minbase', suite, unpacked], { encoding: 'utf8' });
    if (made.status !== 0) throw new RootFault(`debootstrap failed:\n${made.stdout}${made.stderr}`);
  }
  const copied = spawnSync('cp', ['-a', unpacked, root]);
  if (copied.status !== 0) throw new RootFault('the unpacked Debian could not be copied');
  await copyFile('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
  if (authorities !== undefined) await copyFile(authorities, join(root, authoritiesInRoot));
  await mkdir(join(root, checkout), { recursive: true });
  const script = 'git -c safe.directory="$1" -C "$1" archive HEAD | tar -x -C "$2"';
  const packed = spawnSync('sh', ['-c', script, 'sh', project, join(root, checkout)], { encoding: 'utf8' });
  if (packed.status !== 0) throw new RootFault(`the checkout could not be copied: ${packed.stderr}`);
  return openRoot(folder, root);
}

/** Certificate authorities that this machine trusts beside those of Node, such as that of a proxy of its network. */
const authorities = process.env.NODE_EXTRA_CA_CERTS;
const authoritiesInRoot = '/etc/authorities-of-this-machine.crt';
const environment: Readonly<Record<string, string>> = {
  ...(authorities === undefined
    ? {}
    : { NODE_EXTRA_CA_CERTS: authoritiesInRoot, npm_config_cafile: authoritiesInRoot }),
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  HOME: '/root',
};
/**
 * The first process of the root. It has mounts and a process table of its own, which end with it together with everything
 * that runs in them; this machine never sees them. The network is that of this machine.
 */
const isolation = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
const firstProcess =
  'mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/tmp" && echo mounted && exec sleep infinity';

async function openRoot(folder: string, root: string): Promise<FreshRoot> {
  const keeper = spawn('unshare', [...isolation, 'sh', '-c', firstProcess, root], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await Promise.race([once(keeper.stdout, 'data'), once(keeper, 'exit')]);
  if (String(ready[0]).trim() !== 'mounted') throw new RootFault('the mounts of the root could not be made');
  const enter = ['--target', String(childOf(keeper)), '--mount', '--pid', 'chroot', root];
  return {
    folder: root,
    run(args, input = '') {
      const ended = spawnSync('nsenter', [...enter, ...args], { encoding: 'utf8', env: environment, input });
      return { code: ended.status ?? 128, output: `${ended.stdout}${ended.stderr}` };
    },
    start(name, script) {
      const log = join(folder, `${name}.log`);
      const child = spawn('nsenter', [...enter, 'bash', '-c', script], {
        env: environment,
        stdio: ['ignore', openSync(log, 'w'), openSync(log, 'a')],
      });
      const exit = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 128));
      return {
        // `nsenter` waits for the program, which is its only child.
        signal: (signalName) => process.kill(childOf(child), signalName),
        ended: () => exit,
        output: () => readFile(log, 'utf8'),
      };
    },
    async stopAll() {
      if (keeper.exitCode !== null || keeper.signalCode !== null) return;
      keeper.kill('SIGKILL');
      await once(keeper, 'exit');
    },
  };
}

/** The number of the only child of a process. @throws RootFault when there is none. */
function childOf({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  if (!/^\d+$/.test(children)) throw new RootFault(`process ${pid} has no child`);
  return Number(children);
}

/** Reads a file of the root. */
export function readRootFile(root: FreshRoot, path: string): string {
  return readFileSync(join(root.folder, path), 'utf8');
}

/** Writes a file of the root, and the folders above it; its owner and rights stay when there is one. */
export function writeRootFile(root: FreshRoot, path: string, text: string): void {
  mkdirSync(dirname(join(root.folder, path)), { recursive: true });
  writeFileSync(join(root.folder, path), text);
}
