import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createSeededRandom } from '@carhouse/server/testing/seeded';
import { afterEach, expect, it } from 'vitest';
import { Connections } from './connections.ts';
import type { Outcome } from './outcome.ts';
import { runArrivals } from './run-arrivals.ts';

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
});

async function startServer(sendAnswer: (response: ServerResponse, count: number) => void): Promise<string> {
  let count = 0;
  server = createServer((request, response) => {
    request.resume();
    count += 1;
    sendAnswer(response, count);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs a load of one kind of request against a server. */
async function runLoad(origin: string, rate: number, hasRetries: boolean): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const connections = new Connections(origin);
  const makeVisit = () => ({
    kind: 'book' as const,
    request: { path: '/', write: { method: 'POST' as const, body: '{}' } },
  });
  await runArrivals(
    { rate, seconds: 1, seed: 1, hasRetries },
    { connections, makeVisit, random: createSeededRandom(1), record: (outcome) => outcomes.push(outcome) },
  );
  connections.close();
  return outcomes;
}

it('arrivals do not wait for answers, and the time of a stall is in the latency of everybody who arrived in it', async () => {
  const heldResponses: ServerResponse[] = [];
  let isStalled = true;
  const origin = await startServer((response) => {
    if (isStalled) heldResponses.push(response);
    else response.end('{}');
  });
  const loadPromise = runLoad(origin, 200, false);
  await wait(600);
  expect(heldResponses.length).toBeGreaterThan(60);
  isStalled = false;
  for (const response of heldResponses) response.end('{}');
  const outcomes = await loadPromise;
  expect(outcomes.every(({ first }) => first.status === 200)).toBe(true);
  const earlyLatenciesMs = outcomes.filter(({ arrivedMs }) => arrivedMs < 200).map(({ first }) => first.latencyMs);
  expect(earlyLatenciesMs.length).toBeGreaterThan(10);
  expect(Math.min(...earlyLatenciesMs)).toBeGreaterThan(350);
});

it('sends a request that was refused or cut off once more, after the time that the answer names', async () => {
  const origin = await startServer((response, count) => {
    if (count % 3 === 1) response.writeHead(503, { 'retry-after': '0' }).end('{"code":"UNAVAILABLE"}');
    else if (count % 3 === 2) response.socket?.destroy();
    else response.end('{}');
  });
  const outcomes = await runLoad(origin, 5, true);
  expect(outcomes.length).toBeGreaterThan(0);
  for (const { first, retry } of outcomes) expect(retry === undefined).toBe(first.status === 200);
  const refusedOutcomes = outcomes.filter(({ first }) => first.status === 503);
  expect(refusedOutcomes.length).toBeGreaterThan(0);
  expect(refusedOutcomes.every(({ first }) => first.fault === 'UNAVAILABLE')).toBe(true);
  expect(outcomes.some(({ first, retry }) => first.status === 0 || retry?.status === 0)).toBe(true);
});

it('ends with the error of a request that cannot be made', async () => {
  const origin = await startServer((response) => response.end('{}'));
  const connections = new Connections(origin);
  const makeVisit = () => {
    throw new Error('All cars are ordered.');
  };
  const tools = { connections, makeVisit, random: createSeededRandom(1), record: () => {} };
  await expect(runArrivals({ rate: 10, seconds: 1, seed: 1, hasRetries: false }, tools)).rejects.toThrow('ordered');
});
