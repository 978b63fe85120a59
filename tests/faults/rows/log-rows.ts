import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram } from '../../cluster/programs.ts';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { withDisk } from '../rig/disk.ts';
import { FaultClient, type LoadPeople } from '../rig/fault-load.ts';
import type { FaultTestbed } from '../rig/fault-testbed.ts';
import { ClientHistory, findExcessFailures } from '../rig/history.ts';
import type { ClientObservations } from '../rig/try-fault.ts';
import { tryFault } from '../rig/try-fault.ts';

/** A launcher whose program writes its standard error to this file. */
const makeLogLauncher = (file: string): readonly string[] => ['/bin/sh', '-c', `exec "$0" "$@" 2>>'${file}'`];

function expectNoFailure({ attemptsDuringFault }: ClientObservations): readonly string[] {
  const failures = findExcessFailures(attemptsDuringFault);
  return attemptsDuringFault.length < 30
    ? [...failures, `only ${attemptsDuringFault.length} requests were answered`]
    : failures;
}

/** Lets buyers ask for the lists of admins; the server warns of each of these requests. */
async function fillLog({ origin }: FaultTestbed, { buyers }: LoadPeople): Promise<void> {
  const separateHistory = new ClientHistory();
  for (let round = 0; round < 50; round += 1) {
    await Promise.all(
      buyers.map(({ token }, index) =>
        new FaultClient(origin, separateHistory, 300 + index).send('other', '/api/usersrole', {
          headers: { authorization: token },
        }),
      ),
    );
  }
}

/** Fills the disk of the log. */
function fillLogDisk(): Promise<RowResult> {
  return withDisk('memory', 1, (disk) => {
    const file = join(disk.folder, 'log');
    let lostLineCount = 0;
    return tryFault({
      testbed: { launcher: makeLogLauncher(file), env: { LOG_LEVEL: 'debug' } },
      injectFault: async (testbed, people) => {
        disk.fill();
        await fillLog(testbed, people);
      },
      faultDurationMs: 4_000,
      endFault: async (testbed, people) => {
        disk.empty();
        await fillLog(testbed, people);
        lostLineCount = Number(/"lost":(\d+)/.exec(await readFile(file, 'utf8'))?.[1] ?? 0);
      },
      checkExpectations: (observations) => [
        ...expectNoFailure(observations),
        ...(lostLineCount > 0 ? [] : ['the log does not say that lines of it were lost']),
      ],
      readFigures: () => ({ lostLines: lostLineCount }),
    });
  });
}

/** Lets the program that reads the log stand still, so that the pipe to it fills. */
async function blockLogReader(): Promise<RowResult> {
  const folder = await mkdtemp(join(tmpdir(), 'carhouse-log-'));
  const pipe = join(folder, 'log');
  runProgram('mkfifo', [pipe]);
  const file = join(folder, 'read');
  const reader: ChildProcess = spawn('/bin/sh', ['-c', 'exec cat "$0" >"$1"', pipe, file], { stdio: 'ignore' });
  let [sizeBefore, arrivedKilobytes] = [0, 0];
  try {
    return await tryFault({
      testbed: { launcher: makeLogLauncher(pipe), env: { LOG_LEVEL: 'debug' } },
      injectFault: async (testbed, people) => {
        reader.kill('SIGSTOP');
        sizeBefore = (await stat(file)).size;
        await fillLog(testbed, people);
      },
      faultDurationMs: 5_000,
      endFault: async () => {
        reader.kill('SIGCONT');
        await wait(1_000);
        arrivedKilobytes = Math.round(((await stat(file)).size - sizeBefore) / 1_024);
      },
      answerLimitMs: 15_000,
      checkExpectations: (observations) => [
        ...expectNoFailure(observations),
        ...(arrivedKilobytes > 64 ? [] : [`only ${arrivedKilobytes} KB of the log arrived: the pipe was not full`]),
      ],
      readFigures: () => ({ keptKilobytes: arrivedKilobytes }),
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
