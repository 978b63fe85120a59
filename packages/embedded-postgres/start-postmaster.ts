import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeCannotStartError } from './embedded-database-error.ts';
import { readProcess } from './process-facts.ts';
import { giveToFolderOwner, MINIMAL_ENVIRONMENT, type ProcessAccount } from './run-as.ts';
import { writeSettings } from './server-settings.ts';
import { readPostmasterFile, stopPostmaster } from './stop-postmaster.ts';

export interface Postmaster {
  pid: number;
  /** Start time of the process, as `readProcess` reports it. */
  startedAt: string;
  port: number;
  process: ChildProcess;
}

interface PostmasterStartOptions {
  binaries: string;
  homeFolder: string;
  account: ProcessAccount;
  settings: Readonly<Record<string, string>>;
  /** The port to listen on. When the port is undefined, the function chooses a free port. */
  port: number | undefined;
  now: () => number;
}

/**
 * The time within which the server must be ready, in milliseconds. A start after a power failure replays the
 * write-ahead log, and a server that is stopped during the replay begins it again at the next start. The limit is
 * therefore far above the time of the longest replay. It only ends a start that hangs, because the end of the process
 * is noticed at once.
 */
const READY_TIMEOUT_MS = 600_000;
const MAX_LOG_BYTES = 5_000_000;

/**
 * Starts the server and waits until it accepts connections. The start is repeated in two cases: another program has
 * taken the random port before the server listens, or processes of a server that was just killed are still running.
 *
 * @throws EmbeddedDatabaseError `CANNOT_START` with the last lines of the server's log.
 */
export async function startPostmaster(startOptions: PostmasterStartOptions): Promise<Postmaster> {
  const deadline = startOptions.now() + READY_TIMEOUT_MS;
  rotateLog(startOptions.homeFolder);
  for (let attempt = 1; ; attempt++) {
    const port = startOptions.port ?? (await findFreePort());
    const logSizeBefore = readLogSize(startOptions.homeFolder);
    const postmaster = await spawnPostmaster(startOptions, port);
    if (await isReady(postmaster, startOptions, deadline)) return postmaster;
    const newLogText = readFileSync(makeLogFilePath(startOptions.homeFolder)).subarray(logSizeBefore).toString('utf8');
    const isPortTaken = /could not bind .*: Address already in use/.test(newLogText);
    const isClusterInUse = newLogText.includes('shared memory block') && newLogText.includes('still in use');
    const canRetry = (isPortTaken && startOptions.port === undefined && attempt < 10) || isClusterInUse;
    if (!canRetry || startOptions.now() >= deadline) {
      throw makeCannotStartError(
        isPortTaken ? `port ${port} is taken` : 'it did not come up',
        newLogText.slice(-1_500),
      );
    }
    if (isClusterInUse) await wait(100);
  }
}

async function spawnPostmaster(startOptions: PostmasterStartOptions, port: number): Promise<Postmaster> {
  const { binaries, homeFolder, account, settings } = startOptions;
  const settingsFile = await writeSettings(homeFolder, port, settings);
  const newLogText = openSync(makeLogFilePath(homeFolder), 'a', 0o600);
  try {
    giveToFolderOwner(homeFolder, makeLogFilePath(homeFolder));
    const child = spawn(
      join(binaries, 'bin', 'postgres'),
      ['-D', join(homeFolder, 'cluster'), '-c', `config_file=${settingsFile}`],
      // The server runs detached, in its own session. Ctrl-C in the terminal therefore does not end the server while
      // requests are being processed.
      { ...account, cwd: '/', env: MINIMAL_ENVIRONMENT, stdio: ['ignore', newLogText, newLogText], detached: true },
    );
    await once(child, 'spawn');
    child.unref();
    const pid = child.pid ?? 0;
    return { pid, startedAt: (await readProcess(pid))?.startedAt ?? '', port, process: child };
  } catch (error) {
    throw makeCannotStartError(error instanceof Error ? error.message : String(error), '', error);
  } finally {
    closeSync(newLogText);
  }
}

/**
 * Waits for the status in `postmaster.pid`. The function makes no connection attempt, because on a random port the
 * attempt could reach another program.
 */
async function isReady(
  postmaster: Postmaster,
  startOptions: PostmasterStartOptions,
  deadline: number,
): Promise<boolean> {
  const { pid, process: child, startedAt } = postmaster;
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(join(startOptions.homeFolder, 'cluster'));
    if (file?.pid === pid && file.status === 'ready') return true;
    if (startOptions.now() >= deadline) {
      await stopPostmaster(pid, startedAt, startOptions.now);
      return false;
    }
    await wait(10);
  }
  return false;
}

async function findFreePort(): Promise<number> {
  const portProbeServer = createServer().listen(0, '127.0.0.1');
  await once(portProbeServer, 'listening');
  const address = portProbeServer.address();
  portProbeServer.close();
  await once(portProbeServer, 'close');
  if (address === null || typeof address === 'string') throw makeCannotStartError('no port is free on 127.0.0.1');
  return address.port;
}

function makeLogFilePath(homeFolder: string): string {
  return join(homeFolder, 'server.log');
}

function readLogSize(homeFolder: string): number {
  return existsSync(makeLogFilePath(homeFolder)) ? statSync(makeLogFilePath(homeFolder)).size : 0;
}

function rotateLog(homeFolder: string): void {
  if (readLogSize(homeFolder) > MAX_LOG_BYTES)
    renameSync(makeLogFilePath(homeFolder), `${makeLogFilePath(homeFolder)}.1`);
}
