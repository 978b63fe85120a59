import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { waitUntil } from '@carhouse/server/testing/processes';

/**
 * Changes system calls of running processes and of those that they start, by strace.
 * @param injectionRule such as `fdatasync:error=EIO:when=1` (strace(1), tampering).
 * @returns a function that ends the changes.
 */
export async function changeSystemCalls(pids: readonly number[], injectionRule: string): Promise<() => Promise<void>> {
  const callNames = injectionRule.split(':')[0] ?? '';
  const pidArguments = pids.flatMap((pid) => ['-p', String(pid)]);
  const args = [
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    `trace=${callNames}`,
    '-e',
    `inject=${injectionRule}`,
    ...pidArguments,
  ];
  const straceProcess: ChildProcess = spawn('/usr/bin/strace', args, { stdio: 'ignore' });
  await waitUntil('a traced process', 10_000, () => pids.every(isTracedOrEnded));
  return async () => {
    if (straceProcess.exitCode !== null || straceProcess.signalCode !== null) return;
    const exitPromise = once(straceProcess, 'exit');
    straceProcess.kill('SIGTERM');
    await exitPromise;
  };
}

/** Whether strace is attached to the process. The function also returns true for a process that has ended. */
function isTracedOrEnded(pid: number): boolean {
  try {
    return /^TracerPid:\t[1-9]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
