import { readdir, readFile } from 'node:fs/promises';

/** A process of the product as the kernel describes it (Linux). */
export type ProcessFigures = {
  readonly pid: number;
  /** Resident memory in megabytes. */
  readonly residentMb: number;
  /** Open files, sockets and other descriptors. */
  readonly handles: number;
};

/** @returns undefined when the process has ended. */
export async function readProcessFigures(pid: number): Promise<ProcessFigures | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN);
    const handles = (await readdir(`/proc/${pid}/fd`)).length;
    return { pid, residentMb: Math.round((kilobytes * 1_024) / 100_000) / 10, handles };
  } catch {
    return undefined;
  }
}

/** Lists the server nodes of a primary process, those that have run longest first. */
export async function listNodes(primaryPid: number): Promise<readonly number[]> {
  const nodes: { readonly pid: number; readonly startTicks: number }[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The fields after the name of the program, which may contain spaces: state, parent, …, start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(fields[1]) !== primaryPid) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('main.ts')) nodes.push({ pid: Number(name), startTicks: Number(fields[19]) });
  }
  return nodes.sort((one, other) => one.startTicks - other.startTicks).map(({ pid }) => pid);
}
