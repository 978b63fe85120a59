import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskImageStore } from '@carhouse/images/disk-image-store';
import type { ImageStore } from '@carhouse/images/image-store';
import { createS3ImageStore } from '@carhouse/images/s3-image-store';
import { startTestBucket, type TestBucket } from '@carhouse/images/testing/start-test-bucket';
import { makeJpeg, readImageMetadata } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { makeProductForm } from '../testing/images.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { upload, uploadTestImage } from '../testing/uploads.ts';
import { removeOrphans, unfinishedUploadMs, unusedImageMs } from './remove-orphans.ts';
import { storeAvif } from './upload-image.ts';

let server: TestServer;
let testBucket: TestBucket;
let folder: string;
let seller: TestUser;

const storeCases: readonly [string, () => ImageStore][] = [
  ['a folder', () => createDiskImageStore(join(folder, 'images'))],
  ['a bucket', () => createS3ImageStore(testBucket.options)],
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carhouse-journey-'));
  testBucket = await startTestBucket();
});
afterAll(async () => {
  await testBucket.close();
  await rm(folder, { recursive: true, force: true });
});

let carCount = 0;
const addCar = async (imageUrl: string): Promise<string> => {
  carCount += 1;
  const answer = await call(
    server,
    seller,
    'POST',
    '/api/products',
    makeProductForm(imageUrl, { title: `Roma ${carCount}` }),
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body.insertedId);
};
const readImagesOf = async (id: string): Promise<unknown> => {
  const { body } = await call(server, null, 'GET', `/api/productById/${id}`);
  return [body.image, body.images];
};
const setImages = (caller: TestUser | null, id: string, images: unknown) =>
  call(server, caller, 'PUT', `/api/v1/listings/${id}/photos`, { photos: images });
const readStatus = async (url: string): Promise<number> => (await fetch(server.url + url)).status;
const moveClockForward = (ms: number): void => server.setClock(() => new Date(Date.now() + ms));

describe.each(storeCases)('with pictures in %s', (_caseName, openStore) => {
  beforeAll(async () => {
    server = await startTestServer(undefined, openStore());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.setClock(() => new Date());
    seller = await makeUser(server, 'Seller');
  });

  it('a picture is uploaded, listed with a car, and served, in AVIF too once the job is done', async () => {
    const { id, url } = await uploadTestImage(server, seller);
    const car = await addCar(url);
    expect(await readImagesOf(car)).toEqual([url, [url]]);
    await storeAvif(server.context, id);
    await storeAvif(server.context, id);
    const servedImageAnswer = await fetch(server.url + url, { headers: { accept: 'image/avif' } });
    expect(await readImageMetadata(Buffer.from(await servedImageAnswer.arrayBuffer()))).toMatchObject({
      compression: 'av1',
    });
    expect(await readStatus(`/media/${'0'.repeat(40)}-960.webp`)).toBe(404);
  });

  it('a car shows its photos in the order that its seller gives them, the first as its cover', async () => {
    const [firstImage, secondImage, thirdImage] = [
      await uploadTestImage(server, seller),
      await uploadTestImage(server, seller),
      await uploadTestImage(server, seller),
    ];
    const car = await addCar(firstImage.url);
    // The request may name an image by its id, by its path or by a whole URL.
    expect(
      (await setImages(seller, car, [thirdImage.id, firstImage.url, `https://cars.example${secondImage.url}`])).body,
    ).toEqual({
      _id: car,
      image: thirdImage.url,
      images: [thirdImage.url, firstImage.url, secondImage.url],
    });
    expect(await readImagesOf(car)).toEqual([thirdImage.url, [thirdImage.url, firstImage.url, secondImage.url]]);
    await setImages(seller, car, [secondImage.url]);
    expect(await readImagesOf(car)).toEqual([secondImage.url, [secondImage.url]]);
  });

  it('images that nothing uses are deleted after a day, and used, new and drawn ones stay', async () => {
    const uploadedImage = await uploadTestImage(server, seller);
    await addCar(uploadedImage.url);
    const profileImage = await uploadTestImage(server, seller);
    await server.context.pool.query('UPDATE account SET photo_url = $2 WHERE id = $1', [seller.id, profileImage.url]);
    const unusedImage = await uploadTestImage(server, seller);
    await storeAvif(server.context, unusedImage.id);
    await server.context.database
      .insertInto('image')
      .values({ key: 'd'.repeat(20), width: 9, height: 9 })
      .execute();
    moveClockForward(unusedImageMs - 60_000);
    await removeOrphans(server.context);
    expect(await readStatus(unusedImage.url)).toBe(200);
    moveClockForward(unusedImageMs + 60_000);
    const freshUpload = await uploadTestImage(server, seller);
    expect(await removeOrphans(server.context)).toBeGreaterThan(0);
    expect(
      await Promise.all([uploadedImage, profileImage, freshUpload, unusedImage].map(({ url }) => readStatus(url))),
    ).toEqual([200, 200, 200, 404]);
    expect(await readStatus(`/media/${unusedImage.id}-960.avif`)).toBe(404);
    const { rows } = await server.context.pool.query('SELECT key FROM image WHERE key = ANY($1)', [
      [unusedImage.id, 'd'.repeat(20)],
    ]);
    expect(rows).toEqual([{ key: 'd'.repeat(20) }]);
    expect(await setImages(seller, await addCar(freshUpload.url), [unusedImage.url])).toMatchObject({
      status: 422,
      body: { code: 'IMAGE_NOT_YOURS' },
    });
  });

  it('listing a picture and collecting it at the same moment end with a car whose picture is there, or with a refusal', async () => {
    const car = await addCar((await uploadTestImage(server, seller)).url);
    for (let round = 0; round < 10; round += 1) {
      server.setClock(() => new Date());
      const person = await makeUser(server, 'Seller');
      const ownListingId = await addCarWithImage(person);
      const { url, id } = await uploadTestImage(server, person);
      moveClockForward(unusedImageMs + 60_000);
      const [answer] = await Promise.all([setImages(person, ownListingId, [url]), removeOrphans(server.context)]);
      const isListed = answer.status === 200;
      expect([200, 422]).toContain(answer.status);
      expect(await readStatus(url), `round ${round}`).toBe(isListed ? 200 : 404);
      const { rows } = await server.context.pool.query('SELECT 1 FROM image WHERE key = $1', [id]);
      expect(rows).toHaveLength(isListed ? 1 : 0);
    }
    expect(await readStatus(String((await call(server, null, 'GET', `/api/productById/${car}`)).body.image))).toBe(200);
  });

  it('an interrupted deletion and an unfinished upload are completed by the next deletion', async () => {
    const halfWrittenImage = await uploadTestImage(server, seller);
    await server.context.pool.query('UPDATE image SET removing_at = now() WHERE key = $1', [halfWrittenImage.id]);
    const unfinishedImage = await uploadTestImage(server, seller);
    await server.context.pool.query('UPDATE image SET stored_at = NULL WHERE key = $1', [unfinishedImage.id]);
    moveClockForward(unfinishedUploadMs + 60_000);
    await removeOrphans(server.context);
    expect([await readStatus(halfWrittenImage.url), await readStatus(unfinishedImage.url)]).toEqual([404, 404]);
  });
});

