import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { waitUntil } from '@carhouse/server/testing/processes';

/**
 * Changes system calls of running processes and of those that they start, by strace.
 * @param injection such as `fdatasync:error=EIO:when=1` (strace(1), tampering).
 * @returns a function that ends it.
 */
export async function changeSystemCalls(pids: readonly number[], injection: string): Promise<() => Promise<void>> {
  const calls = injection.split(':')[0] ?? '';
  const processes = pids.flatMap((pid) => ['-p', String(pid)]);
  const args = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${injection}`, ...processes];
  const strace: ChildProcess = spawn('/usr/bin/strace', args, { stdio: 'ignore' });
  await waitUntil('a traced process', 10_000, () => pids.every(isTraced));
  return async () => {
    if (strace.exitCode !== null || strace.signalCode !== null) return;
    const exit = once(strace, 'exit');
    strace.kill('SIGTERM');
    await exit;
  };
}

/** Whether strace has the process; one that has ended counts too. */
function isTraced(pid: number): boolean {
  try {
    return /^TracerPid:\t[1-9]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
