import { realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCannotStartError, readSystemCode } from './embedded-database-error.ts';
import { type ProcessFacts, readProcess, sendSignal, waitForProcessEnd } from './process-facts.ts';

export interface PostmasterFile {
  pid: number;
  /** The port is NaN while the file is being written. */
  port: number;
  /** The folder of the first Unix socket; undefined when the server listens on TCP only. */
  socketFolder: string | undefined;
  /** `starting`, `ready` or `stopping`. The status is absent while the file is being written. */
  status: string | undefined;
}

/**
 * Reads `postmaster.pid`, which PostgreSQL has in its data directory while it runs: line 1 is the pid, line 4 the port,
 * line 5 the folder of its first Unix socket, line 8 the status.
 */
export async function readPostmasterFile(clusterFolder: string): Promise<PostmasterFile | undefined> {
  try {
    const lines = (await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8')).split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    if (!Number.isSafeInteger(pid)) return undefined;
    const port = Number.parseInt(lines[3] ?? '', 10);
    return { pid, port, socketFolder: lines[4]?.trim() || undefined, status: lines[7]?.trim() };
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Stops the server that a killed Car House left running on this cluster. The server is not reused: a fast shutdown
 * takes a tenth of a second, and a new server has the current settings and binaries and is a child of this process.
 * Only the holder of the lock may call this function.
 * A `postmaster.pid` whose process has ended is left to PostgreSQL, which handles it. The file is removed only when its
 * pid belongs to another process (pids start again in a restarted container) or to a zombie, because PostgreSQL would
 * refuse to start. PostgreSQL detects by its shared memory whether a server process still uses the cluster.
 */
export async function stopOrphanedServer(
  clusterFolder: string,
  log: (line: string) => void,
  now: () => number,
): Promise<void> {
  const file = await readPostmasterFile(clusterFolder);
  if (file === undefined) return;
  const facts = await readProcess(file.pid);
  if (facts !== undefined && isServerOfCluster(facts, clusterFolder)) {
    log(`A database server was left running (pid ${file.pid}); stopping it first.`);
    await stopPostmaster(file.pid, facts.startedAt, now);
  }
  // The file of a killed server remains, and the pid of a zombie remains in use. PostgreSQL would mistake the remaining
  // file or the pid of a zombie for a running server.
  if (isPidOfOtherProcess(file.pid)) await rm(join(clusterFolder, 'postmaster.pid'), { force: true });
}

/**
 * Shuts down fast: sessions are ended and a checkpoint is written. When the server does not end, an immediate shutdown
 * and then SIGKILL follow. The next start then recovers from the write-ahead log.
 */
export async function stopPostmaster(pid: number, startedAt: string, now: () => number): Promise<void> {
  const signalsWithTimeouts = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const;
  // The process has ended, and its pid may belong to another process by now.
  if (await waitForProcessEnd(pid, startedAt, 0, now)) return;
  for (const [name, timeout] of signalsWithTimeouts) {
    sendSignal(pid, name);
    if (await waitForProcessEnd(pid, startedAt, timeout, now)) return;
  }
  throw makeCannotStartError(`the database server with pid ${pid} does not end`);
}

function isServerOfCluster(facts: ProcessFacts, clusterFolder: string): boolean {
  // PostgreSQL's working directory is its data directory, also after the folder was moved. On systems other than Linux
  // the command line contains the data directory.
  if (!/(^|\/)postgres(\s|$)/.test(facts.command)) return false;
  return facts.workingFolder === realpathSync(clusterFolder) || facts.command.includes(` -D ${clusterFolder} `);
}

function isPidOfOtherProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readSystemCode(error) === 'EPERM';
  }
}
