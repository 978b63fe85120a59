import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findChildren } from '@carhouse/server/testing/processes';
import type { ServerProcess } from './server-process.ts';

/** Processor seconds of the server with the processes that it started, and of PostgreSQL, since their start (Linux). */
export type ProcessTime = { readonly server: number; readonly postgres: number };

/** Ticks of the clock in a second in which the kernel counts processor time. */
const ticksPerSecond = 100;

/** Reads the processor time of both. The time of a process that has ended is with its parent. */
export async function readProcessTime({ pid, pool }: ServerProcess): Promise<ProcessTime> {
  const { rows } = await pool.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
  const postmaster = Number((await readFile(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return { server: await readTree(pid, postmaster), postgres: await readTree(postmaster) };
}

async function readTree(pid: number, leftOut?: number): Promise<number> {
  if (pid === leftOut) return 0;
  const times = await Promise.all(findChildren(pid).map((child) => readTree(child, leftOut)));
  return times.reduce((sum, time) => sum + time, await readSeconds(pid));
}

async function readSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may contain spaces, fields 11 to 14: user and system time, its own and that of ended children.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}
