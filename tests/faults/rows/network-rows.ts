import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestBucket } from '@carhouse/images/testing/start-test-bucket';
import { makeJpeg } from '@carhouse/images/testing/test-images';
import { startMailServer } from '@carhouse/mail/testing/start-mail-server';
import { runProgram } from '../../cluster/programs.ts';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { FaultClient, signIn, signInPath } from '../rig/fault-load.ts';
import type { FaultTestbed } from '../rig/fault-testbed.ts';
import { type FaultyLink, openFaultyLink } from '../rig/faulty-link.ts';
import { ClientHistory, findExcessFailures, measureSlowestMs } from '../rig/history.ts';
import { startNameServer } from '../rig/name-server.ts';
import { tryFault } from '../rig/try-fault.ts';
import { uploadPicture } from '../rig/upload-picture.ts';

/** Lets this process, which has its own network and file system, use the name server of the experiment. */
async function useOwnNameServer(): Promise<void> {
  const file = join(tmpdir(), `carhouse-resolv-${process.pid}`);
  await writeFile(file, 'nameserver 127.0.0.1\n');
  runProgram('mount', ['--bind', file, '/etc/resolv.conf']);
}

/**
 * The outside services: the card provider, the bucket and the mail server. Each service has a name and is reached
 * through a link.
 */
type OutsideServices = {
  readonly links: readonly FaultyLink[];
  readonly env: (testbed: FaultTestbed) => Record<string, string>;
};

async function startOutsideServices(closers: (() => Promise<unknown>)[]): Promise<OutsideServices> {
  const bucket = await startTestBucket();
  closers.push(() => bucket.close());
  const mailServer = await startMailServer();
  closers.push(() => mailServer.close());
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.options;
  const [bucketLink, mailLink] = [
    await openFaultyLink(Number(new URL(endpoint).port)),
    await openFaultyLink(mailServer.port),
  ];
  closers.push(
    () => bucketLink.close(),
    () => mailLink.close(),
  );
  const env = (): Record<string, string> => ({
    S3_ENDPOINT: `http://bucket.faults.example:${bucketLink.port}`,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    SMTP_URL: `smtp://mail.faults.example:${mailLink.port}`,
  });
  return { links: [bucketLink, mailLink], env };
}

/** Takes the network away, and with it the names of all services outside; the database stays. */
function loseNetwork(isMute: boolean): () => Promise<RowResult> {
  return async () => {
    const closers: (() => Promise<unknown>)[] = [];
    try {
      await useOwnNameServer();
      const nameServer = await startNameServer();
      closers.push(() => nameServer.close());
      const outsideServices = await startOutsideServices(closers);
      const serviceLinks = [...outsideServices.links];
      const statuses: number[] = [];
      const separateHistory = new ClientHistory();
      return await tryFault({
        testbed: {
          isStartedByExperiment: true,
          env: (testbed) => ({
            ...outsideServices.env(testbed),
            SANDBOX_CARDS_URL: `http://cards.faults.example:${serviceLinks[2]?.port ?? 0}`,
          }),
        },
        prepare: async (testbed) => {
          const cardProviderLink = await openFaultyLink(testbed.sandbox.port);
          closers.push(() => cardProviderLink.close());
          serviceLinks.push(cardProviderLink);
          await testbed.startProduct();
        },
        injectFault: async (testbed, { sellers }) => {
          const token = sellers[0]?.token ?? '';
          const picture = await makeJpeg(900, 600);
          const uploadAnswerWithNetwork = await uploadPicture(
            new FaultClient(testbed.origin, separateHistory, 700),
            token,
            picture,
          );
          if (uploadAnswerWithNetwork.status !== 200)
            throw new Error(`With the network an upload answered ${uploadAnswerWithNetwork.status}.`);
          if (isMute) nameServer.setMute(true);
          else await nameServer.close().then(() => closers.shift());
          for (const link of serviceLinks) link.setMode('closed');
          const uploadPromises = [1, 2, 3].map(async (number) => {
            const client = new FaultClient(testbed.origin, separateHistory, 700 + number, 60_000);
            const { status } = await uploadPicture(client, token, await makeJpeg(900, 600));
            statuses.push(status);
          });
          // Work that needs no outside service, such as hashing a password, must not wait for name resolution.
          const signInPromises = [1, 2, 3, 4].map((number) =>
            signIn(new FaultClient(testbed.origin, separateHistory, 720 + number, 60_000), testbed.origin),
          );
          await Promise.all([...uploadPromises, ...signInPromises]);
        },
        faultDurationMs: 6_000,
        endFault: async () => {
          if (isMute) nameServer.setMute(false);
          else {
            const restartedNameServer = await startNameServer();
            closers.unshift(() => restartedNameServer.close());
          }
          for (const link of serviceLinks) link.setMode('open');
        },
        answerLimitMs: 15_000,
        recoveryLimitMs: 30_000,
        checkExpectations: ({ attemptsDuringFault }) => {
          const failures: string[] = [];
          if (statuses.some((status) => status !== 503)) failures.push(`uploads answered ${statuses.join(', ')}`);
          const independentAttempts = attemptsDuringFault.filter(
            ({ name }) => !name.includes('payment') && !name.includes('sandbox'),
          );
          failures.push(...findExcessFailures(independentAttempts));
          if (measureSlowestMs(listSignIns(separateHistory)) > 5_000) failures.push('signing in waited for names');
          return failures;
        },
        readFigures: () => ({
          uploads: statuses.join(', '),
          slowestUploadMs: measureSlowestMs(separateHistory.attempts.filter(({ name }) => name.includes('images'))),
          slowestSignInMs: measureSlowestMs(listSignIns(separateHistory)),
          unansweredNames: nameServer.countUnanswered(),
        }),
      });
    } finally {
      for (const close of closers.reverse()) await close();
    }
  };
}

const listSignIns = ({ attempts }: ClientHistory) => attempts.filter(({ name }) => name.includes(signInPath));

/** The rows about lost names and networks of outside services. */
export const networkRows: readonly FaultRow[] = [
  {
    number: '44',
    name: 'network-gone',
    fault: 'the network is away: no name is resolved, every service outside refuses connections, for 6 s',
    expected: 'payments and uploads are 503, everything else goes on, and those too after it',
    needs: ['root', 'unshare', 'ip', 'mount'],
    hasOwnNetwork: true,
    run: loseNetwork(false),
  },
  {
    number: '44b',
    name: 'names-mute',
    fault: 'as 44, and the name server does not answer: each look-up takes 10 s',
    expected: 'as 44; nothing else waits for names',
    needs: ['root', 'unshare', 'ip', 'mount'],
    hasOwnNetwork: true,
    run: loseNetwork(true),
  },
];
