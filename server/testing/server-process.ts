import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The product as a user starts it. It needs the built web app. */
export const productEntry = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The API alone, without rate limits; may be told to crash (node-process.ts). */
export const testNodeEntry = fileURLToPath(new URL('node-process.ts', import.meta.url));

/** Lines of standard error that are kept. */
const wordsMaximum = 5_000;

export type ServerProcess = {
  /** Where it answers. */
  readonly url: string;
  readonly node: ChildProcess;
  /** Resolves when the process has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** Whether it is still the process that was started. */
  isAlive(): boolean;
  /** What it has written to standard error: errors of its log, and everything that is no line of a log. */
  complaints(): readonly string[];
  /** Asks it to stop and waits for the end; nothing to do when it has ended. */
  stop(): Promise<void>;
  /** `kill -9`, and waits for the end. */
  kill(): Promise<void>;
};

/**
 * Starts a real server process on a port of the system's choice and waits until it says that it is ready.
 * @param env its configuration, above the environment of this process. Empty means not set.
 * @throws Error with its last words when it does not come up.
 */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
  entry: string = productEntry,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const node = spawn(process.execPath, [entry, ...args], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => node.once('exit', () => resolve()));
  const words: string[] = [];
  createInterface({ input: node.stderr }).on('line', (line) => {
    if (words.length < wordsMaximum) words.push(line);
  });
  const isAlive = (): boolean => node.exitCode === null && node.signalCode === null;
  const signal = async (name: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (isAlive()) node.kill(name);
    await ended;
  };
  for await (const line of createInterface({ input: node.stdout })) {
    const url = /is ready at (http\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    // Whatever it says later must not fill the pipe.
    node.stdout.resume();
    return {
      url,
      node,
      ended,
      isAlive,
      complaints: () => words,
      stop: () => signal('SIGTERM'),
      kill: () => signal('SIGKILL'),
    };
  }
  if (isAlive()) await once(node, 'exit');
  throw new Error(`The server did not come up: ${words.join('\n').slice(-2_000)}`);
}
