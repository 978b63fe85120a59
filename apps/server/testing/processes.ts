import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { readPostmasterFile } from '@carhouse/embedded-postgres/stop-postmaster';
import type pg from 'pg';

/**
 * The fields of `/proc/<pid>/stat` that follow the name of the program, beginning with the state and the parent (Linux);
 * undefined when the process does not exist.
 */
export function readStatFields(pid: number): readonly string[] | undefined {
  try {
    const statText = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses, and may itself contain spaces and parentheses.
    return statText.slice(statText.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Whether a process exists and is not a zombie, which only waits for its parent (Linux). */
export function isRunning(pid: number): boolean {
  const state = readStatFields(pid)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Finds the ids of the processes that have this parent (Linux). */
export function findChildPids(parentPid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(readStatFields(pid)?.[1]) === parentPid);
}

/**
 * Finds the process id of the main process of the PostgreSQL server on this machine. @throws Error when PostgreSQL has
 * no file with its process id.
 */
export async function findPostmasterPid(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
  const file = await readPostmasterFile(rows[0]?.folder ?? '');
  if (file === undefined) throw new Error('PostgreSQL has no file with its process id.');
  return file.pid;
}

/** The command line of a process (Linux); empty when it has ended. */
export function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** The resident memory of a process in bytes, without the processes that it has started (Linux); NaN when it has ended. */
export function readResidentBytes(pid: number): number {
  try {
    const kilobytesText = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytesText ?? Number.NaN) * 1_024;
  } catch {
    return Number.NaN;
  }
}

/**
 * Waits until a condition holds; a check that throws counts as one that does not hold.
 * @param conditionName is named in the error, for example `a leader`.
 * @returns the number of milliseconds until the condition held.
 * @throws Error when the condition does not hold in time.
 */
export async function waitUntil(
  conditionName: string,
  milliseconds: number,
  condition: () => Promise<boolean> | boolean,
): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const holds = await Promise.resolve()
      .then(condition)
      .catch(() => false);
    const elapsedMs = performance.now() - startMs;
    if (holds) return Math.round(elapsedMs);
    if (elapsedMs > milliseconds)
      throw new Error(`After ${Math.round(milliseconds / 1000)} s there is not ${conditionName}.`);
    await wait(50);
  }
}
