import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface ProcessFacts {
  /**
   * The start time of the process. The start time differs for two processes that had the same pid one after the other.
   * Callers may compare start times for equality only.
   */
  startedAt: string;
  /** The command line, with words separated by blanks. */
  command: string;
  /** The working directory of the process, on systems that provide it. */
  workingFolder: string | undefined;
}

/**
 * Facts of a running process. The result is undefined when the process does not run. A zombie counts as ended: in a
 * container whose first process does not collect ended child processes, a killed server remains a zombie although it
 * holds no resources.
 */
export async function readProcess(pid: number): Promise<ProcessFacts | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid);
}

/**
 * Waits for the end of the process; returns whether the process ends within the given time. `startedAt` distinguishes
 * the process from a later one with the same pid.
 */
export async function waitForProcessEnd(
  pid: number,
  startedAt: string,
  milliseconds: number,
  now: () => number,
): Promise<boolean> {
  const deadline = now() + milliseconds;
  for (;;) {
    const facts = await readProcess(pid);
    if (facts === undefined || facts.startedAt !== startedAt) return true;
    if (now() >= deadline) return false;
    await wait(10);
  }
}

/** Sends a signal. A process that has already ended is no error. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function readFromProc(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const statLine = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may itself contain blanks and parentheses.
    const statFields = statLine.slice(statLine.lastIndexOf(')') + 2).split(' ');
    const state = statFields[0];
    const startedAt = statFields[19];
    if (state === undefined || startedAt === undefined || state === 'Z' || state === 'X') return undefined;
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return { startedAt, command: commandLine.split('\0').join(' ').trim(), workingFolder };
  } catch {
    return undefined;
  }
}

async function readFromPs(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const { stdout } = await promisify(execFile)(
      'ps',
      ['-ww', '-o', 'stat=', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)],
      { env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' } },
    );
    // The output is, for example: "Ss   Thu Nov 19 10:11:12 2026 /path/postgres -D /data"
    const match = /^\s*(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/m.exec(stdout);
    if (match === null) return undefined;
    const [, state = '', startedAt = '', command = ''] = match;
    return state.startsWith('Z') ? undefined : { startedAt, command, workingFolder: undefined };
  } catch {
    return undefined;
  }
}
