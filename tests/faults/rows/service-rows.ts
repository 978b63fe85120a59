import { sendSignal } from '@carhouse/embedded-postgres/process-facts';
import { startTestBucket } from '@carhouse/images/testing/start-test-bucket';
import { makeJpeg } from '@carhouse/images/testing/test-images';
import { startMailServer } from '@carhouse/mail/testing/start-mail-server';
import { findChildPids, readCommandLine, waitUntil } from '@carhouse/server/testing/processes';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { FaultClient, makeLoadPeople } from '../rig/fault-load.ts';
import { type FaultTestbed, withTestbed } from '../rig/fault-testbed.ts';
import { type LinkMode, openFaultyLink } from '../rig/faulty-link.ts';
import { ClientHistory, findExcessFailures } from '../rig/history.ts';
import { stopAndJudge, tryFault } from '../rig/try-fault.ts';
import { uploadPicture } from '../rig/upload-picture.ts';

/** Milliseconds after which an upload is given up. */
const uploadTimeoutMs = 60_000;

async function countPictures({ pool }: FaultTestbed): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM image');
  return rows[0]?.count ?? 0;
}

/** Uploads pictures while the bucket is away. */
function tryBucketFault(mode: LinkMode): () => Promise<RowResult> {
  return async () => {
    const bucket = await startTestBucket();
    const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.options;
    const link = await openFaultyLink(Number(new URL(endpoint).port));
    const history = new ClientHistory();
    const uploadStatuses: number[] = [];
    const failures: string[] = [];
    const upload = async (testbed: FaultTestbed, token: string, number: number): Promise<number> => {
      const client = new FaultClient(testbed.origin, history, 700 + number, uploadTimeoutMs);
      return (await uploadPicture(client, token, await makeJpeg(900, 600))).status;
    };
    let token = '';
    try {
      return await tryFault({
        testbed: {
          env: {
            S3_ENDPOINT: `http://127.0.0.1:${link.port}`,
            S3_BUCKET: name,
            S3_REGION: region,
            S3_ACCESS_KEY_ID: accessKeyId,
            S3_SECRET_ACCESS_KEY: secretAccessKey,
          },
        },
        injectFault: async (testbed, { sellers }) => {
          token = sellers[0]?.token ?? '';
          const statusBeforeFault = await upload(testbed, token, 0);
          if (statusBeforeFault !== 200) failures.push(`with the bucket an upload answered ${statusBeforeFault}`);
          link.setMode(mode);
          const uploads = [1, 2, 3].map((number) => upload(testbed, token, number));
          uploadStatuses.push(...(await Promise.all(uploads)));
        },
        faultDurationMs: 1_000,
        endFault: async () => link.setMode('open'),
        answerLimitMs: 45_000,
        checkExpectations: async (_observations, testbed) => {
          if (uploadStatuses.some((status) => status !== 503 && status !== 507))
            failures.push(`uploads answered ${uploadStatuses.join(', ')}`);
          const recordedCount = await countPictures(testbed);
          if (recordedCount !== 1) failures.push(`${recordedCount} pictures are recorded, 1 was acknowledged`);
          const statusAfterFault = await upload(testbed, token, 4);
          if (statusAfterFault !== 200) failures.push(`with the bucket again an upload answered ${statusAfterFault}`);
          return failures;
        },
        readFigures: () => ({ uploads: uploadStatuses.join(', ') }),
      });
    } finally {
      await link.close();
      await bucket.close();
    }
  };
}

/** Lets the mail server be slow or away while people pay, which sends mails. */
function tryMailServerFault(mode: LinkMode, faultDurationMs: number): () => Promise<RowResult> {
  return async () => {
    const mailServer = await startMailServer();
    const link = await openFaultyLink(mailServer.port);
    let [countBefore, deliveredCount] = [0, 0];
    try {
      return await tryFault({
        testbed: { env: { SMTP_URL: `smtp://127.0.0.1:${link.port}` } },
        injectFault: async () => {
          countBefore = (await mailServer.received()).length;
          link.setMode(mode);
        },
        faultDurationMs,
        endFault: async () => link.setMode('open'),
        checkExpectations: async ({ attemptsDuringFault }) => {
          await waitUntil('mails after the fault', 90_000, async () => {
            deliveredCount = (await mailServer.received()).length;
            return deliveredCount > countBefore;
          });
          return findExcessFailures(attemptsDuringFault);
        },
        readFigures: () => ({ mailsAfter: deliveredCount - countBefore }),
      });
    } finally {
      await link.close();
      await mailServer.close();
    }
  };
}

