import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { makeMultipartBody, multipartType } from '../testing/uploads.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(undefined, undefined, { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.close());

const carListText = 'Stock no,Car,Price,Reg date,Mileage\n1,Ferrari Roma,900000,28-May-21,4000\n';
const body = makeMultipartBody([{ name: 'file', file: 'cars.csv', type: 'text/csv', bytes: Buffer.from(carListText) }]);

const makeUploadHeaders = (caller: TestUser, address: string) => ({
  'content-type': multipartType,
  'x-forwarded-for': address,
  authorization: caller.token,
});

/** Uploads a file from the given IP address. @returns the id of the import. */
async function uploadAndReadId(caller: TestUser, address: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/imports`, {
    method: 'POST',
    headers: makeUploadHeaders(caller, address),
    body: new Uint8Array(body),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { _id: string })._id;
}

/**
 * Begins an upload that does not finish.
 * @returns the status of a response that is sent early, and `end`, which ends the upload.
 */
function holdUpload(caller: TestUser, address: string): { readonly statusPromise: Promise<number>; end(): void } {
  const clientAbort = new AbortController();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(body.subarray(0, body.length - 40))),
  });
  const fetchOptions = {
    method: 'POST',
    headers: makeUploadHeaders(caller, address),
    body: stream,
    duplex: 'half',
    signal: clientAbort.signal,
  };
  const statusPromise = fetch(`${server.url}/api/v1/imports`, fetchOptions as RequestInit).then(
    (answer) => answer.status,
    () => 0,
  );
  return { statusPromise, end: () => clientAbort.abort() };
}

const makeSellers = (count: number): Promise<TestUser[]> =>
  Promise.all(Array.from({ length: count }, () => makeUser(server, 'Seller')));

it('thirty accounts from one network do not fill the queue of examinations: the file of another one is next', async () => {
  await server.context.pool.query("DELETE FROM pgboss.job WHERE name = 'import-examination'").catch(() => {});
  const crowdUsers = await makeSellers(30);
  for (const caller of crowdUsers) await uploadAndReadId(caller, '198.51.100.7');
  const [otherSeller] = await makeSellers(1);
  const otherSellersImportId = await uploadAndReadId(otherSeller as TestUser, '203.0.113.9');
  const jobQueue = new PgBoss({ connectionString: server.databaseUrl, supervise: false, schedule: false });
  jobQueue.on('error', () => {});
  await jobQueue.start();
  try {
    const fetchedJobs = await jobQueue.fetch<{ importId: string }>('import-examination', { batchSize: 2 });
    expect(fetchedJobs.map(({ data }) => data.importId)).toContain(otherSellersImportId);
  } finally {
    await jobQueue.stop({ graceful: false });
  }
});

it('three accounts from one network do not hold all turns: the third waits, and another network goes on', async () => {
  const [firstSeller, secondSeller, thirdSeller, otherUser] = (await makeSellers(4)) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
  const heldUploads = [holdUpload(firstSeller, '198.51.100.8'), holdUpload(secondSeller, '198.51.100.8')];
  try {
    const { pool } = server.context;
    const countWaitingJobs = async (): Promise<number> =>
      (await pool.query("SELECT FROM import WHERE state = 'receiving'")).rowCount ?? 0;
    await expect.poll(countWaitingJobs).toBe(2);
    const refusedUpload = holdUpload(thirdSeller, '198.51.100.8');
    expect(await refusedUpload.statusPromise).toBe(429);
    await uploadAndReadId(otherUser, '203.0.113.10');
  } finally {
    for (const each of heldUploads) each.end();
  }
});
