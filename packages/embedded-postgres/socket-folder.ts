import { once } from 'node:events';
import { chown, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/** Maximum length of a socket's path in bytes: macOS has room for 104 with a final zero byte, Linux for 108. */
const socketPathMaximum = 103;

/**
 * Makes an empty folder for the Unix socket of the server, whose round trips cost about a fifth less than those of TCP on
 * loopback (decision 0095). Only the account of PostgreSQL and root may enter it.
 * @returns undefined where the server must be reached by TCP: on Windows, when the path is too long or has characters that the
 *   setting reserves, and on file systems without sockets.
 */
export async function prepareSocketFolder(homeFolder: string, account: RunAs): Promise<string | undefined> {
  const folder = join(homeFolder, 'socket');
  const longestPath = join(folder, '.s.PGSQL.65535');
  if (process.platform === 'win32' || Buffer.byteLength(longestPath) > socketPathMaximum || /[,"]/.test(folder)) {
    return undefined;
  }
  // A server that was killed leaves its socket, whose name has the port of that time.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (!(await canHoldSocket(join(folder, 'probe')))) return undefined;
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
  return folder;
}

async function canHoldSocket(path: string): Promise<boolean> {
  const probeServer = createServer();
  try {
    const listening = once(probeServer, 'listening');
    probeServer.listen(path);
    await listening;
    probeServer.close();
    await once(probeServer, 'close');
    return true;
  } catch {
    return false;
  }
}
