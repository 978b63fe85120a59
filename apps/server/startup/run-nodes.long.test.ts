import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverLimits } from '../http/limits/server-limits.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

let db: TestDatabase;
let dataDir: string;
let env: Readonly<Record<string, string>>;
let server: ServerProcess;

beforeAll(async () => {
  db = await makeTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'carhouse-nodes-'));
  env = { DATABASE_URL: db.url, DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'info' };
  server = await startServerProcess(env, undefined, ['--nodes', '2']);
  // The log and the output, which says that the server is ready, arrive through different pipes.
  await vi.waitUntil(() => readProcessIdByNode().size === 2, { timeout: 240_000 });
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
  await db?.close();
});

type LogLine = { readonly msg: string; readonly node?: number; readonly processId?: number };

function readLog(serverProcess: ServerProcess = server): readonly LogLine[] {
  return serverProcess.readErrorLines().flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogLine] : []));
}

function countLines(message: string): number {
  return readLog().filter(({ msg }) => msg === message).length;
}

/** The process ids of the nodes by their number, as the primary process has written them into its log. */
function readProcessIdByNode(): ReadonlyMap<number, number> {
  const startLogLines = readLog().filter(({ msg }) => msg === 'a server node answers requests');
  return new Map(startLogLines.map(({ node = 0, processId = 0 }) => [node, processId]));
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

/** @throws the error of the connection. */
function call(path: string, agent: Agent = new Agent()): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    get(`${server.url}${path}`, { agent }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    }).on('error', reject);
  });
}

/** Makes a request. @returns the local port from which the request was sent; each connection has a different port. */
function readLocalPort(agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(`${server.url}/healthz`, { agent }, (answer) => {
      const port = request.socket?.localPort ?? 0;
      text(answer).then(() => resolve(port), reject);
    });
    request.on('error', reject);
  });
}

/** The memory in bytes that each node reports in /metrics, by the node's number. */
async function readMemoryByNode(): Promise<ReadonlyMap<string, number>> {
  const { body } = await call('/metrics');
  const metricMatches = body.matchAll(/^carhouse_resident_memory_bytes\{node="(\d+)"\} (\d+)$/gm);
  return new Map([...metricMatches].map(([, node = '', bytes]) => [node, Number(bytes)]));
}

/**
 * How a caller connects: with one connection for all requests, with one for each request, or with one that is opened
 * some time before the request. All callers request /healthz, because /readyz answers 503 on a busy machine, when the
 * database takes longer than 300 ms.
 */
const callerMakersByKind: Readonly<Record<string, () => () => Promise<number>>> = {
  keepAlive: () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return async () => (await call('/healthz', agent)).status;
  },
  fresh: () => async () => (await call('/healthz')).status,
  early: () => async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const failurePromise = once(socket, 'error').then(([error]) => Promise.reject(error as Error));
    const answerPromise = once(socket, 'connect').then(async () => {
      // During this call, the server hands the connection to a node.
      await call('/healthz');
      socket.end('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
      const answer = await text(socket);
      return Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1] ?? 0);
    });
    return Promise.race([answerPromise, failurePromise]);
  },
};

type OutcomesByCaller = ReadonlyMap<string, { readonly count: number; readonly failures: readonly string[] }>;

/**
 * Calls the server without a pause until the work is done: two callers of each kind. @returns the outcomes by kind of
 * caller.
 */
async function callWhile(work: () => Promise<void>): Promise<OutcomesByCaller> {
  const outcomes = new Map<string, { count: number; failures: string[] }>();
  let isDone = false;
  const callLoops = Object.entries(callerMakersByKind).flatMap(([kind, makeCaller]) => {
    const outcome = { count: 0, failures: [] as string[] };
    outcomes.set(kind, outcome);
    return [makeCaller(), makeCaller()].map(async (callOnce) => {
      while (!isDone) {
        const result = await callOnce().catch((error: Error & { code?: string }) => error.code ?? error.message);
        outcome.count += 1;
        if (result !== 200) outcome.failures.push(String(result));
      }
    });
  });
  try {
    await work();
  } finally {
    isDone = true;
    await Promise.all(callLoops);
  }
  return outcomes;
}

