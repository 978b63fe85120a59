import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { makeTestDatabase } from '@carhouse/database/testing/test-database';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { type JobHandlers, openJobQueue } from './job-queue.ts';
import { jobNames } from './queues.ts';

const jobCount = 20;

it('runs each job on exactly one of two server nodes, and both nodes run some', async () => {
  const db = await makeTestDatabase();
  const pool = openPool({ url: db.url, applicationName: 'carhouse-test' });
  const database = openDatabase(pool);
  const log = pino({ level: 'silent' });
  const nodes = ['a', 'b'].map((name) => ({ name, queue: openJobQueue(db.url, log) }));
  const jobRuns: { readonly node: string; readonly key: string }[] = [];
  const bothNodesRanDeferred = Promise.withResolvers<void>();
  const makeHandlers = (node: string): JobHandlers => {
    const idleHandlers = Object.fromEntries(jobNames.map((name) => [name, async () => {}])) as unknown as JobHandlers;
    return {
      ...idleHandlers,
      'picture-avif': async ({ key }) => {
        jobRuns.push({ node, key });
        if (new Set(jobRuns.map((run) => run.node)).size === 2) bothNodesRanDeferred.resolve();
        // The first node keeps its batch until the other one has taken jobs too.
        await bothNodesRanDeferred.promise;
      },
    };
  };
  const keys = Array.from({ length: jobCount }, (_, index) => `image-${String(index).padStart(2, '0')}`);
  const [{ queue } = { queue: undefined }] = nodes;
  for (const key of keys) await inTransaction(database, async (trx) => queue?.enqueue(trx, 'picture-avif', { key }));
  await Promise.all(nodes.map((node) => node.queue.work(makeHandlers(node.name))));
  await expect.poll(() => jobRuns.length).toBe(jobCount);
  await expect
    .poll(async () => {
      const { rows } = await pool.query("SELECT state FROM pgboss.job WHERE name = 'picture-avif'");
      return rows.map(({ state }) => state);
    })
    .toEqual(keys.map(() => 'completed'));
  expect(jobRuns.map(({ key }) => key).sort()).toEqual(keys);
  expect(new Set(jobRuns.map(({ node }) => node))).toEqual(new Set(['a', 'b']));
  await Promise.all(nodes.map((node) => node.queue.close()));
  await pool.end();
  await db.close();
});
