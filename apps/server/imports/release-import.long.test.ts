import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openJobQueue } from '../jobs/job-queue.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { createImportTestClient, type ImportTestClient, makeCarList } from '../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList } from '../testing/uploads.ts';

let server: TestServer;
let seller: TestUser;
let importClient: ImportTestClient;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  seller = await makeUser(server, 'Seller');
  importClient = createImportTestClient(server, seller);
});

const query = (text: string) => server.context.pool.query(text);

const carCount = 2_000;

/** Expects that all cars are imported: a further import of the same file reports them all as unchanged. */
async function expectAllImported(id: string): Promise<void> {
  const counts = (await importClient.read(id)).counts as { imported: number; unchanged: number };
  expect(counts.imported + counts.unchanged).toBe(carCount);
  expect(counts.unchanged).toBeGreaterThan(0);
}

/** Makes an import whose server node took the job, saved some of its cars and was then killed. */
async function makeInterruptedImport(): Promise<string> {
  const id = await uploadExaminedCarList(server, seller, makeCarList(carCount));
  expect((await importClient.begin(id, 'start')).status).toBe(202);
  const killedJobQueue = new PgBoss({ connectionString: server.databaseUrl, supervise: false, schedule: false });
  await killedJobQueue.start();
  const fetchedJobs = await killedJobQueue.fetch('dealer-import');
  expect(fetchedJobs.map(({ data }) => data)).toMatchObject([{ importId: id }]);
  // The future heartbeat keeps the queue from treating the job as abandoned on a slow machine.
  await query("UPDATE pgboss.job SET heartbeat_on = now() + interval '1 hour' WHERE state = 'active'");
  const interruptionController = new AbortController();
  const workPromise = importClient.work(id, server.context, interruptionController.signal);
  await expect.poll(async () => (await importClient.read(id)).doneRows, { interval: 20 }).toBeGreaterThan(0);
  interruptionController.abort();
  await expect(workPromise).rejects.toThrow('interrupted');
  await killedJobQueue.stop({ graceful: false });
  expect(await importClient.read(id)).toMatchObject({ state: 'running' });
  return id;
}

/** Runs a callback while another server node, or the same one after a restart, takes jobs. */
async function runWithSecondNode(checkDuringRun: () => Promise<void>): Promise<void> {
  const jobs = openJobQueue(server.databaseUrl, pino({ level: 'silent' }), { watchIntervalSeconds: 1 });
  try {
    await startJobs({ ...server.context, jobs });
    await checkDuringRun();
  } finally {
    await jobs.close();
  }
}

describe('an import whose node was killed', () => {
  it('is continued by another node when the first one has sent no heartbeat for a while', async () => {
    const id = await makeInterruptedImport();
    const { rows } = await query(
      "SELECT heartbeat_seconds, retry_limit FROM pgboss.job WHERE name = 'dealer-import' AND state = 'active'",
    );
    expect(rows).toEqual([{ heartbeat_seconds: 20, retry_limit: 5 }]);
    await query("UPDATE pgboss.job SET heartbeat_on = now() - interval '21 seconds' WHERE state = 'active'");
    await runWithSecondNode(async () => {
      await expect
        .poll(() => importClient.read(id), { interval: 200 })
        .toMatchObject({ state: 'done', doneRows: carCount, counts: { rejected: 0 } });
      await expectAllImported(id);
    });
  });

  it('says that it has stopped when that went on, and can be begun again', async () => {
    const id = await makeInterruptedImport();
    await query(
      "UPDATE pgboss.job SET heartbeat_on = now() - interval '21 seconds', retry_count = retry_limit WHERE state = 'active'",
    );
    await runWithSecondNode(async () => {
      await expect.poll(() => importClient.read(id), { interval: 200 }).toMatchObject({ state: 'failed' });
      expect((await importClient.read(id)).fault).toContain('What came in stays.');
      expect((await call(server, seller, 'POST', `/api/v1/imports/${id}/start`, {})).status).toBe(202);
      await expect.poll(() => importClient.read(id), { interval: 200 }).toMatchObject({ state: 'done', fault: null });
      await expectAllImported(id);
    });
  });
});