// The tests share one server, and the last one stops it.
describe('several server nodes on one machine', { shuffle: false }, () => {
  it('share one port, and any of them reports the metrics of all', async () => {
    expect(readProcessIdByNode().size).toBe(2);
    expect([...(await readMemoryByNode()).keys()].sort()).toEqual(['1', '2']);
  });

  it('end a connection after a number of requests, so that a node that was started again gets its share', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports: number[] = [];
    for (let index = 0; index <= serverLimits.requestsPerConnection; index += 1) ports.push(await readLocalPort(agent));
    agent.destroy();
    expect(new Set(ports.slice(0, serverLimits.requestsPerConnection)).size).toBe(1);
    expect(ports.at(-1)).not.toBe(ports[0]);
  });

  it('are replaced one after the other at SIGUSR2, and every request is answered meanwhile', async () => {
    const initialProcessIdByNode = readProcessIdByNode();
    const outcomes = await callWhile(async () => {
      server.node.kill('SIGUSR2');
      await expect.poll(() => countLines('the server nodes were replaced')).toBe(1);
    });
    const nodes = readProcessIdByNode();
    expect([...nodes.keys()]).toEqual([...initialProcessIdByNode.keys()]);
    expect([...initialProcessIdByNode.values()].filter(isRunning)).toEqual([]);
    expect([...nodes.values()].filter(isRunning)).toHaveLength(2);
    for (const [kind, { count, failures }] of outcomes) {
      expect(failures, kind).toEqual([]);
      expect(count, kind).toBeGreaterThan(50);
    }
    expect([...(await readMemoryByNode()).keys()].sort()).toEqual(['1', '2']);
  });

  it('go on when one of them is killed, and it is started again', async () => {
    const [[killedNumber, killedNode], [, survivingNode]] = [...readProcessIdByNode()] as [
      [number, number],
      [number, number],
    ];
    const outcomes = await callWhile(async () => {
      process.kill(killedNode, 'SIGKILL');
      await expect.poll(() => readProcessIdByNode().get(killedNumber)).not.toBe(killedNode);
    });
    expect([...readProcessIdByNode().values()]).toContain(survivingNode);
    expect(isRunning(survivingNode)).toBe(true);
    // A request that the killed node had accepted is cut off.
    const failures = [...outcomes.values()].flatMap((outcome) => outcome.failures);
    expect(failures.filter((failure) => failure !== 'ECONNRESET')).toEqual([]);
    expect(countLines('a server node has ended and is started again')).toBe(1);
    await expect.poll(async () => [...(await readMemoryByNode()).keys()].sort()).toEqual(['1', '2']);
  });

  it('do not start on a data directory that others use, or with a number that the machine does not have', async () => {
    const tooManyNodesPromise = startServerProcess(env, undefined, ['--nodes', String(availableParallelism() + 1)]);
    await expect(tooManyNodesPromise).rejects.toThrow('--nodes: must be a whole number from 1 to');
    const secondServerPromise = startServerProcess(env, undefined, ['--nodes', '2']);
    await expect(secondServerPromise).rejects.toThrow('another Car House is running on this data directory');
  });

  it('end with one line when the first does not start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'carhouse-nodes-'));
    const unreachableDatabaseEnv = { ...env, DATA_DIR: folder, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    const failedStartPromise = startServerProcess(unreachableDatabaseEnv, undefined, ['--nodes', '2']);
    await expect(failedStartPromise).rejects.toThrow(/DATABASE_URL.*\n.*the first server node did not start/);
    await rm(folder, { recursive: true, force: true });
  });

  it('stop together', async () => {
    const nodes = [...readProcessIdByNode().values()];
    expect(nodes.filter(isRunning)).toHaveLength(2);
    await server.stop();
    expect(nodes.filter(isRunning)).toEqual([]);
    expect(server.node.exitCode).toBe(0);
  });
});
