import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readProcess, sendSignal } from '../process-facts.ts';

export interface StartedServer {
  url: string;
  pid: number;
  milliseconds: number;
  lines: string[];
}

export interface EmbeddedProcess {
  node: ChildProcess;
  startedServer: StartedServer;
  /** Resolves with all numbers acknowledged so far, as soon as there are at least `count`. */
  waitForAcknowledged(count: number): Promise<number[]>;
  /** Stops the process. The process then stops its PostgreSQL server. */
  stop(): Promise<void>;
  /** Kills only the Node process, with `kill -9`. */
  killNode(): Promise<void>;
  /** Kills the Node process, the server and all server processes at the same time, with `kill -9`. */
  killAll(): Promise<void>;
}

const EMBEDDED_SCRIPT = fileURLToPath(new URL('./run-embedded.ts', import.meta.url));

/**
 * Starts the embedded database in a separate process.
 * @throws the error of that process when the start fails
 */
export async function startEmbeddedProcess(
  options: object,
  spawnOptions: SpawnOptions = {},
  script = EMBEDDED_SCRIPT,
  program = process.execPath,
): Promise<EmbeddedProcess> {
  const node = spawnEmbedded(options, spawnOptions, script, program);
  if (node.stdout === null) throw new Error('the process has no output');
  const acknowledgedNumbers: number[] = [];
  const { promise: up, resolve: isUp, reject: isDown } = Promise.withResolvers<StartedServer>();
  let notifyOutput = (): void => undefined;
  createInterface({ input: node.stdout }).on('line', (line) => {
    const outputMessage = JSON.parse(line) as { pid?: number; acknowledged?: number; message?: string };
    if (outputMessage.acknowledged !== undefined) acknowledgedNumbers.push(outputMessage.acknowledged);
    else if (outputMessage.pid !== undefined) isUp(outputMessage as StartedServer);
    else if (outputMessage.message !== undefined)
      isDown(Object.assign(new Error(outputMessage.message), outputMessage));
    notifyOutput();
  });
  node.once('exit', (code) => isDown(new Error(`the process ended with ${code}`)));
  const exitPromise = once(node, 'exit');
  const startedServer = await up;
  return {
    node,
    startedServer,
    waitForAcknowledged: (count) =>
      new Promise((resolve) => {
        notifyOutput = () => {
          if (acknowledgedNumbers.length >= count) resolve(acknowledgedNumbers);
        };
        notifyOutput();
      }),
    async stop() {
      node.stdin?.end();
      await exitPromise;
    },
    async killNode() {
      node.kill('SIGKILL');
      await exitPromise;
    },
    async killAll() {
      const server = [startedServer.pid, ...listChildPids(startedServer.pid)];
      node.kill('SIGKILL');
      for (const pid of server) sendSignal(pid, 'SIGKILL');
      await exitPromise;
    },
  };
}

export function spawnEmbedded(
  options: object,
  spawnOptions: SpawnOptions = {},
  script = EMBEDDED_SCRIPT,
  program = process.execPath,
): ChildProcess {
  return spawn(program, [script, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'], ...spawnOptions });
}

export async function isRunning(pid: number): Promise<boolean> {
  return (await readProcess(pid)) !== undefined;
}

function listChildPids(pid: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child ?? 0);
}
