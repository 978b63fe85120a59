import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** A program of the cluster that runs until it is stopped. */
export type StartedProgram = {
  readonly process: ChildProcess;
  isRunning(): boolean;
  /** Returns the last 2,000 characters of the program's output. */
  readOutput(): string;
  /** Sends SIGTERM and waits for the end; after the given milliseconds, SIGKILL. */
  stop(timeoutMs?: number): Promise<void>;
};

/** Environment of the programs of the cluster, so that the variables of the user's shell do not affect the programs. */
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  HOME: '/nonexistent',
};

/** Starts a program. @param logFile file to which the output is appended. */
export function startProgram(program: string, args: readonly string[], logFile: string): StartedProgram {
  const output = openSync(logFile, 'a');
  const child = spawn(program, args, { env: environment, cwd: '/', stdio: ['ignore', output, output] });
  closeSync(output);
  const endPromise = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const isRunning = (): boolean => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    process: child,
    isRunning,
    readOutput: () => readFileSync(logFile, 'utf8').slice(-2_000),
    async stop(timeoutMs = 10_000) {
      if (!isRunning()) return;
      child.kill('SIGTERM');
      const isLate = await Promise.race([endPromise.then(() => false), wait(timeoutMs, true, { ref: false })]);
      if (isLate) child.kill('SIGKILL');
      if (isRunning()) await once(child, 'exit');
    },
  };
}