async function addCarWithImage(person: TestUser): Promise<string> {
  const { url } = await uploadTestImage(server, person);
  const answer = await call(server, person, 'POST', '/api/products', makeProductForm(url));
  return String(answer.body.insertedId);
}

describe('the photos of a car', () => {
  let car: string;
  beforeAll(async () => {
    server = await startTestServer();
    seller = await makeUser(server, 'Seller');
    car = await addCarWithImage(seller);
  });
  afterAll(() => server.close());

  it('are for its seller: for others the car does not exist', async () => {
    const [otherSeller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    expect((await setImages(null, car, [])).status).toBe(401);
    expect((await setImages(buyer, car, [])).status).toBe(403);
    expect((await setImages(otherSeller, car, [])).status).toBe(404);
    expect((await setImages(seller, '0', [])).status).toBe(404);
  });

  it("are own uploads (99): another's, an unknown one, and an address elsewhere are refused", async () => {
    const otherSeller = await makeUser(server, 'Seller');
    const otherSellersImage = await uploadTestImage(server, otherSeller);
    for (const image of [otherSellersImage.url, 'f'.repeat(40), 'https://x.example/a.jpg', '/media/../x']) {
      expect(await setImages(seller, car, [image])).toMatchObject({ status: 422, body: { code: 'IMAGE_NOT_YOURS' } });
    }
    const listingAnswer = await call(server, seller, 'POST', '/api/products', makeProductForm(otherSellersImage.url));
    expect(listingAnswer.status).toBe(422);
  });

  it('are twelve at most, each once', async () => {
    const { url } = await uploadTestImage(server, seller);
    expect((await setImages(seller, car, [url, url])).status).toBe(422);
    expect(
      (
        await setImages(
          seller,
          car,
          Array.from({ length: 13 }, () => url),
        )
      ).status,
    ).toBe(422);
    expect((await setImages(seller, car, url)).status).toBe(422);
  });

  it('changed twenty times at once are one of the twenty orders, whole', async () => {
    const uploads = await Promise.all(Array.from({ length: 3 }, () => uploadTestImage(server, seller)));
    const urls = uploads.map(({ url }) => url);
    const imageOrders = Array.from({ length: 20 }, (_, n) => [urls[n % 3], urls[(n + 1) % 3]].slice(0, (n % 2) + 1));
    const answers = await Promise.all(imageOrders.map((order) => setImages(seller, car, order)));
    expect(answers.every(({ status: answerStatus }) => answerStatus === 200 || answerStatus === 503)).toBe(true);
    const [, images] = (await readImagesOf(car)) as [string, string[]];
    expect(imageOrders.map((order) => order.join())).toContain(images.join());
  });
});

describe('a store that fails', () => {
  it.each([
    [
      'whose server is down',
      async () => {
        const stoppedBucket = await startTestBucket();
        await stoppedBucket.close();
        return createS3ImageStore(stoppedBucket.options);
      },
    ],
    ['that does not know us', async () => createS3ImageStore({ ...testBucket.options, accessKeyId: 'nobody' })],
    [
      'whose folder is a file',
      async () => {
        await writeFile(join(folder, 'a-file'), '');
        return createDiskImageStore(join(folder, 'a-file'));
      },
    ],
  ])('%s: the upload is 503, and nothing of it is in the database', async (_caseName, openStore) => {
    server = await startTestServer(undefined, await openStore());
    try {
      seller = await makeUser(server, 'Seller');
      const rowsBefore = await dumpRows(server);
      const answer = await upload(server, seller, await makeJpeg(60, 40));
      expect(answer).toMatchObject({ status: 503, body: { code: 'STORAGE_UNAVAILABLE', success: false } });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(await dumpRows(server)).toEqual(rowsBefore);
      const { rows } = await server.context.pool.query('SELECT 1 FROM image UNION ALL SELECT 1 FROM image_upload');
      expect(rows).toEqual([]);
      expect([404, 503]).toContain(await readStatus(`/media/${'0'.repeat(40)}-960.webp`));
    } finally {
      await server.close();
    }
  });
});
