import { createImporterLogins } from '@carhouse/database/connection/importer-role';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { makeCarList } from '../testing/import-test-client.ts';
import { sendRaw } from '../testing/raw-http.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { multipartType, uploadExaminedCarList, uploadList } from '../testing/uploads.ts';
import { importCars } from './import-cars.ts';
import { startImportWorkers } from './import-workers.ts';

const bytesPerMegabyte = 1024 * 1024;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(undefined, undefined, {
    TRUSTED_PROXIES: '127.0.0.1',
    IMPORT_REVIEW: 'unverified',
    NEW_SELLER_IMPORT_MB: '2',
    VERIFIED_SELLER_IMPORT_MB: '4',
  });
  await server.context.jobs.prepareOnce();
});
afterAll(() => server.close());

/** Requests the check of an import from the given IP address. @returns the id of the import. */
async function requestCheck(caller: TestUser, address: string): Promise<string> {
  const id = await uploadExaminedCarList(server, caller, makeCarList(1));
  const answer = await fetch(`${server.url}/api/v1/imports/${id}/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, authorization: caller.token },
    body: '{}',
  });
  expect(answer.status).toBe(202);
  return id;
}

/** Returns the imports that would run next, in their order. */
async function fetchNextImportIds(count: number): Promise<string[]> {
  const jobQueue = new PgBoss({ connectionString: server.databaseUrl, supervise: false, schedule: false });
  jobQueue.on('error', () => {});
  await jobQueue.start();
  try {
    const ids: string[] = [];
    for (let each = 0; each < count; each += 1) {
      const [job] = await jobQueue.fetch<{ importId: string }>('dealer-import', { batchSize: 1 });
      if (job !== undefined) ids.push(job.data.importId);
    }
    return ids;
  } finally {
    await jobQueue.stop({ graceful: false });
  }
}

describe('checks that wait', () => {
  beforeEach(async () => {
    await server.context.pool.query("DELETE FROM pgboss.job WHERE name = 'dealer-import'");
    await server.context.pool.query("DELETE FROM rate_count WHERE limit_name = 'import work'");
  });

  it('of sellers who are not verified wait for the work of those who are', async () => {
    const [newUser, knownUser] = [
      await makeUser(server, 'Seller'),
      await makeUser(server, 'Seller', { verified: true }),
    ];
    const [firstImportId, secondImportId] = [
      await requestCheck(newUser, '198.51.100.1'),
      await requestCheck(knownUser, '198.51.100.2'),
    ];
    expect(await fetchNextImportIds(2)).toEqual([secondImportId, firstImportId]);
  });

  it('of one network take turns with those of others, and those of one seller with those of other sellers', async () => {
    const crowdUsers = await Promise.all(Array.from({ length: 4 }, () => makeUser(server, 'Seller')));
    const crowdImportIds: string[] = [];
    for (const caller of crowdUsers) crowdImportIds.push(await requestCheck(caller, '198.51.100.7'));
    const otherSeller = await makeUser(server, 'Seller');
    const checkedImportId = await requestCheck(otherSeller, '203.0.113.9');
    expect(await fetchNextImportIds(5)).toEqual([crowdImportIds[0], checkedImportId, ...crowdImportIds.slice(1)]);

    // The same seller uploads another file from a network that nobody else uses.
    await importCars(server.context, checkedImportId as never, new AbortController().signal);
    const secondCheckImportId = await requestCheck(otherSeller, '203.0.113.10');
    const lastImportId = await requestCheck(await makeUser(server, 'Seller'), '203.0.113.11');
    expect(await fetchNextImportIds(2)).toEqual([lastImportId, secondCheckImportId]);
  });

  it('end within a small budget where the seller is not verified: known sellers wait no longer than that', async () => {
    const largeBudget = { cpuSeconds: 60, heapBytes: 2 ** 27, residentBytes: 2 ** 30, seconds: 60 };
    const importWorkers = startImportWorkers({
      logins: createImporterLogins(server.context.pool, server.databaseUrl),
      budgets: { examination: largeBudget, reading: largeBudget, repeatedCheck: { ...largeBudget, seconds: 0.05 } },
    });
    const states: unknown[] = [];
    for (const isVerified of [false, true]) {
      const caller = await makeUser(server, 'Seller', { verified: isVerified });
      const id = await requestCheck(caller, '198.51.100.20');
      await importCars({ ...server.context, importWorkers }, id as never, new AbortController().signal);
      const { body } = await call(server, caller, 'GET', `/api/v1/imports/${id}`);
      states.push([body.state, body.faultCode]);
    }
    expect(states).toEqual([
      ['failed', 'TIME'],
      ['checked', null],
    ]);
  });
});

describe('what is kept of imports', () => {
  const makeFilledBuffer = (megabytes: number, fillText: string): Buffer =>
    Buffer.concat([Buffer.from(makeCarList(1)), Buffer.alloc(Math.round(megabytes * bytesPerMegabyte), fillText)]);
  const countImports = async (caller: TestUser): Promise<number> =>
    (await server.context.pool.query('SELECT FROM import WHERE seller_id = $1', [caller.id])).rowCount ?? 0;

  it.each([
    ['not verified', false, 1.5],
    ['verified', true, 3],
  ])('has a limit for a seller who is %s, and finds room when an import is removed', async (_, isVerified, size) => {
    const caller = await makeUser(server, 'Seller', { verified: isVerified });
    const firstImportId = String((await uploadList(server, caller, makeFilledBuffer(size, 'a'))).body._id);
    const refusal = await uploadList(server, caller, makeFilledBuffer(size, 'b'));
    expect([refusal.status, refusal.body.code]).toEqual([409, 'IMPORT_QUOTA']);
    expect(await countImports(caller)).toBe(1);
    await call(server, caller, 'DELETE', `/api/v1/imports/${firstImportId}`);
    expect((await uploadList(server, caller, makeFilledBuffer(size, 'b'))).status).toBe(201);
  });

  it('is refused before the body is sent where its length is said', async () => {
    const caller = await makeUser(server, 'Seller');
    const bodyHead = [
      `Host: ${new URL(server.url).host}`,
      `Authorization: ${caller.token}`,
      `Content-Type: ${multipartType}`,
      `Content-Length: ${3 * bytesPerMegabyte}`,
    ];
    // The request consists of headers only, without a body.
    const answer = await sendRaw(
      server.url,
      `POST /api/v1/imports HTTP/1.1\r\n${bodyHead.join('\r\n')}\r\nConnection: close\r\n\r\n`,
    );
    expect([answer.status, JSON.parse(answer.body.toString()).code]).toEqual([409, 'IMPORT_QUOTA']);
  });

  it('is counted while it comes, where the length is not said', async () => {
    const caller = await makeUser(server, 'Seller');
    const body = makeFilledBuffer(3, 'c');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(
          new Uint8Array(
            Buffer.from(
              `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n`,
            ),
          ),
        );
        controller.enqueue(new Uint8Array(body));
        controller.enqueue(new Uint8Array(Buffer.from('\r\n--x--\r\n')));
        controller.close();
      },
    });
    const fetchOptions = {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: caller.token },
      body: stream,
      duplex: 'half',
    };
    const answer = await fetch(`${server.url}/api/v1/imports`, fetchOptions as RequestInit);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'IMPORT_QUOTA']);
    expect(await countImports(caller)).toBe(0);
  });
});
