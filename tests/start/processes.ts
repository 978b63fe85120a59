import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export interface LiveProcess {
  pid: number;
  /** The command line, with words separated by blanks. */
  command: string;
  uid: number;
}

/**
 * Lists all running processes whose working directory is in one of the folders, or whose command line names one of the
 * folders. The function reads /proc, so it works on Linux only.
 */
export function listProcessesIn(folders: readonly string[]): LiveProcess[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .flatMap((pid) => readLiveProcess(pid, folders));
}

/**
 * Waits until no process of the folders is left.
 * @returns the remaining processes after `timeout` milliseconds.
 */
export async function waitUntilProcessesEnd(folders: readonly string[], timeout: number): Promise<LiveProcess[]> {
  const deadline = performance.now() + timeout;
  for (;;) {
    const remainingProcesses = listProcessesIn(folders);
    if (remainingProcesses.length === 0 || performance.now() > deadline) return remainingProcesses;
    await wait(20);
  }
}

/** Sends SIGKILL to all processes without a pause. */
export function killAtOnce(processes: readonly LiveProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process had already ended.
    }
  }
}

function readLiveProcess(pid: number, folders: readonly string[]): LiveProcess[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    // A zombie holds no resources.
    if (/^State:\s+[ZX]/m.test(status)) return [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
    const workingFolder = readlinkSync(`/proc/${pid}/cwd`);
    const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
    const belongsToFolder = folders.some(
      (folder) => workingFolder === folder || workingFolder.startsWith(`${folder}/`) || command.includes(folder),
    );
    return belongsToFolder ? [{ pid, command, uid }] : [];
  } catch {
    return [];
  }
}
