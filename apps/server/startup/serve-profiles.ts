import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { profileLimits, takeProfiles } from './take-profiles.ts';

/** The answer to a request for profiles, as one line of JSON. */
export type ProfileAnswer = { readonly files: readonly string[] } | { readonly error: string };

/** Maximum length of a request in characters; a usual request is `{"seconds":30}`. */
const requestLengthMaximum = 200;

/** Returns the folder with one socket for each process of the server. */
export function findProfileSocketFolder(dataDir: string): string {
  return join(dataDir, 'run');
}

/**
 * Lets the operator take profiles of this process (`npm run profile`), by a socket in the data directory that
 * only the user of the server may open. No network port and no API call gives access to profiles. One profile is taken at
 * a time.
 * @param node number of the node; 1 when this process is the only one.
 * @returns a function that closes the socket and ends a profile in progress.
 */
export async function serveProfiles(dataDir: string, node: number, log: Logger): Promise<() => Promise<void>> {
  const folder = findProfileSocketFolder(dataDir);
  // A process that replaces another process has the same node number, and both run for a while.
  const path = join(folder, `node-${node}.${process.pid}.sock`);
  const controller = new AbortController();
  const sockets = new Set<Socket>();
  let isProfiling = false;

  async function answer(line: string): Promise<ProfileAnswer> {
    const seconds = readSeconds(line);
    if (seconds === undefined) {
      return { error: `seconds must be from ${profileLimits.leastSeconds} to ${profileLimits.mostSeconds}` };
    }
    if (isProfiling) return { error: 'a profile of this node is being taken' };
    isProfiling = true;
    try {
      const time = new Date().toISOString().replace(/[-:]/g, '').replace(/\..*$/, 'Z');
      const waitForEnd = () => wait(seconds * 1_000, undefined, { signal: controller.signal }).catch(() => undefined);
      log.info({ seconds }, 'the operator profiles this node');
      return { files: await takeProfiles(join(dataDir, 'profiles'), `${time}-node-${node}`, waitForEnd) };
    } catch (error) {
      log.error({ err: error }, 'the profile could not be taken');
      return { error: (error as Error).message };
    } finally {
      isProfiling = false;
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let length = 0;
    socket.on('data', (chunk) => {
      length += chunk.length;
      if (length > requestLengthMaximum) socket.destroy();
    });
    const lines = createInterface(socket);
    // The readline interface also emits the errors of its socket.
    lines.on('error', () => undefined);
    lines.once('line', (line) => {
      void answer(line).then((result) => socket.end(`${JSON.stringify(result)}\n`));
    });
  });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await removeStaleSockets(folder, node);
    await rm(path, { force: true });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject);
    server.listen(path, resolve);
    await promise;
    server.unref();
  } catch (error) {
    // The path of a socket has about a hundred characters at most. The server works without this socket.
    log.warn({ err: error }, 'this node takes no profiles');
    return async () => undefined;
  }
  return async () => {
    controller.abort();
    for (const socket of sockets) socket.end();
    server.close();
    await rm(path, { force: true });
  };
}

/** Removes the sockets of processes of this node that were killed. */
async function removeStaleSockets(folder: string, node: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, number, processId] = /^node-(\d+)\.(\d+)\.sock$/.exec(name) ?? [];
    if (Number(number) !== node || isAlive(Number(processId))) continue;
    await rm(join(folder, name), { force: true });
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // A process of another user is alive too (EPERM).
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function readSeconds(line: string): number | undefined {
  try {
    const { seconds } = JSON.parse(line) as { seconds?: unknown };
    if (typeof seconds !== 'number' || !Number.isInteger(seconds)) return undefined;
    return seconds >= profileLimits.leastSeconds && seconds <= profileLimits.mostSeconds ? seconds : undefined;
  } catch {
    return undefined;
  }
}