/** Lets the process that decodes an image crash or hang during an upload. */
function breakDecoder(signal: 'SIGSEGV' | 'SIGSTOP'): () => Promise<RowResult> {
  return () =>
    withTestbed({}, async (testbed) => {
      const history = new ClientHistory();
      const { sellers } = await makeLoadPeople(testbed);
      const client = new FaultClient(testbed.origin, history, 700, uploadTimeoutMs);
      const token = sellers[0]?.token ?? '';
      const picture = await makeJpeg(5_000, 3_500);
      const uploadPromise = uploadPicture(client, token, picture.subarray(0, 5 * 1024 * 1024));
      const parentPid = testbed.product.node.pid ?? 0;
      await waitUntil('a process that decodes', 10_000, () => findDecoders(parentPid).length > 0);
      for (const pid of findDecoders(parentPid)) sendSignal(pid, signal);
      const startMs = performance.now();
      const uploadAnswerDuringFault = await uploadPromise;
      const answerMs = Math.round(performance.now() - startMs);
      const failures: string[] = [];
      if (uploadAnswerDuringFault.status !== 422)
        failures.push(
          `the upload answered ${uploadAnswerDuringFault.status} ${String(uploadAnswerDuringFault.body.code)}`,
        );
      if ((await countPictures(testbed)) !== 0) failures.push('a picture is recorded');
      const nextUploadAnswer = await uploadPicture(client, token, await makeJpeg(900, 600));
      if (nextUploadAnswer.status !== 200) failures.push(`the next upload answered ${nextUploadAnswer.status}`);
      failures.push(...(await stopAndJudge(testbed, history)));
      return {
        figures: { status: uploadAnswerDuringFault.status, answeredMs: answerMs, next: nextUploadAnswer.status },
        failures,
      };
    });
}

function findDecoders(parentPid: number): readonly number[] {
  return findChildPids(parentPid).filter((pid) => readCommandLine(pid).includes('image-process'));
}

/** Renames a table under load, so that the product does not find it. */
function renameTableUnderLoad(table: string): () => Promise<RowResult> {
  return () =>
    tryFault({
      injectFault: ({ pool }) => pool.query(`ALTER TABLE ${table} RENAME TO table_that_is_away`),
      faultDurationMs: 4_000,
      endFault: ({ pool }) => pool.query(`ALTER TABLE table_that_is_away RENAME TO ${table}`),
      checkExpectations: ({ attemptsDuringFault }) => {
        const visits = attemptsDuringFault.filter(({ kind }) => kind === 'page' || kind === 'read');
        const failedVisits = visits.filter(({ status }) => status !== 200 && status !== 304);
        return failedVisits.length === 0
          ? []
          : [`${failedVisits.length} of ${visits.length} visitors saw ${failedVisits[0]?.status}`];
      },
    });
}

/** Services beside the database: sessions, pictures, mails. */
export const serviceRows: readonly FaultRow[] = [
  {
    number: '35',
    name: 'decoder-crashes',
    fault: 'the process that decodes an uploaded image crashes (SIGSEGV)',
    expected: '422 for its image, nothing stored, the next upload works',
    run: breakDecoder('SIGSEGV'),
  },
  {
    number: '35b',
    name: 'decoder-hangs',
    fault: 'the process that decodes an uploaded image hangs (SIGSTOP)',
    expected: '422 for its image after 30 s, the next upload works',
    run: breakDecoder('SIGSTOP'),
  },
  {
    number: '36',
    name: 'sessions-away',
    fault: 'the table of sessions is away for 4 s',
    expected: 'pages of visitors are shown, who is signed in gets 503, never 500',
    run: renameTableUnderLoad('session'),
  },
  {
    number: '37',
    name: 'bucket-gone',
    fault: 'the bucket of the pictures refuses connections',
    expected: 'uploads are 503, nothing is recorded, everything else goes on',
    run: tryBucketFault('closed'),
  },
  {
    number: '37b',
    name: 'bucket-mute',
    fault: 'the bucket of the pictures takes requests and never answers',
    expected: 'as 37, within 45 s',
    run: tryBucketFault('mute'),
  },
  {
    number: '49',
    name: 'mail-tarpit',
    fault: 'the mail server answers a byte every half second for 12 s',
    expected: 'nobody waits for it, no request fails, mails are sent after it',
    run: tryMailServerFault('drip', 12_000),
  },
  {
    number: '49b',
    name: 'mail-gone',
    fault: 'the mail server refuses connections for 8 s',
    expected: 'as 49',
    run: tryMailServerFault('closed', 8_000),
  },
];
