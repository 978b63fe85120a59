import { makeZip } from '@carhouse/database/testing/make-zip';
import { StoreFault } from '@carhouse/images/image-store';
import { makeJpeg } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { createImportTestClient, type ImportTestClient } from '../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList } from '../testing/uploads.ts';
import type { ImportProcess } from './import-workers.ts';

let server: TestServer;
let seller: TestUser;
let importClient: ImportTestClient;
let archive: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  archive = await makeArchive(150);
});
afterAll(() => server.close());
beforeEach(async () => {
  seller = await makeUser(server, 'Seller');
  importClient = createImportTestClient(server, seller);
});

/**
 * Makes an archive of three cars with a photo each. Archives made with different heights have different photos, so that no
 * photo counts as already stored.
 */
async function makeArchive(height: number): Promise<Buffer> {
  const rows = [1, 2, 3].map((car) => `p${car},Audi A${car},1000,2016,${car}.jpg`);
  return makeZip({
    'cars.csv': `ref,title,price,year,photos\n${rows.join('\n')}\n`,
    '1.jpg': await makeJpeg(210, height),
    '2.jpg': await makeJpeg(220, height),
    '3.jpg': await makeJpeg(230, height),
  });
}

/** Makes a context in which `changeProcess` replaces some of the functions of each import process. */
function makeContextWithProcess(changeProcess: (child: ImportProcess) => Partial<ImportProcess>): Context {
  const { importWorkers } = server.context;
  const beginProcess: typeof importWorkers.begin = (...args) => {
    const child = importWorkers.begin(...args);
    return { ...child, ...changeProcess(child) };
  };
  return { ...server.context, importWorkers: { ...importWorkers, begin: beginProcess } };
}

/** Makes a context that calls `actAtPhoto` before the process looks for this photo. */
const makeContextActingBeforePhoto = (photo: string, actAtPhoto: () => unknown): Context =>
  makeContextWithProcess((child) => ({
    findImage: async (name) => {
      if (name === photo) await actAtPhoto();
      return child.findImage(name);
    },
  }));

/** Makes a context that calls `actAtPhoto` after the process has sent the bytes of the first photo. */
const makeContextActingAfterPhoto = (actAtPhoto: () => unknown): Context =>
  makeContextWithProcess((child) => ({
    sendImage: async (digest) => {
      const imageResult = await child.sendImage(digest);
      await actAtPhoto();
      return imageResult;
    },
  }));

async function startImport(content = archive): Promise<string> {
  const id = await uploadExaminedCarList(server, seller, content, 'cars.zip');
  expect((await importClient.begin(id, 'start')).status).toBe(202);
  return id;
}

/** Returns the number of photos of each imported car of the seller, in the order of the dealer's references. */
async function countPhotosOfCars(): Promise<readonly number[]> {
  const { rows } = await server.context.pool.query<{ id: string }>(
    'SELECT id FROM listing WHERE seller_id = $1 ORDER BY dealer_ref',
    [seller.id],
  );
  const carAnswers = await Promise.all(rows.map(({ id }) => call(server, null, 'GET', `/api/productById/${id}`)));
  return carAnswers.map(({ body }) => (body.images as string[]).length);
}

/** Starts the import again, and expects that every car has its photo then. */
async function expectPhotosOfNextRun(id: string): Promise<void> {
  await importClient.begin(id, 'start');
  await importClient.work(id);
  expect(await importClient.read(id)).toMatchObject({ state: 'done', counts: { unchanged: 3 } });
  expect(await countPhotosOfCars()).toEqual([1, 1, 1]);
}

