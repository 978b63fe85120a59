import { realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cannotStart, systemCode } from './embedded-database-error.ts';
import { type ProcessFacts, readProcess, signal, waitUntilGone } from './process-facts.ts';

export interface PostmasterFile {
  pid: number;
  /** `starting`, `ready` or `stopping`; absent while the file is being written. */
  status: string | undefined;
}

/** Reads `postmaster.pid`, which PostgreSQL keeps in its data while it runs: line 1 is the pid, line 8 the status. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    return Number.isSafeInteger(pid) ? { pid, status: lines[7]?.trim() } : undefined;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Stops the server that a killed Car House left running on this cluster. It is stopped and not taken over: a fast
 * shutdown takes a tenth of a second, and what runs afterwards has the present settings and binaries and is watched
 * by this process. To be called by the holder of the lock only.
 *
 * A `postmaster.pid` whose process is gone is left to PostgreSQL, which knows best. Only where its pid now is some
 * other process (pids begin again in a restarted container) or a zombie is it removed, because PostgreSQL would refuse
 * to start; should any server process still hold the cluster, PostgreSQL finds it by its shared memory.
 */
export async function stopOrphan(cluster: string, log: (line: string) => void, now: () => number): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (file === undefined) return;
  const facts = await readProcess(file.pid);
  if (facts !== undefined && isServerOf(facts, cluster)) {
    log(`A database server was left running (pid ${file.pid}); stopping it first.`);
    await stopPostmaster(file.pid, facts.startedAt, now);
  }
  // A server that was killed leaves its file, and as a zombie its pid: PostgreSQL would take that for a running server.
  if (pidIsTaken(file.pid)) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Fast shutdown (sessions are ended, a checkpoint is written), and the harder ways only when that does not end it;
 * after those, the next start recovers from the write-ahead log.
 */
export async function stopPostmaster(pid: number, startedAt: string, now: () => number): Promise<void> {
  const steps = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const;
  // Gone already: its pid may by now be another's.
  if (await waitUntilGone(pid, startedAt, 0, now)) return;
  for (const [name, timeout] of steps) {
    signal(pid, name);
    if (await waitUntilGone(pid, startedAt, timeout, now)) return;
  }
  throw cannotStart(`the database server with pid ${pid} does not end`);
}

function isServerOf(facts: ProcessFacts, cluster: string): boolean {
  // PostgreSQL's working directory is its data directory, also after the folder was moved; on other systems than Linux the
  // command line has it.
  if (!/(^|\/)postgres(\s|$)/.test(facts.command)) return false;
  return facts.workingFolder === realpathSync(cluster) || facts.command.includes(` -D ${cluster} `);
}

function pidIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
