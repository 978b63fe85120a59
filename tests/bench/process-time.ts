import { findChildren, findPostmaster, readStatFields } from '@carhouse/server/testing/processes';
import type { ServerProcess } from './server-process.ts';

/** Processor seconds of the server with the processes that it started, and of PostgreSQL, since their start (Linux). */
export type ProcessTime = { readonly server: number; readonly postgres: number };

/** Ticks of the clock in a second in which the kernel counts processor time. */
const ticksPerSecond = 100;

/** Reads the processor time of both. The time of a process that has ended is with its parent. */
export async function readProcessTime({ pid, pool }: ServerProcess): Promise<ProcessTime> {
  const postmaster = await findPostmaster(pool);
  return { server: readTree(pid, postmaster), postgres: readTree(postmaster) };
}

function readTree(pid: number, leftOut?: number): number {
  if (pid === leftOut) return 0;
  return findChildren(pid).reduce((sum, child) => sum + readTree(child, leftOut), readSeconds(pid));
}

function readSeconds(pid: number): number {
  // Fields 11 to 14: user and system time, its own and that of ended children.
  const ticks = readStatFields(pid)?.slice(11, 15) ?? [];
  return ticks.reduce((sum, each) => sum + Number(each), 0) / ticksPerSecond;
}
