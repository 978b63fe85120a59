import { once } from 'node:events';
import { chown, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ProcessAccount } from './run-as.ts';

/** Maximum length of a socket's path in bytes: macOS has room for 104 with a final zero byte, Linux for 108. */
const socketPathMaximum = 103;

/**
 * Makes an empty folder for the Unix socket of the server. A round trip by the socket costs about a fifth less than by
 * TCP on loopback (decision 0095). Only the account of PostgreSQL and root may enter the folder.
 * @returns undefined where the server must be reached by TCP: on Windows, when the path is too long or has characters
 * that the setting reserves, and on file systems without sockets.
 */
export async function prepareSocketFolder(homeFolder: string, account: ProcessAccount): Promise<string | undefined> {
  const folder = join(homeFolder, 'socket');
  const longestSocketPath = join(folder, '.s.PGSQL.65535');
  if (process.platform === 'win32' || Buffer.byteLength(longestSocketPath) > socketPathMaximum || /[,"]/.test(folder)) {
    return undefined;
  }
  // A killed server leaves its socket, whose name contains its port.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (!(await canHoldSocket(join(folder, 'probe')))) return undefined;
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
  return folder;
}

async function canHoldSocket(path: string): Promise<boolean> {
  const probeServer = createServer();
  try {
    const listeningPromise = once(probeServer, 'listening');
    probeServer.listen(path);
    await listeningPromise;
    probeServer.close();
    await once(probeServer, 'close');
    return true;
  } catch {
    return false;
  }
}
