import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { makeJpeg } from '@carhouse/images/testing/test-images';
import { runProgram } from '../../cluster/programs.ts';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { FaultClient, makeLoadPeople } from '../rig/fault-load.ts';
import { type FaultTestbed, withTestbed } from '../rig/fault-testbed.ts';
import { ClientHistory, findExcessFailures, measureSlowestMs } from '../rig/history.ts';
import { stopAndJudge, tryFault } from '../rig/try-fault.ts';
import { uploadPicture } from '../rig/upload-picture.ts';

/** A connection on which a client is slow. */
type SlowClient = { readonly socket: Socket; readonly startMs: number; endMs: number | undefined };

/** Opens a connection, and sends the first bytes and then a few bytes every second. */
function openSlowClient({ origin }: FaultTestbed, firstBytes: string, repeatedBytes: string): SlowClient {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const client: SlowClient = { socket, startMs: performance.now(), endMs: undefined };
  const timer = setInterval(() => socket.write(repeatedBytes), 1_000);
  const recordCloseTime = (): void => {
    clearInterval(timer);
    client.endMs ??= performance.now();
  };
  socket.on('error', recordCloseTime);
  socket.once('close', recordCloseTime);
  // Without repeated bytes, the client does not read the response either, like a client that has gone away.
  if (repeatedBytes === '') socket.pause();
  else socket.resume();
  socket.write(firstBytes);
  return client;
}

const listOpenTimesMs = (clients: readonly SlowClient[]): readonly number[] =>
  clients.flatMap(({ startMs, endMs }) => (endMs === undefined ? [] : [endMs - startMs]));

/** Opens many slow connections beside the load. */
function sendSlowly(options: {
  readonly firstBytes: string;
  readonly repeatedBytes: string;
  readonly faultDurationMs: number;
  readonly closeLimitMs: number | undefined;
}): () => Promise<RowResult> {
  const slowClients: SlowClient[] = [];
  return () =>
    tryFault({
      injectFault: async (testbed) => {
        for (let count = 0; count < 300; count += 1)
          slowClients.push(
            openSlowClient(
              testbed,
              options.firstBytes.replace('HOST', new URL(testbed.origin).host),
              options.repeatedBytes,
            ),
          );
      },
      faultDurationMs: options.faultDurationMs,
      endFault: async () => {
        for (const { socket } of slowClients) socket.destroy();
      },
      checkExpectations: ({ attemptsDuringFault }) => {
        const failures = [...findExcessFailures(attemptsDuringFault)];
        const clientsClosedTooLate = slowClients.filter(
          ({ startMs, endMs }) =>
            (endMs ?? Number.POSITIVE_INFINITY) - startMs > (options.closeLimitMs ?? Number.POSITIVE_INFINITY),
        );
        if (clientsClosedTooLate.length > 0)
          failures.push(
            `${clientsClosedTooLate.length} slow connections were open for more than ${options.closeLimitMs} ms`,
          );
        return failures;
      },
      readFigures: () => ({
        slowClients: slowClients.length,
        slowestClosedMs: Math.round(Math.max(0, ...listOpenTimesMs(slowClients))),
      }),
    });
}

function countDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function readResidentMegabytes(pid: number): number {
  return Math.round(Number(runProgram('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024);
}

/** Cuts uploads off in their middle, many times. */
function abortUploads(): Promise<RowResult> {
  return withTestbed({}, async (testbed) => {
    const history = new ClientHistory();
    const { sellers } = await makeLoadPeople(testbed);
    const pid = testbed.product.node.pid ?? 0;
    const token = sellers[0]?.token ?? '';
    const picture = await makeJpeg(1_800, 1_200);
    const { host, hostname, port } = new URL(testbed.origin);
    const requestHead = `POST /api/images HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
    const partHead =
      '--x\r\nContent-Disposition: form-data; name="image"; filename="car.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
    const [descriptorsBefore, memoryBefore] = [countDescriptors(pid), readResidentMegabytes(pid)];
    for (let round = 0; round < 400; round += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        `${requestHead}X-Forwarded-For: 198.19.${round % 250}.7\r\nContent-Length: ${picture.length + partHead.length + 7}\r\n\r\n${partHead}`,
      );
      socket.write(picture.subarray(0, picture.length / 2));
      await wait(10);
      socket.destroy();
    }
    await wait(3_000);
    const [descriptors, memory] = [countDescriptors(pid), readResidentMegabytes(pid)];
    const failures: string[] = [];
    if (descriptors > descriptorsBefore + 20) failures.push(`${descriptorsBefore} descriptors became ${descriptors}`);
    if (memory > memoryBefore + 250) failures.push(`${memoryBefore} MB became ${memory} MB`);
    const { rows } = await testbed.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM image');
    if (rows[0]?.count !== 0) failures.push(`${rows[0]?.count} pictures are recorded`);
    const files = runProgram('find', [testbed.dataDir, '-path', '*images*', '-type', 'f']).split('\n').filter(Boolean);
    if (files.length > 0) failures.push(`${files.length} files were left (${files[0]})`);
    const client = new FaultClient(testbed.origin, history, 700);
    // The second seller uploads the picture, because the first seller has already used all uploads of this minute.
    const nextUploadAnswer = await uploadPicture(client, sellers[1]?.token ?? '', await makeJpeg(900, 600));
    if (nextUploadAnswer.status !== 200) failures.push(`the next upload answered ${nextUploadAnswer.status}`);
    failures.push(...(await stopAndJudge(testbed, history)));
    return {
      figures: {
        cutOff: 400,
        descriptors: `${descriptorsBefore} → ${descriptors}`,
        memoryMb: `${memoryBefore} → ${memory}`,
      },
      failures,
    };
  });
}

/** Sends requests as fast as the server answers, and then three times as many requests in the same time. */
function overloadServer(): Promise<RowResult> {
  return withTestbed({}, async (testbed) => {
    const history = new ClientHistory();
    await makeLoadPeople(testbed);
    let requestCount = 0;
    const sendSearch = (): Promise<unknown> => {
      requestCount += 1;
      const client = new FaultClient(testbed.origin, history, requestCount % 600);
      return client.send('read', `/api/v1/listings?brand=Audi&minPrice=${40_000 + (requestCount % 1_400)}`);
    };
    const runPhase = async (milliseconds: number, sendRequests: (endMs: number) => Promise<void>) => {
      const startMs = performance.now();
      await sendRequests(startMs + milliseconds);
      const endMs = performance.now();
      const attempts = history.listAttemptsBetween(startMs, endMs);
      const servedAttempts = attempts.filter(
        ({ status, startMs: from, endMs: to }) => status === 200 && to - from < 2_000,
      );
      return { attempts, perSecond: Math.round((servedAttempts.length * 1_000) / milliseconds) };
    };
    const capacityPhase = await runPhase(4_000, async (endMs) => {
      const sendUntilEnd = async (): Promise<void> => {
        while (performance.now() < endMs) await sendSearch();
      };
      await Promise.all(Array.from({ length: 8 }, sendUntilEnd));
    });
    const overloadPhase = await runPhase(6_000, async (endMs) => {
      const pendingRequests: Promise<unknown>[] = [];
      const startMs = performance.now();
      const requestsPerMs = (3 * capacityPhase.perSecond) / 1_000;
      let sentCount = 0;
      while (performance.now() < endMs) {
        for (const dueCount = (performance.now() - startMs) * requestsPerMs; sentCount < dueCount; sentCount += 1)
          pendingRequests.push(sendSearch());
        await wait(5);
      }
      await Promise.all(pendingRequests);
    });
    const refusedAttempts = overloadPhase.attempts.filter(({ status }) => status === 503 || status === 429);
    const failedAttempts = overloadPhase.attempts.filter(({ status }) => status === 0 || status === 500);
    const failures: string[] = [];
    if (overloadPhase.perSecond < 0.3 * capacityPhase.perSecond)
      failures.push(`${capacityPhase.perSecond} answers a second became ${overloadPhase.perSecond}`);
    if (failedAttempts.length > 0)
      failures.push(`${failedAttempts.length} requests got no answer, or 500 (${failedAttempts[0]?.code})`);
    await wait(1_000);
    const nextSearchAnswer = await new FaultClient(testbed.origin, history, 999).send(
      'read',
      '/api/v1/listings?brand=Audi',
    );
    if (nextSearchAnswer.status !== 200) failures.push(`after it a search answered ${nextSearchAnswer.status}`);
    failures.push(...(await stopAndJudge(testbed, history)));
    return {
      figures: {
        capacityPerSecond: capacityPhase.perSecond,
        servedPerSecond: overloadPhase.perSecond,
        asked: overloadPhase.attempts.length,
        refused: refusedAttempts.length,
        slowestRefusalMs: measureSlowestMs(refusedAttempts),
      },
      failures,
    };
  });
}

/** Clients that are slow, go away, or ask too much. */
export const clientRows: readonly FaultRow[] = [
  {
    number: '32',
    name: 'slow-headers',
    fault: '300 clients send their headers a byte a second',
    expected: 'closed after 10 s (13 s here), nobody else notices',
    run: sendSlowly({
      firstBytes: 'GET / HTTP/1.1\r\nHost: HOST\r\nX-',
      repeatedBytes: 'a',
      faultDurationMs: 14_000,
      closeLimitMs: 13_000,
    }),
  },
  {
    number: '32b',
    name: 'slow-bodies',
    fault: '300 clients send their bodies a byte a second',
    expected: 'answered with 408 or 429, closed after 60 s at the latest (62 s here), nobody else notices',
    run: sendSlowly({
      firstBytes:
        'POST /api/bookingData HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
      repeatedBytes: ' ',
      faultDurationMs: 63_000,
      closeLimitMs: 62_000,
    }),
  },
  {
    number: '32c',
    name: 'half-open-clients',
    fault: '300 clients ask for Home, read nothing and never close',
    expected: 'nobody else notices',
    run: sendSlowly({
      firstBytes: 'GET / HTTP/1.1\r\nHost: HOST\r\n\r\n'.repeat(3),
      repeatedBytes: '',
      faultDurationMs: 8_000,
      closeLimitMs: undefined,
    }),
  },
  {
    number: '33',
    name: 'uploads-cut-off',
    fault: '400 uploads are cut off in their middle',
    expected: 'no file, no record, no descriptor and no memory stays',
    run: abortUploads,
  },
  {
    number: '34',
    name: 'overload',
    fault: 'three times as many searches as the server can answer, for 6 s',
    expected:
      'what it answers stays above 30 % of what it can (the clients share its processors), the rest is refused with 429 or 503',
    run: overloadServer,
  },
];
