import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { waitUntil } from '@carhouse/server/testing/processes';

/**
 * Changes system calls of running processes and of those that they start, by strace.
 * @param injection such as `fdatasync:error=EIO:when=1` (strace(1), tampering).
 * @returns a function that ends the changes.
 */
export async function changeSystemCalls(pids: readonly number[], injection: string): Promise<() => Promise<void>> {
  const callNames = injection.split(':')[0] ?? '';
  const processArguments = pids.flatMap((pid) => ['-p', String(pid)]);
  const args = [
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    `trace=${callNames}`,
    '-e',
    `inject=${injection}`,
    ...processArguments,
  ];
  const strace: ChildProcess = spawn('/usr/bin/strace', args, { stdio: 'ignore' });
  await waitUntil('a traced process', 10_000, () => pids.every(isTraced));
  return async () => {
    if (strace.exitCode !== null || strace.signalCode !== null) return;
    const exitPromise = once(strace, 'exit');
    strace.kill('SIGTERM');
    await exitPromise;
  };
}

/** Whether strace is attached to the process. A process that has ended counts as attached. */
function isTraced(pid: number): boolean {
  try {
    return /^TracerPid:\t[1-9]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
