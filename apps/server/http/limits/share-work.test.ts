import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import type { Context } from '../../context.ts';
import { makeUser } from '../../testing/builders.ts';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type WorkShareLimits, workShares } from './work-shares.ts';

const workShareLimits: WorkShareLimits = {
  concurrentCallMaximum: 6,
  changes: { atOnce: 8, waiting: 24, perSubject: { atOnce: 4, waiting: 12 } },
  costlyCalls: { atOnce: 2, waiting: 6, perSubject: { atOnce: 1, waiting: 2 } },
  pages: { atOnce: 2, waiting: 6, perSubject: { atOnce: 1, waiting: 2 } },
};
const floodAddress = '203.0.113.7';

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

/** Starts a server node whose catalogue answers only when the test releases the answers. */
async function openSlowNode() {
  const answerReleases: (() => void)[] = [];
  const waitForRelease = (async () => {
    await new Promise<void>((resolve) => void answerReleases.push(resolve));
    return [];
  }) as Context['catalogue']['ask'];
  const app = await buildApp({
    ...testServer.context,
    catalogue: { ...testServer.context.catalogue, ask: waitForRelease },
    protection: { ...unlimitedProtection, workShares: workShareLimits },
  });
  return {
    app,
    get: async (url: string, remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode,
    asked: () => answerReleases.length,
    /** Lets the catalogue answer all questions, including later questions. */
    async answerAll(endPromise: Promise<unknown>): Promise<void> {
      let isFinished = false;
      void endPromise.finally(() => {
        isFinished = true;
      });
      while (!isFinished) {
        for (const resolve of answerReleases.splice(0)) resolve();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

describe('costly calls', () => {
  it('of one address are refused beyond its share before the catalogue is asked, and another address is next', async () => {
    const slowNode = await openSlowNode();
    try {
      const waitingPromises = Array.from({ length: 5 }, () => slowNode.get('/api/v1/suggest?q=rom', floodAddress));
      await expect.poll(slowNode.asked).toBe(1);
      const visitorStatusPromise = slowNode.get('/api/v1/suggest?q=rom', '198.51.100.1');
      // The visitor's call does not wait for earlier calls of the other client address.
      await expect.poll(slowNode.asked).toBe(2);
      const allStatusesPromise = Promise.all([...waitingPromises, visitorStatusPromise]);
      await slowNode.answerAll(allStatusesPromise);
      expect((await allStatusesPromise).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 429, 429]);
      expect(await visitorStatusPromise).toBe(200);
    } finally {
      await slowNode.app.close();
    }
  });

  it('free their turn when their client disconnects', async () => {
    const slowNode = await openSlowNode();
    try {
      await slowNode.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = slowNode.app.server.address() as AddressInfo;
      const clientAbortController = new AbortController();
      const url = `http://127.0.0.1:${port}/api/v1/suggest?q=rom`;
      const abortedCallPromises = Array.from({ length: 3 }, () =>
        fetch(url, { signal: clientAbortController.signal }).catch(() => undefined),
      );
      await expect.poll(slowNode.asked).toBe(1);
      clientAbortController.abort();
      await Promise.all(abortedCallPromises);
      const callCountBefore = slowNode.asked();
      const answerAfterAbortPromise = fetch(url);
      await expect.poll(slowNode.asked).toBeGreaterThan(callCountBefore);
      await slowNode.answerAll(answerAfterAbortPromise);
      expect((await answerAfterAbortPromise).status).toBe(200);
    } finally {
      await slowNode.app.close();
    }
  });
});

/**
 * This timeout is shorter than the timeout of the test, so that the report names the failed expectation and not a
 * timeout.
 */
const pollOptions = { timeout: 60_000 };

describe('calls that change data', () => {
  it('of one address leave turns to others and connections to reads; what waits goes on when a turn ends', async () => {
    const releaseFunctions: (() => void)[] = [];
    let areCallsReleased = false;
    const release = (): void => {
      areCallsReleased = true;
      for (const resolve of releaseFunctions.splice(0)) resolve();
    };
    const slowPath = '/api/v1/slow-change';
    const app = await buildApp(
      {
        ...testServer.context,
        protection: { ...unlimitedProtection, workShares: { ...workShareLimits, concurrentCallMaximum: 20 } },
      },
      {
        registerPages: async (server) => {
          server.post(slowPath, async (_request, reply) => {
            if (!areCallsReleased) await new Promise<void>((resolve) => void releaseFunctions.push(resolve));
            return reply.send('done');
          });
        },
      },
    );
    const postChange = async (remoteAddress: string): Promise<number> =>
      (await app.inject({ method: 'POST', url: slowPath, remoteAddress })).statusCode;
    try {
      const waitingPromises = Array.from({ length: 18 }, () => postChange(floodAddress));
      await expect.poll(() => releaseFunctions.length, pollOptions).toBe(4);
      waitingPromises.push(postChange('198.51.100.1'));
      await expect.poll(() => releaseFunctions.length, pollOptions).toBe(5);
      // Eight changes run at the same time, of all client addresses together, because the database pool has ten
      // connections.
      for (let each = 0; each < 4; each += 1) waitingPromises.push(postChange('198.51.100.2'));
      await expect.poll(() => releaseFunctions.length, pollOptions).toBe(8);
      expect((await app.inject({ url: '/api/v1/categories', remoteAddress: floodAddress })).statusCode).toBe(200);
      expect(releaseFunctions).toHaveLength(8);
      release();
      const statuses = await Promise.all(waitingPromises);
      // Of the calls of the first address four ran and twelve waited. The last two calls exceeded the limit of the
      // address.
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
      expect(statuses.filter((status) => status === 200)).toHaveLength(21);
    } finally {
      release();
      await app.close();
    }
  });
});

it('two networks leave turns of changes to a third one, which no further address of theirs gets', async () => {
  const runningChanges: { readonly address: string; readonly endTurn: () => void }[] = [];
  let areCallsReleased = false;
  const url = '/api/v1/slow-change';
  const changeLimits = workShares.changes;
  const app = await buildApp(
    {
      ...testServer.context,
      protection: {
        ...unlimitedProtection,
        workShares: { ...workShareLimits, concurrentCallMaximum: 20, changes: changeLimits },
      },
    },
    {
      registerPages: async (server) => {
        server.post(url, async (request, reply) => {
          if (!areCallsReleased)
            await new Promise<void>((endTurn) => void runningChanges.push({ address: request.ip, endTurn }));
          return reply.send('done');
        });
      },
    },
  );
  const postChange = async (remoteAddress: string): Promise<number> =>
    (await app.inject({ method: 'POST', url, remoteAddress })).statusCode;
  const release = (): void => {
    areCallsReleased = true;
    for (const { endTurn } of runningChanges) endTurn();
  };
  try {
    const waitingPromises = ['2001:db8:1:1::1', '2001:db8:2:1::1'].flatMap((each) =>
      Array.from({ length: 6 }, () => postChange(each)),
    );
    await expect.poll(() => runningChanges.length, pollOptions).toBe(6);
    // A second 64-bit network in the same 48-bit network gets no reserved turn.
    waitingPromises.push(postChange('2001:db8:1:2::1'), postChange('198.51.100.9'));
    await expect.poll(() => runningChanges.length, pollOptions).toBe(7);
    expect(runningChanges.at(-1)?.address).toBe('198.51.100.9');
    release();
    expect(await Promise.all(waitingPromises)).toEqual(Array(14).fill(200));
  } finally {
    release();
    await app.close();
  }
});

describe('protective calls that change data', () => {
  it('take turns like other changes when no admin makes them, and none when an admin does', async () => {
    const admin = await makeUser(testServer, 'admin');
    const runningChanges: (() => void)[] = [];
    let areCallsReleased = false;
    const release = (): void => {
      areCallsReleased = true;
      for (const resolve of runningChanges.splice(0)) resolve();
    };
    const url = '/api/v1/protective-change';
    const app = await buildApp(
      { ...testServer.context, protection: { ...unlimitedProtection, workShares: workShareLimits } },
      {
        registerPages: async (server) => {
          server.post(url, { config: { lane: 'protective' } }, async (_request, reply) => {
            if (!areCallsReleased) await new Promise<void>((resolve) => void runningChanges.push(resolve));
            return reply.send('done');
          });
        },
      },
    );
    const postChange = async (headers: Record<string, string>): Promise<number> =>
      (await app.inject({ method: 'POST', url, remoteAddress: floodAddress, headers })).statusCode;
    try {
      const waitingPromises = Array.from({ length: 17 }, () => postChange({}));
      await expect.poll(() => runningChanges.length, pollOptions).toBe(4);
      for (let each = 0; each < 2; each += 1) waitingPromises.push(postChange({ authorization: admin.token }));
      await expect.poll(() => runningChanges.length, pollOptions).toBe(6);
      release();
      const statuses = await Promise.all(waitingPromises);
      // Four of the visitor's calls ran and twelve waited. The last call exceeded the limit of the address. Calls of an
      // admin do not count towards this limit.
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
      expect(statuses.filter((status) => status === 200)).toHaveLength(18);
    } finally {
      release();
      await app.close();
    }
  });
});

describe('calls under way', () => {
  it('of one address are refused beyond its share, and reserved lanes are not counted', async () => {
    const slowNode = await openSlowNode();
    try {
      const slowStatusPromises = Array.from({ length: 3 }, () => slowNode.get('/api/v1/suggest?q=rom', floodAddress));
      await expect.poll(slowNode.asked).toBe(1);
      const burstStatuses = await Promise.all(
        Array.from({ length: 10 }, () => slowNode.get('/api/v1/categories', floodAddress)),
      );
      expect(burstStatuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
      expect(burstStatuses).toContain(429);
      expect(await slowNode.get('/api/v1/categories', '198.51.100.2')).toBe(200);
      expect(await slowNode.get('/healthz', floodAddress)).toBe(200);
      await slowNode.answerAll(Promise.all(slowStatusPromises));
      expect(await slowNode.get('/api/v1/categories', floodAddress)).toBe(200);
    } finally {
      await slowNode.app.close();
    }
  });
});
