import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { AttackResponseCounts, AttackTask } from '../hostile-worker.ts';
import { makeClientAddress, openAgent, openClient } from '../http-client.ts';
import { computeQuantile, type Figures, roundFigure } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';
import type { StockServer } from '../stock-server.ts';
import { password, signUpUsers } from '../users.ts';
import type { VisitOptions } from './visits.ts';

const visitorCount = 10;
const visitsPerSecond = 20;
const visitedPages = ['/api/audiDatas', '/audi', '/api/ferrariDatas', '/ferrari'];
/** Seconds between two suspensions. */
const suspensionPauseSeconds = 3;
const goalsMs = { visit: 250, signIn: 2_000, suspension: 2_000 } as const;

type TimedCall = { readonly kind: string; readonly status: number; readonly ms: number };

/**
 * Ten hostile uploads, 100 wrong sign-ins and 50 costly searches per second from twenty loopback addresses. At the same
 * time, visitors read brand pages, one user a second signs in from a new address, and an admin suspends users. The
 * goals are: brand pages have a p99 of at most 250 ms, no request for a brand page is refused, and sign-ins and
 * suspensions take at most 2 s.
 */
export async function benchHostile(stockServer: StockServer, options: VisitOptions): Promise<Figures[]> {
  const seconds = options.seconds === 1 ? 15 : 60;
  const { server } = stockServer;
  const agent = openAgent(64);
  try {
    const {
      sellers: sellerTokens,
      victims: suspendedUserIds,
      person: personEmail,
      admin: adminToken,
      visitors: visitorCookies,
    } = await preparePeople(server, agent, Math.ceil(seconds / suspensionPauseSeconds));
    const visitsBeforeAttack = await visitBrandPages(server, agent, visitorCookies, 5);
    const attackTask: AttackTask = { url: server.url, seconds: seconds + 2, sellerTokens, targetEmail: personEmail };
    const attackWorker = new Worker(new URL('../hostile-worker.ts', import.meta.url), { workerData: attackTask });
    const attackResultPromise = once(attackWorker, 'message') as Promise<[AttackResponseCounts]>;
    await wait(1_000);
    const cpuSecondsBefore = await readMainThreadSeconds(server.pid);
    const startTime = performance.now();
    const [visits, signIns, suspensions] = await Promise.all([
      visitBrandPages(server, agent, visitorCookies, seconds),
      signInEachSecond(server, agent, personEmail, seconds),
      suspendOneByOne(server, agent, adminToken, suspendedUserIds, seconds),
    ]);
    const cpuSeconds = (await readMainThreadSeconds(server.pid)) - cpuSecondsBefore;
    const cpuShare = (cpuSeconds * 1000) / (performance.now() - startTime);
    const [answers] = await attackResultPromise;
    return [
      ...summariseByKind(visitsBeforeAttack, 'no attack'),
      ...summariseByKind(visits, 'attacked', goalsMs.visit),
      summariseCalls('hostile: rightful sign-in', signIns, goalsMs.signIn, 'most'),
      summariseCalls('hostile: suspension by an admin', suspensions, goalsMs.suspension, 'most'),
      { bench: 'hostile: processor of the thread that serves', share: roundFigure(cpuShare) },
      ...Object.entries(answers).map(([kind, statuses]) => ({
        bench: `hostile: answers to attackers, ${kind}`,
        statuses: Object.entries(statuses)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', '),
      })),
    ];
  } finally {
    agent.destroy();
  }
}

async function preparePeople(server: ServerProcess, agent: ReturnType<typeof openAgent>, count: number) {
  await warmUpServer(server, agent);
  const sellerTokens = await signUpUsers(server, agent, { count: 10, role: 'Seller' });
  const [adminToken, targetUser, ...suspendedUsers] = await signUpUsers(server, agent, {
    count: count + 2 + visitorCount,
    role: 'Buyer',
  });
  const visitorCookies = suspendedUsers.splice(0, visitorCount).map(({ cookie }) => cookie);
  if (adminToken === undefined || targetUser === undefined) throw new Error('Nobody could sign up.');
  await server.pool.query('UPDATE account SET email_verified = true');
  // The admin becomes a demo account, because demo accounts need no second factor and this program cannot enter one.
  await server.pool.query("UPDATE account SET role = 'admin', is_demo = true WHERE email = $1", [adminToken.email]);
  const client = openClient(server.url, makeClientAddress(9_001), agent);
  const answer = await client.send('POST', '/api/auth/sign-in/email', { body: { email: adminToken.email, password } });
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM account WHERE email = ANY($1)', [
    suspendedUsers.map(({ email }) => email),
  ]);
  return {
    sellers: sellerTokens.map(({ token }) => token),
    victims: rows.map(({ id }) => id),
    person: targetUser.email,
    visitors: visitorCookies,
    admin: String(answer.headers['set-auth-token']),
  };
}

/** Waits until the database connections are open. On a busy machine, opening the connections takes long. */
async function warmUpServer(server: ServerProcess, agent: ReturnType<typeof openAgent>): Promise<void> {
  for (let warmUpRound = 0; warmUpRound < 30; warmUpRound += 1) {
    const clients = Array.from({ length: 12 }, (_, index) =>
      openClient(server.url, makeClientAddress(9_100 + index), agent),
    );
    const pendingCalls = clients.map((client) => timeCall('warm-up', () => client.send('GET', '/api/v1/categories')));
    if ((await Promise.all(pendingCalls)).every(({ status }) => status === 200)) return;
    await wait(500);
  }
}

