import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { noPaceLimitVariables } from './without-limits.ts';

/** The entry file of the product, as `npm start` runs it. The product needs the built web app. */
export const productEntryFile = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The sandbox card provider as a process of its own. */
export const sandboxEntryFile = fileURLToPath(new URL('../../../commands/sandbox-cards.ts', import.meta.url));
/** The entry file of a node with only the API, without rate limits; the node may have a crash point (node-process.ts). */
export const testNodeEntryFile = fileURLToPath(new URL('./node-process.ts', import.meta.url));

/** Maximum number of lines of standard error that are kept. */
const errorLineCountMaximum = 5_000;

/**
 * The settings that production requires, on loopback and without real money: test cards, and a mail server of the caller
 * (`startMailServer`).
 * @param mailPort the port of the mail server.
 */
export function makeProductionEnvironment(mailPort: number): Readonly<Record<string, string>> {
  return {
    NODE_ENV: 'production',
    ALLOW_TEST_CARDS: '1',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'Car House <server@carhouse.invalid>',
  };
}

export type ServerProcess = {
  /** The origin under which the server process answers. */
  readonly url: string;
  readonly node: ChildProcess;
  /** A promise that resolves when the process has ended, for any reason. */
  readonly exitPromise: Promise<void>;
  /** Whether the process that was started here is still running. */
  isAlive(): boolean;
  /** The lines that the process wrote to standard error: error lines of its log, and every line that is not a log line. */
  readErrorLines(): readonly string[];
  /** Resolves with the first line of standard output that matches. */
  waitForOutput(pattern: RegExp): Promise<string>;
  /** Asks the process to stop and waits for its end. Has no effect when the process has already ended. */
  stop(): Promise<void>;
  /** Sends `kill -9` and waits for the end of the process. */
  kill(): Promise<void>;
};

/**
 * Starts a real server process on a free port and waits until it reports that it is ready.
 * @param env overrides the environment of this process. An empty value means that the variable is not set.
 * @param launcher a program with arguments that becomes the server, such as `prlimit --nofile=64`; none by default.
 * @throws Error with the last output of the process when it does not start.
 */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
  entry: string = productEntryFile,
  args: readonly string[] = [],
  launcher: readonly string[] = [],
): Promise<ServerProcess> {
  const [program = process.execPath, ...programArguments] = [...launcher, process.execPath, entry, ...args];
  const node = spawn(program, programArguments, {
    env: { ...noPaceLimitVariables, ...process.env, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exitPromise = new Promise<void>((resolve) => node.once('exit', () => resolve()));
  const closePromise = new Promise<void>((resolve) => node.once('close', () => resolve()));
  const errorLines: string[] = [];
  createInterface({ input: node.stderr }).on('line', (line) => {
    if (errorLines.length < errorLineCountMaximum) errorLines.push(line);
  });
  const isAlive = (): boolean => node.exitCode === null && node.signalCode === null;
  const signal = async (name: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (isAlive()) node.kill(name);
    await exitPromise;
  };
  // Standard output is read to its end, so that the pipe never fills.
  const outputLines: string[] = [];
  const outputLinesReader = createInterface({ input: node.stdout });
  outputLinesReader.on('line', (line) => {
    if (outputLines.length < errorLineCountMaximum) outputLines.push(line);
  });
  const waitForLine = async (pattern: RegExp): Promise<string | undefined> => {
    for (;;) {
      const line = outputLines.find((each) => pattern.test(each));
      if (line !== undefined || !isAlive()) return line;
      await Promise.race([once(outputLinesReader, 'line'), exitPromise]);
    }
  };
  const readyLine = await waitForLine(/is ready at http/);
  const url = /is ready at (http\S+)/.exec(readyLine ?? '')?.[1];
  if (url !== undefined) {
    return {
      url,
      node,
      exitPromise,
      isAlive,
      readErrorLines: () => errorLines,
      waitForOutput: async (pattern) => {
        const line = await waitForLine(pattern);
        if (line === undefined) throw new Error(`The server ended and did not say ${pattern.source}.`);
        return line;
      },
      stop: () => signal('SIGTERM'),
      kill: () => signal('SIGKILL'),
    };
  }
  // The last output of the process may still arrive.
  await closePromise;
  throw new Error(`The server did not come up: ${errorLines.join('\n').slice(-2_000)}`);
}
