import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeJpeg } from '@carhouse/images/testing/test-images';
import { waitUntil } from '@carhouse/server/testing/processes';
import { runProgram } from '../../cluster/programs.ts';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { type Disk, withDisk } from '../rig/disk.ts';
import { FaultClient, makeLoadPeople, startLoad } from '../rig/fault-load.ts';
import { type FaultTestbed, withTestbed } from '../rig/fault-testbed.ts';
import { ClientHistory } from '../rig/history.ts';
import { findWrongWrites, judgeTestbed } from '../rig/judge-history.ts';
import { changeSystemCalls } from '../rig/system-calls.ts';
import { repeatUnknownWrites, stopAndJudge, tryFault } from '../rig/try-fault.ts';
import { uploadPicture } from '../rig/upload-picture.ts';

/** Settings of a database on a small disk. */
const smallDiskSettings = { max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '64MB' } as const;

/** Starts PostgreSQL again when it has ended. */
async function restartIfEnded({ database, pool }: FaultTestbed): Promise<void> {
  const isAnswering = await pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  if (!isAnswering && !database.isRunning()) await database.restart();
}

async function listPictures(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function fillPictureDisk(disk: Disk): Promise<RowResult> {
  return withTestbed({ isStartedByExperiment: true }, async (testbed) => {
    const images = join(testbed.dataDir, 'images');
    runProgram('mkdir', ['-p', images]);
    runProgram('mount', ['--bind', disk.folder, images]);
    try {
      return await uploadUntilFull(testbed, disk, images);
    } finally {
      if (testbed.isProductAlive()) await testbed.stopProduct();
      runProgram('umount', [images]);
    }
  });
}

async function uploadUntilFull(testbed: FaultTestbed, disk: Disk, images: string): Promise<RowResult> {
  await testbed.startProduct();
  const history = new ClientHistory();
  const { sellers } = await makeLoadPeople(testbed);
  const failures: string[] = [];
  let [storedCount, refusedCount] = [0, 0];
  for (let number = 0; number < 40 && refusedCount < 3; number += 1) {
    const seller = sellers[number % sellers.length];
    if (seller === undefined) break;
    const client = new FaultClient(testbed.origin, history, 700 + number);
    const { status, body } = await uploadPicture(client, seller.token, await makeJpeg(1_600, 1_200));
    if (status === 200) storedCount += 1;
    else if ((status === 507 || status === 503) && refusedCount < 3) refusedCount += 1;
    else failures.push(`an upload answered ${status} ${String(body.code)}`);
  }
  if (storedCount === 0 || refusedCount < 3)
    failures.push(`${storedCount} pictures were stored and ${refusedCount} refused`);
  const fileNames = await listPictures(images);
  const partFiles = fileNames.filter((name) => name.endsWith('.part'));
  const imageKeys = new Set(fileNames.map((name) => name.split('-')[0]));
  if (partFiles.length > 0) failures.push(`${partFiles.length} parts of files were left`);
  if (imageKeys.size !== storedCount)
    failures.push(`files of ${imageKeys.size} pictures are there, ${storedCount} were acknowledged`);
  const { rows } = await testbed.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM image');
  if (rows[0]?.count !== storedCount)
    failures.push(`${rows[0]?.count} pictures are recorded, ${storedCount} were acknowledged`);
  disk.resize(64);
  const client = new FaultClient(testbed.origin, history, 760);
  const nextUploadAnswer = await uploadPicture(client, sellers[0]?.token ?? '', await makeJpeg(1_600, 1_200));
  if (nextUploadAnswer.status !== 200) failures.push(`with room again, an upload answered ${nextUploadAnswer.status}`);
  failures.push(...(await stopAndJudge(testbed, history)));
  return { figures: { stored: storedCount, refused: refusedCount, filesLeft: fileNames.length }, failures };
}

/**
 * Cuts the power of the database's disk under load: the disk then holds only what was written to it, and nothing that
 * the operating system still kept in memory.
 * @param ignoresSyncs whether the disk reports a sync as successful without writing the data.
 */
function cutPower(ignoresSyncs: boolean): Promise<RowResult> {
  return withDisk('file', 700, (disk) =>
    withTestbed({ databaseFolder: join(disk.folder, 'data'), settings: smallDiskSettings }, async (testbed) => {
      const { database } = testbed;
      const history = new ClientHistory();
      const people = await makeLoadPeople(testbed);
      await testbed.pool.query('CHECKPOINT');
      const injection = 'fdatasync,fsync,sync_file_range:retval=0';
      const stopIgnoringSyncs = ignoresSyncs
        ? await changeSystemCalls(database.listPids(), injection)
        : async () => undefined;
      const load = startLoad(testbed, people, history);
      await wait(4_000);
      database.signalAll('SIGSTOP');
      disk.copyWritten();
      database.signalAll('SIGKILL');
      await stopIgnoringSyncs();
      await load.stop();
      await testbed.killProduct();
      const acknowledged = history.countWrites('ok');
      await waitUntil('the end of PostgreSQL', 10_000, () => !database.isRunning());
      await disk.mountCopy();
      const startError = await database.restart().then(
        () => '',
        (error: Error) => error.message.slice(0, 300),
      );
      if (ignoresSyncs) return judgeDiskThatIgnoresSyncs(testbed, history, startError);
      if (startError !== '')
        return { figures: { acknowledged }, failures: [`PostgreSQL does not start: ${startError}`] };
      await testbed.startProduct();
      await repeatUnknownWrites(testbed, history);
      return { figures: { acknowledged, lost: 0 }, failures: await stopAndJudge(testbed, history) };
    }),
  );
}

/** A disk that ignores syncs must lose writes; otherwise the experiment would prove nothing about a correct disk. */
async function judgeDiskThatIgnoresSyncs(
  testbed: FaultTestbed,
  history: ClientHistory,
  startError: string,
): Promise<RowResult> {
  const acknowledged = history.countWrites('ok');
  if (startError !== '') return { figures: { acknowledged, database: `does not start: ${startError}` }, failures: [] };
  const lostCount = (await findWrongWrites(testbed.pool, history)).filter((text) => text.startsWith('lost')).length;
  const findings = (await judgeTestbed(testbed, history)).join('\n');
  const unsettledChargeCount = findings.match(/I3 charge/g)?.length ?? 0;
  const failures =
    lostCount > 0 ? [] : [`nothing of ${acknowledged} acknowledged writes was lost: the disk did not lie`];
  return { figures: { acknowledged, lost: lostCount, chargesWithoutBooking: unsettledChargeCount }, failures };
}

/** The rows about disks that are full, slow or broken, or that report a sync which they have not made. */
export const diskRows: readonly FaultRow[] = [
  {
    number: '8',
    name: 'fsync-fails',
    fault: 'the disk refuses to write the log of PostgreSQL (fdatasync: EIO)',
    expected: 'PostgreSQL ends all connections and recovers; 503 until then, nothing acknowledged lost',
    needs: ['strace'],
    run: () =>
      tryFault({
        injectFault: async ({ database }) => {
          const stopInjecting = await changeSystemCalls(database.listPids(), 'fdatasync:error=EIO:when=1');
          try {
            await waitUntil('a PANIC of PostgreSQL', 20_000, () => database.readLog().includes('PANIC'));
          } finally {
            await stopInjecting();
          }
        },
        faultDurationMs: 500,
        endFault: restartIfEnded,
        recoveryLimitMs: 30_000,
      }),
  },
  {
    number: '9',
    name: 'disk-full',
    fault: 'the disk of the database is full for 6 s',
    expected: '503, reads of visitors while possible, writes again when there is room, nothing acknowledged lost',
    needs: ['root', 'mount'],
    run: () =>
      withDisk('memory', 300, (disk) =>
        tryFault({
          testbed: { databaseFolder: join(disk.folder, 'data'), settings: smallDiskSettings },
          injectFault: async () => disk.fill(),
          faultDurationMs: 6_000,
          endFault: async (testbed) => {
            disk.empty();
            await restartIfEnded(testbed);
          },
          recoveryLimitMs: 30_000,
          checkExpectations: ({ attemptsDuringFault }) =>
            attemptsDuringFault.some(({ status }) => status === 503)
              ? []
              : ['nothing was refused while the disk was full'],
        }),
      ),
  },
  {
    number: '10',
    name: 'picture-disk-full',
    fault: 'the disk of the pictures is full',
    expected: '507 or 503, no part of a file and no record of a picture is left, uploads go on when there is room',
    needs: ['root', 'mount'],
    run: () => withDisk('memory', 4, fillPictureDisk),
  },
  {
    number: '47',
    name: 'disk-slow',
    fault: 'each write of PostgreSQL’s log takes 300 ms longer, for 6 s',
    expected: 'writes are slow or 503, answers within 10 s, nothing lost',
    needs: ['strace'],
    run: () => {
      let stopInjecting = async (): Promise<void> => undefined;
      return tryFault({
        injectFault: async ({ database }) => {
          stopInjecting = await changeSystemCalls(database.listPids(), 'fdatasync:delay_enter=300000');
        },
        faultDurationMs: 6_000,
        endFault: () => stopInjecting(),
        answerLimitMs: 12_000,
      });
    },
  },
  {
    number: '48',
    name: 'power-cut',
    fault: 'the power of the database’s disk is cut under load: what was not written to it is lost',
    expected: 'nothing acknowledged lost (kill -9 cannot show this: the operating system keeps what it has)',
    needs: ['root', 'mount', 'ext4'],
    run: () => cutPower(false),
  },
  {
    number: '48b',
    name: 'disk-lies',
    fault: 'the same, and the disk has only pretended to write (fdatasync returns at once)',
    expected:
      'acknowledged writes are lost, and this experiment sees it. No server can prevent it: use disks that do not lie, or a synchronous standby',
    needs: ['root', 'mount', 'ext4', 'strace'],
    run: () => cutPower(true),
  },
];