/** Visits brand pages from different addresses at a constant rate. The brand pages need a session. */
async function visitBrandPages(
  server: ServerProcess,
  agent: ReturnType<typeof openAgent>,
  cookies: readonly string[],
  seconds: number,
): Promise<TimedCall[]> {
  const clients = cookies.map((_, index) => openClient(server.url, makeClientAddress(5_000 + index), agent));
  const pendingCalls: Promise<TimedCall>[] = [];
  const startTime = performance.now();
  for (let requestNumber = 0; requestNumber < seconds * visitsPerSecond; requestNumber += 1) {
    await wait(Math.max(0, startTime + (requestNumber * 1000) / visitsPerSecond - performance.now()));
    const path = visitedPages[requestNumber % visitedPages.length] ?? '/';
    const isPage = !path.startsWith('/api/');
    const visitorIndex = Math.floor(requestNumber / visitedPages.length) % cookies.length;
    const client = clients[visitorIndex];
    const requestOptions = { encoding: 'gzip', ...(isPage ? { cookie: cookies[visitorIndex] ?? '' } : {}) };
    const kind = isPage ? 'brand page HTML' : 'brand page JSON';
    if (client !== undefined) pendingCalls.push(timeCall(kind, () => client.send('GET', path, requestOptions)));
  }
  return Promise.all(pendingCalls);
}

async function signInEachSecond(
  server: ServerProcess,
  agent: ReturnType<typeof openAgent>,
  email: string,
  seconds: number,
): Promise<TimedCall[]> {
  const pendingCalls: Promise<TimedCall>[] = [];
  for (let requestNumber = 0; requestNumber < seconds; requestNumber += 1) {
    const client = openClient(server.url, makeClientAddress(7_000 + requestNumber), agent);
    pendingCalls.push(
      timeCall('sign-in', () => client.send('POST', '/api/auth/sign-in/email', { body: { email, password } })),
    );
    await wait(1_000);
  }
  return Promise.all(pendingCalls);
}

async function suspendOneByOne(
  server: ServerProcess,
  agent: ReturnType<typeof openAgent>,
  token: string,
  suspendedUserIds: readonly string[],
  seconds: number,
): Promise<TimedCall[]> {
  const client = openClient(server.url, makeClientAddress(9_002), agent);
  const pendingCalls: Promise<TimedCall>[] = [];
  const endTime = performance.now() + seconds * 1000;
  for (const id of suspendedUserIds) {
    if (performance.now() > endTime) break;
    const body = { reason: 'Measured under attack.' };
    pendingCalls.push(
      timeCall('suspension', () => client.send('POST', `/api/v1/accounts/${id}/suspension`, { token, body })),
    );
    await wait(suspensionPauseSeconds * 1000);
  }
  return Promise.all(pendingCalls);
}

/** Processor seconds of the main thread of a process (Linux). Other programs on the machine are not included. */
async function readMainThreadSeconds(pid: number): Promise<number> {
  const processStatText = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8').catch(() => '');
  const fields = processStatText.slice(processStatText.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function timeCall(kind: string, sendRequest: () => Promise<{ readonly status: number }>): Promise<TimedCall> {
  const startTime = performance.now();
  const status = await sendRequest().then(
    (answer) => answer.status,
    () => 0,
  );
  return { kind, status, ms: performance.now() - startTime };
}

function summariseByKind(timedCalls: readonly TimedCall[], phaseName: string, goalMs?: number): Figures[] {
  const callKinds = [...new Set(timedCalls.map(({ kind }) => kind))].sort();
  return callKinds.map((kind) =>
    summariseCalls(
      `hostile: ${kind}, ${phaseName}`,
      timedCalls.filter((each) => each.kind === kind),
      goalMs,
      'p99',
    ),
  );
}

function summariseCalls(
  bench: string,
  timedCalls: readonly TimedCall[],
  goalMs: number | undefined,
  latencyKind: 'p99' | 'most',
): Figures {
  const durationsMs = timedCalls.map(({ ms }) => ms);
  const refusedCount = timedCalls.filter(({ status }) => status !== 200).length;
  const decisiveLatencyMs = computeQuantile(durationsMs, latencyKind === 'p99' ? 0.99 : 1);
  return {
    bench,
    calls: timedCalls.length,
    refused: refusedCount,
    ...(refusedCount === 0 ? {} : { statuses: formatStatusCounts(timedCalls) }),
    p50_ms: roundFigure(computeQuantile(durationsMs, 0.5)),
    p99_ms: roundFigure(computeQuantile(durationsMs, 0.99)),
    max_ms: roundFigure(computeQuantile(durationsMs, 1)),
    ...(goalMs === undefined
      ? {}
      : { goal_ms: goalMs, holds: decisiveLatencyMs <= goalMs && refusedCount === 0 ? 'yes' : 'NO' }),
  };
}

function formatStatusCounts(timedCalls: readonly TimedCall[]): string {
  const countsByStatus = new Map<number, number>();
  for (const { status } of timedCalls) countsByStatus.set(status, (countsByStatus.get(status) ?? 0) + 1);
  return [...countsByStatus].map(([status, count]) => `${status}: ${count}`).join(', ');
}
