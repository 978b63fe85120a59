import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openJobQueue } from '../jobs/job-queue.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { makeUser } from '../testing/builders.ts';
import { createImportTestClient, makeCarList } from '../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList } from '../testing/uploads.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('an examination that is repeated after the import has begun does not import the file', async () => {
  const seller = await makeUser(server, 'Seller');
  const importClient = createImportTestClient(server, seller);
  const { pool } = server.context;
  // The helper `uploadExaminedCarList` runs the examination itself, so the job of the examination is still in the queue.
  const id = await uploadExaminedCarList(server, seller, makeCarList(3));
  await importClient.begin(id, 'start');
  await pool.query("DELETE FROM pgboss.job WHERE name = 'dealer-import'");
  const jobs = openJobQueue(server.databaseUrl, pino({ level: 'silent' }), { watchIntervalSeconds: 1 });
  try {
    await startJobs({ ...server.context, jobs });
    const readExaminationJob = async () =>
      (await pool.query("SELECT state FROM pgboss.job WHERE name = 'import-examination'")).rows;
    await expect.poll(readExaminationJob, { interval: 100 }).toEqual([{ state: 'completed' }]);
  } finally {
    await jobs.close();
  }
  expect(await importClient.read(id)).toMatchObject({ state: 'running', doneRows: 0 });
  expect(await importClient.countCars()).toBe(0);
});
