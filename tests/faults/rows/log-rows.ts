import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../cluster/programs.ts';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { withDisk } from '../rig/disk.ts';
import type { Seen } from '../rig/try-fault.ts';
import { tryFault } from '../rig/try-fault.ts';

/** A launcher whose program writes its standard error to this file. */
const logTo = (file: string): readonly string[] => ['/bin/sh', '-c', `exec "$0" "$@" 2>>'${file}'`];

function expectNoFailure({ during }: Seen): readonly string[] {
  const failed = during.filter(({ status }) => status >= 500 || status === 0);
  const misses = failed.length > 0 ? [`${failed.length} requests failed (${failed[0]?.name} ${failed[0]?.code})`] : [];
  return during.length < 30 ? [...misses, `only ${during.length} requests were answered`] : misses;
}

/** Fills the disk of the log. */
function fillLogDisk(): Promise<RowResult> {
  return withDisk('memory', 1, (disk) =>
    tryFault({
      stage: { launcher: logTo(join(disk.folder, 'log')), env: { LOG_LEVEL: 'debug' } },
      inject: async () => disk.fill(),
      holdMs: 6_000,
      heal: async () => disk.empty(),
      expect: expectNoFailure,
    }),
  );
}

/** Lets the program that reads the log stand still, so that the pipe to it fills. */
async function blockLogReader(): Promise<RowResult> {
  const folder = await mkdtemp(join(tmpdir(), 'carhouse-log-'));
  const pipe = join(folder, 'log');
  runProgram('mkfifo', [pipe]);
  const reader: ChildProcess = spawn('/bin/sh', ['-c', 'exec cat "$0" >/dev/null', pipe], { stdio: 'ignore' });
  try {
    return await tryFault({
      stage: { launcher: logTo(pipe), env: { LOG_LEVEL: 'debug' } },
      inject: async () => void reader.kill('SIGSTOP'),
      holdMs: 8_000,
      heal: async () => void reader.kill('SIGCONT'),
      answerMs: 15_000,
      expect: expectNoFailure,
    });
  } finally {
    reader.kill('SIGCONT');
    reader.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

/** The log cannot be written. */
export const logRows: readonly FaultRow[] = [
  {
    number: '43',
    name: 'log-disk-full',
    fault: 'the disk of the log is full for 6 s',
    expected: 'requests go on, lines are lost',
    needs: ['root', 'mount'],
    run: fillLogDisk,
  },
  {
    number: '43b',
    name: 'log-reader-stopped',
    fault: 'the program that reads the log stands still for 8 s, and the pipe to it is full',
    expected: 'requests go on, lines are lost or kept for a while',
    run: blockLogReader,
  },
];