describe('an import that ends while its photos are stored', () => {
  it('keeps the names of further photos when its seller stops it, and the next run stores these', async () => {
    const id = await startImport();
    await importClient.work(
      id,
      makeContextActingBeforePhoto('2.jpg', () => importClient.begin(id, 'stop')),
    );
    expect(await importClient.read(id)).toMatchObject({ state: 'stopped', faultCode: 'STOPPED_BY_SELLER' });
    expect(await countPhotosOfCars()).toEqual([1, 0, 0]);
    await expectPhotosOfNextRun(id);
  });

  it('shows no photo after the stop, also when its bytes were sent before', async () => {
    const id = await startImport();
    await importClient.work(
      id,
      makeContextActingAfterPhoto(() => importClient.begin(id, 'stop')),
    );
    expect(await importClient.read(id)).toMatchObject({ state: 'stopped' });
    expect(await countPhotosOfCars()).toEqual([0, 0, 0]);
    await expectPhotosOfNextRun(id);
  });

  it('shows no photo when the stop is committed while the photo is being added', async () => {
    const id = await startImport();
    const stoppingClient = await server.context.pool.connect();
    try {
      const importPromise = importClient.work(
        id,
        makeContextActingAfterPhoto(async () => {
          await stoppingClient.query('BEGIN');
          await stoppingClient.query("UPDATE import SET state = 'stopped', run_id = NULL WHERE id = $1", [id]);
        }),
      );
      const findBlockedQueriesSql = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'import' AND query !~ 'pg_stat_activity'`;
      await expect
        .poll(async () => (await server.context.pool.query(findBlockedQueriesSql)).rowCount, { interval: 20 })
        .toBe(1);
      await stoppingClient.query('COMMIT');
      await importPromise;
    } finally {
      stoppingClient.release();
    }
    expect(await countPhotosOfCars()).toEqual([0, 0, 0]);
    await expectPhotosOfNextRun(id);
  });

  it('keeps the names when the server shuts down or the process is killed, and the job stores the photos', async () => {
    const shutdownController = new AbortController();
    const id = await startImport();
    const firstRunPromise = importClient.work(
      id,
      makeContextActingBeforePhoto('2.jpg', () => shutdownController.abort()),
      shutdownController.signal,
    );
    await expect(firstRunPromise).rejects.toThrow('interrupted');
    expect(await countPhotosOfCars()).toEqual([1, 0, 0]);
    const killProcess = (): void => {
      for (const pid of server.context.importWorkers.listProcessIds()) process.kill(pid, 'SIGKILL');
    };
    await expect(importClient.work(id, makeContextActingBeforePhoto('3.jpg', killProcess))).rejects.toThrow(
      'interrupted',
    );
    expect(await countPhotosOfCars()).toEqual([1, 1, 0]);
    expect(await importClient.read(id)).toMatchObject({ state: 'running' });
    await importClient.work(id);
    expect(await importClient.read(id)).toMatchObject({ state: 'done' });
    expect(await countPhotosOfCars()).toEqual([1, 1, 1]);
  });
});

describe('photos that cannot be stored now', () => {
  /**
   * Makes a context whose image store fails `failureCount` times. The context records how long the import waits before
   * each retry.
   */
  function makeContextWithFailingStore(failureCount: number, waitsMs: number[]): Context {
    const { images } = server.context;
    let remainingFailures = failureCount;
    const putImage: typeof images.put = (...args) => {
      remainingFailures -= 1;
      return remainingFailures < 0
        ? images.put(...args)
        : Promise.reject(new StoreFault(new Error('no answer'), false));
    };
    const waitAndRecord: Context['wait'] = async (milliseconds) => void waitsMs.push(milliseconds);
    return { ...server.context, images: { ...images, put: putImage }, wait: waitAndRecord };
  }

  it('are tried again in the same run, and the report counts each of them once', async () => {
    const id = await startImport(await makeArchive(160));
    const waitsMs: number[] = [];
    await importClient.work(id, makeContextWithFailingStore(4, waitsMs));
    expect(await importClient.read(id)).toMatchObject({ state: 'done', pictures: { taken: 3, notStored: 0 } });
    expect(waitsMs).toEqual([5_000, 30_000]);
    expect(await countPhotosOfCars()).toEqual([1, 1, 1]);
  });

  it('keep their names when the store does not respond for long, and a repeated job stores them', async () => {
    const id = await startImport(await makeArchive(170));
    const waitsMs: number[] = [];
    await expect(importClient.work(id, makeContextWithFailingStore(7, waitsMs))).rejects.toThrow('could not be stored');
    expect(waitsMs).toEqual([5_000, 30_000]);
    expect(await importClient.read(id)).toMatchObject({ state: 'running' });
    expect(await countPhotosOfCars()).toEqual([0, 1, 1]);
    await importClient.work(id);
    expect(await importClient.read(id)).toMatchObject({ state: 'done', counts: { unchanged: 3 } });
    expect(await countPhotosOfCars()).toEqual([1, 1, 1]);
  });
});

it('a batch of rows and the names of its photos are stored together or not at all', async () => {
  const id = await startImport();
  const { pool } = server.context;
  await pool.query(`CREATE FUNCTION refuse_names() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the connection was lost' USING ERRCODE = '08006'; END $$`);
  await pool.query('CREATE TRIGGER refuse_names BEFORE INSERT ON import_picture EXECUTE FUNCTION refuse_names()');
  try {
    await expect(importClient.work(id)).rejects.toThrow('the connection was lost');
    expect(await importClient.countCars()).toBe(0);
  } finally {
    await pool.query('DROP FUNCTION refuse_names CASCADE');
  }
  await importClient.work(id);
  expect(await importClient.read(id)).toMatchObject({ state: 'done', counts: { imported: 3 }, pictures: { taken: 3 } });
  expect(await countPhotosOfCars()).toEqual([1, 1, 1]);
});
