import { findChildPids, findPostmasterPid, readStatFields } from '@carhouse/server/testing/processes';
import type { ServerProcess } from './server-process.ts';

/** Processor seconds of the server with the processes that it started, and of PostgreSQL, since their start (Linux). */
export type ProcessTime = { readonly server: number; readonly postgresSeconds: number };

/** Clock ticks per second; the kernel counts processor time in clock ticks. */
const ticksPerSecond = 100;

/**
 * Reads the processor time of the server and of PostgreSQL. The time of a process includes the time of its ended child
 * processes.
 */
export async function readProcessTime({ pid, pool }: ServerProcess): Promise<ProcessTime> {
  const postmaster = await findPostmasterPid(pool);
  return { server: sumProcessTreeSeconds(pid, postmaster), postgresSeconds: sumProcessTreeSeconds(postmaster) };
}

function sumProcessTreeSeconds(pid: number, excludedPid?: number): number {
  if (pid === excludedPid) return 0;
  return findChildPids(pid).reduce((sum, child) => sum + sumProcessTreeSeconds(child, excludedPid), readSeconds(pid));
}

function readSeconds(pid: number): number {
  // Fields 11 to 14 are the user and system time of the process, and those of its ended children.
  const ticks = readStatFields(pid)?.slice(11, 15) ?? [];
  return ticks.reduce((sum, tickCount) => sum + Number(tickCount), 0) / ticksPerSecond;
}
