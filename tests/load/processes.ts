import { readdir, readFile, readlink } from 'node:fs/promises';
import { findChildPids, readCommandLine, readResidentBytes, readStatFields } from '@carhouse/server/testing/processes';

/** A process of the product as the kernel describes it (Linux). */
export type ProcessFigures = {
  readonly pid: number;
  /** Resident memory in megabytes. */
  readonly residentMb: number;
  /**
   * Number of open files, sockets and other descriptors, without the connections of clients, because their number
   * depends on the load.
   */
  readonly handles: number;
  /** Open connections of clients. */
  readonly connections: number;
};

/**
 * @param clientPort port on which clients connect.
 * @returns undefined when the process has ended.
 */
export async function readProcessFigures(pid: number, clientPort: number): Promise<ProcessFigures | undefined> {
  try {
    const handles = await listHandles(pid);
    const clientSockets = await listSocketsOfPort(clientPort);
    const connections = handles.filter((handle) => clientSockets.has(handle)).length;
    const residentMb = Math.round(readResidentBytes(pid) / 100_000) / 10;
    return { pid, residentMb, handles: handles.length - connections, connections };
  } catch {
    return undefined;
  }
}

/** Returns what each descriptor of a process is, for example `socket:[123]`. */
async function listHandles(pid: number): Promise<readonly string[]> {
  const handles: string[] = [];
  for (const name of await readdir(`/proc/${pid}/fd`))
    handles.push(await readlink(`/proc/${pid}/fd/${name}`).catch(() => 'closed'));
  return handles.filter((handle) => handle !== 'closed');
}

/** Lists the sockets on this machine with the given local port, named as in file descriptors: `socket:[123]`. */
async function listSocketsOfPort(port: number): Promise<ReadonlySet<string>> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const listeningState = '0A';
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  const portSockets = lines.filter(
    ([, localAddress, , state]) => localAddress?.endsWith(suffix) === true && state !== listeningState,
  );
  return new Set(portSockets.map((fields) => `socket:[${fields[9]}]`));
}

/** Lists the server nodes of a primary process, those that have run longest first. */
export function listNodes(primaryPid: number): readonly number[] {
  return findChildPids(primaryPid)
    .filter((pid) => readCommandLine(pid).includes('main.ts'))
    .map((pid) => ({ pid, startTicks: readStartTicks(pid) }))
    .sort((one, other) => one.startTicks - other.startTicks)
    .map(({ pid }) => pid);
}

/** The time at which a process has started, in ticks since the start of the machine; infinite when it has ended. */
function readStartTicks(pid: number): number {
  return Number(readStatFields(pid)?.[19] ?? Number.POSITIVE_INFINITY);
}
