import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '@carhouse/database/testing/free-port';
import { type Clone, listFolders, makeEnvironment } from './checkouts.ts';
import { killAtOnce, listProcessesIn, waitUntilProcessesEnd } from './processes.ts';

export interface Product {
  clone: Clone;
  /** The pid of npm. This npm process is the leader of its own process group, as in a terminal. */
  pid: number;
  url: string;
  /** The output so far. */
  output(): string;
  /** The promise resolves with npm's exit code, or with 128 plus the signal's number when a signal ended npm. */
  exitCodePromise: Promise<number>;
}

export interface ReadyProduct extends Product {
  /** Seconds from the command to the line that says that the server is ready. */
  seconds: number;
}

const startTimeoutMs = 240_000;
/** The time limit in milliseconds for stopping the product. */
const stopTimeoutMs = 20_000;

/** Runs `npm start` in the checkout, on a free port. */
export async function runNpmStart(clone: Clone, extra: Readonly<Record<string, string>> = {}): Promise<Product> {
  const port = extra.PORT ?? String(await findFreePort());
  const child = spawn('npm', ['start'], {
    cwd: clone.folder,
    env: makeEnvironment(clone, { PORT: port, ...extra }),
    ...clone.account,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (outputText: string) => {
      output += outputText;
    });
  }
  const exitCodePromise = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    // The server of a killed launcher still has the pipes open, so the event 'close' would come later.
    child.once('exit', (code, signal) => setTimeout(() => resolve(code ?? toExitCode(signal)), 50));
  });
  exitCodePromise.catch(() => undefined);
  await once(child, 'spawn');
  return { clone, pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, output: () => output, exitCodePromise };
}

/** Runs `npm start` and waits until the server is ready. */
export async function startProduct(clone: Clone, extra: Readonly<Record<string, string>> = {}): Promise<ReadyProduct> {
  const startTime = performance.now();
  const product = await runNpmStart(clone, extra);
  await waitForLine(product, `Car House is ready at ${product.url}`);
  return { ...product, seconds: (performance.now() - startTime) / 1000 };
}

/** Waits for a text in the output. @throws Error with the output when npm ends first, or after four minutes. */
export async function waitForLine(product: Product, expectedText: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  let code: number | undefined;
  void product.exitCodePromise.then((exitCode) => {
    code = exitCode;
  });
  while (!product.output().includes(expectedText)) {
    if (code !== undefined) throw new Error(`npm ended with ${code}: ${product.output().trim().slice(-1500)}`);
    if (performance.now() > deadline)
      throw new Error(`no word of '${expectedText}': ${product.output().trim().slice(-1500)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Sends the signal to npm alone or to its whole group, and waits until all processes have ended.
 * @returns npm's exit code.
 */
export async function stopProduct(
  product: Product,
  signal: NodeJS.Signals = 'SIGTERM',
  to: 'npm' | 'group' = 'npm',
): Promise<number> {
  process.kill(to === 'group' ? -product.pid : product.pid, signal);
  return expectNoProcesses(product);
}

/** Waits until npm and all its processes have ended. @throws Error when one of these processes remains. */
export async function expectNoProcesses(product: Product): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const timeoutPromise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`npm still runs: ${product.output().slice(-800)}`)), stopTimeoutMs);
  });
  const code = await Promise.race([product.exitCodePromise, timeoutPromise]).finally(() => clearTimeout(timer));
  const remainingProcesses = await waitUntilProcessesEnd(listFolders(product.clone), 5_000);
  if (remainingProcesses.length > 0)
    throw new Error(`left running: ${remainingProcesses.map((each) => each.command).join('; ')}`);
  return code;
}

/** Ends the processes of a failed case, so that the next case starts without them. */
export async function stopProcessesOfClone(clone: Clone): Promise<void> {
  killAtOnce(listProcessesIn(listFolders(clone)));
  await waitUntilProcessesEnd(listFolders(clone), 5_000);
}

function toExitCode(signal: NodeJS.Signals | null): number {
  return 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[String(signal)] ?? 0);
}
