// `npm run verify-pool -- --runs 3 --calls 200` sends one server process 200 simultaneous requests for a booking, and
// then for a payment, and counts the responses. No request may wait longer than 800 ms for a connection; after that
// time the response is 503 with Retry-After (docs/reliability.md fault 13). Exits with 1 when any response is neither a
// success nor a 503 with Retry-After.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate } from '@carhouse/database/connection/migrate';
import { runOnServer, withDatabase } from '@carhouse/database/testing/maintenance';
import { startTestServer } from '@carhouse/embedded-postgres/test-server';
import { makeManyCars, makeManyUsers } from '@carhouse/server/testing/many-users';
import { openRaceTestbed } from '@carhouse/server/testing/race-testbed';
import pg from 'pg';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, calls: { type: 'string', default: '200' } },
});
const calls = Number(values.calls);
type Answer = { readonly status: number; readonly retryAfter: string | null; readonly ms: number; readonly id: string };

const server = await startTestServer(process.env.TEST_DATABASE_URL);
let unexpectedAnswerCount = 0;
try {
  for (let runNumber = 1; runNumber <= Number(values.runs); runNumber += 1) await measureRun(runNumber);
} finally {
  await server.stop();
}
console.log(
  unexpectedAnswerCount === 0
    ? 'every answer was 200, or 503 with Retry-After'
    : `${unexpectedAnswerCount} other answers`,
);
process.exitCode = unexpectedAnswerCount === 0 ? 0 : 1;

async function measureRun(runNumber: number): Promise<void> {
  const name = `pool_${process.pid}_${runNumber}`;
  const url = withDatabase(server.url, name);
  await runOnServer(server.url, `CREATE DATABASE ${name}`);
  const migrationPool = new pg.Pool({ connectionString: url, max: 1 });
  await migrate(migrationPool);
  await migrationPool.end();
  const raceTestbed = await openRaceTestbed(url);
  try {
    const node = await raceTestbed.startNode();
    const [seller] = await makeManyUsers(raceTestbed.pool, raceTestbed.sessionSecret, 'Seller', 1);
    const buyers = await makeManyUsers(raceTestbed.pool, raceTestbed.sessionSecret, 'Buyer', calls);
    const prices = buyers.map(() => 50_000);
    const cars = await makeManyCars(raceTestbed.pool, seller?.id ?? '', prices);
    const path = `${node.url}/api/bookingData`;
    const makeBookingBody = (buyerIndex: number) => ({
      productId: cars[buyerIndex],
      meetingDate: 'any',
      buyerNumber: '9123 4567',
    });
    const jobs = buyers.map((buyer, index) => () => postJson(path, buyer.token, makeBookingBody(index)));
    const firstBookingAnswers = await sendAtOnce(jobs);
    printAnswerCounts(runNumber, 'booking, just started', firstBookingAnswers);
    const acceptedBookingAnswers = await Promise.all(jobs.map(repeatUntilAccepted));
    const paymentJobs = buyers.map((buyer, index) => () => {
      const body = { paymentId: acceptedBookingAnswers[index]?.id };
      return postJson(`${node.url}/api/create-payment-intent`, buyer.token, body);
    });
    printAnswerCounts(runNumber, 'payment, warm', await sendAtOnce(paymentJobs));
    // The pause is longer than the idle timeout of pooled connections.
    await wait(11_000);
    printAnswerCounts(runNumber, 'booking again, after a quiet time', await sendAtOnce(jobs));
  } finally {
    await raceTestbed.close();
    await runOnServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

function sendAtOnce(jobs: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  return Promise.all(jobs.map((job) => job()));
}

async function repeatUntilAccepted(job: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await job();
    if (answer.status === 200) return answer;
  }
}

async function postJson(url: string, token: string, body: object): Promise<Answer> {
  const startTime = performance.now();
  const headers = { 'content-type': 'application/json', authorization: token };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answerBody = (await answer.json()) as { insertedId?: string };
  const ms = performance.now() - startTime;
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    ms,
    id: answerBody.insertedId ?? '',
  };
}

function printAnswerCounts(runNumber: number, description: string, answers: readonly Answer[]): void {
  const sortedTimesMs = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const busyCount = answers.filter(({ status, retryAfter }) => status === 503 && retryAfter !== null).length;
  const acceptedCount = answers.filter(({ status }) => status === 200).length;
  unexpectedAnswerCount += answers.length - busyCount - acceptedCount;
  const [medianMs, longestMs] = [sortedTimesMs[Math.floor(sortedTimesMs.length / 2)] ?? 0, sortedTimesMs.at(-1) ?? 0];
  console.log(
    `run ${runNumber}, ${description}: ${acceptedCount} taken, ${busyCount} turned away (503), half within ${medianMs.toFixed(0)} ms, all within ${longestMs.toFixed(0)} ms`,
  );
}
