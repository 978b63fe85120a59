import { createHash } from 'node:crypto';
import { imagesPerListing } from '@carhouse/contract/images';
import { makeZip } from '@carhouse/database/testing/make-zip';
import { makeJpeg } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { uploadQuotaBytes } from '../images/upload-image.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList } from '../testing/uploads.ts';
import { importCars } from './import-cars.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterAll(() => server.close());

const carListText = `ref,title,price,year,photos
z1,Audi A4,1000,2016,front.jpg; side.jpg; none.jpg
z2,Audi A5,1000,2016,https://dealer.example/photos/front.jpg
z3,Audi A6,1000,2016,broken.jpg
z4,Audi A8,1000,2016,
`;

async function importArchive(content: Buffer, caller = seller) {
  const id = await uploadExaminedCarList(server, caller, content, 'cars.zip');
  await call(server, caller, 'POST', `/api/v1/imports/${id}/start`, {});
  await importCars(server.context, id as never, new AbortController().signal);
  return (await call(server, caller, 'GET', `/api/v1/imports/${id}`)).body;
}

const countImages = async (carReference: string): Promise<number> => {
  const { rows } = await server.context.pool.query<{ id: string }>(
    'SELECT id FROM listing WHERE seller_id = $1 AND dealer_ref = $2',
    [seller.id, carReference],
  );
  const { body } = await call(server, null, 'GET', `/api/productById/${rows[0]?.id}`);
  return (body.images as string[]).length;
};

it('pictures of the archive are checked as every upload is, and invalid ones are reported; nothing is ever fetched', async () => {
  const imagesByName = { 'photos/front.jpg': await makeJpeg(600, 400), 'photos/side.jpg': await makeJpeg(500, 400) };
  const finishedImport = await importArchive(
    makeZip({ 'cars.csv': carListText, ...imagesByName, 'broken.jpg': 'no picture' }),
  );
  expect(finishedImport).toMatchObject({
    state: 'done',
    counts: { imported: 4 },
    pictures: { taken: 3, missing: 2, overBudget: 0 },
  });
  expect([await countImages('z1'), await countImages('z2'), await countImages('z3'), await countImages('z4')]).toEqual([
    2, 1, 0, 0,
  ]);
  const { rows } = await server.context.pool.query('SELECT * FROM import_picture');
  expect(rows).toEqual([]);
  // The next file arrives without an archive: no image is fetched, and the cars keep their images.
  const changedListText = carListText.replaceAll('1000', '2000');
  expect(await importArchive(Buffer.from(changedListText))).toMatchObject({
    state: 'done',
    counts: { updated: 4 },
    pictures: { taken: 0, missing: 5 },
  });
  expect(await countImages('z1')).toBe(2);
});

it('a picture that many rows name is decoded once, also a damaged one and the same bytes under another name', async () => {
  const rows = Array.from({ length: 12 }, (_, row) => `x${row},Audi A${row},1000,2016,one.jpg; copy.jpg; broken.jpg`);
  const firstImage = await makeJpeg(620, 410);
  const content = makeZip({
    'cars.csv': `ref,title,price,year,photos\n${rows.join('\n')}\n`,
    'one.jpg': firstImage,
    'copy.jpg': firstImage,
    'broken.jpg': 'no picture',
  });
  const decodedCountBeforeImport = server.context.imageWorkers.countDecoded();
  const finishedImport = await importArchive(content);
  expect(finishedImport).toMatchObject({
    state: 'done',
    counts: { imported: 12 },
    pictures: { taken: 12, missing: 12, overBudget: 0 },
  });
  expect(server.context.imageWorkers.countDecoded() - decodedCountBeforeImport).toBe(2);
  expect([await countImages('x0'), await countImages('x11')]).toEqual([1, 1]);
});

it('photos that unpack to far more than their archive are neither unpacked nor decoded', async () => {
  const photoNames = ['b1.jpg', 'b2.jpg', 'b3.jpg'];
  const rows = photoNames.map((name, row) => `b${row},Audi B${row},1000,2016,${name}`);
  const hugeImagesByName = Object.fromEntries(photoNames.map((name, index) => [name, Buffer.alloc(2_000_000, index)]));
  const decodedCountBeforeImport = server.context.imageWorkers.countDecoded();
  const finishedImport = await importArchive(
    makeZip({ 'cars.csv': `ref,title,price,year,photos\n${rows.join('\n')}\n`, ...hugeImagesByName }),
  );
  expect(finishedImport).toMatchObject({
    state: 'done',
    counts: { imported: 3 },
    pictures: { taken: 0, missing: 0, overBudget: 3 },
  });
  expect(server.context.imageWorkers.countDecoded() - decodedCountBeforeImport).toBe(0);
});

it('photos named after the reference come in with the list, also for cars that came in before without photos', async () => {
  const listTextWithoutPhotos = 'ref,title,price,year\ny1,Audi A4,1000,2016\ny2,Audi A5,1000,2016\n';
  await importArchive(Buffer.from(listTextWithoutPhotos));
  expect([await countImages('y1'), await countImages('y2')]).toEqual([0, 0]);
  const photosByName = {
    'y1.jpg': await makeJpeg(610, 400),
    'y1-2.jpg': await makeJpeg(510, 400),
    'y2/side.jpg': await makeJpeg(520, 400),
  };
  expect(await importArchive(makeZip({ 'cars.csv': listTextWithoutPhotos, ...photosByName }))).toMatchObject({
    state: 'done',
    counts: { updated: 2 },
    pictures: { taken: 3, missing: 0 },
  });
  expect([await countImages('y1'), await countImages('y2')]).toEqual([2, 1]);
});

it('the serving process gets only the bytes of photos that it does not know, and hashes none of these', async () => {
  const digests: string[] = [];
  const { importWorkers } = server.context;
  const beginProcess = importWorkers.begin;
  Object.assign(importWorkers, {
    begin: (...args: Parameters<typeof beginProcess>) => {
      const child = beginProcess(...args);
      const sendImage: typeof child.sendImage = (digest) => {
        digests.push(digest);
        return child.sendImage(digest);
      };
      return { ...child, sendImage };
    },
  });
  const hash = vi.spyOn(crypto.subtle, 'digest');
  try {
    const [firstPhoto, secondPhoto] = [await makeJpeg(630, 420), await makeJpeg(640, 420)];
    const rows = ['c1,Audi C1,1000,2016,one.jpg; copy.jpg', 'c2,Audi C2,1000,2016,copy.jpg; other.jpg; one.jpg'];
    const filesByName = { 'one.jpg': firstPhoto, 'copy.jpg': firstPhoto, 'other.jpg': secondPhoto };
    const finishedImport = await importArchive(
      makeZip({ 'cars.csv': `ref,title,price,year,photos\n${rows.join('\n')}\n`, ...filesByName }),
    );
    expect(finishedImport).toMatchObject({ pictures: { taken: 3, missing: 0, overBudget: 0, notStored: 0 } });
    const computeDigest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
    expect(digests).toEqual([computeDigest(firstPhoto), computeDigest(secondPhoto)]);
    // The server hashes the files that the decoder has made of the photos.
    const hashedSizes = hash.mock.calls.map(([, bytes]) => bytes.byteLength);
    expect(hashedSizes.filter((size) => size === firstPhoto.length || size === secondPhoto.length)).toEqual([]);
  } finally {
    hash.mockRestore();
    Object.assign(importWorkers, { begin: beginProcess });
  }
});

it('photos beyond the limit of a car and of their seller are left out by a limit, not missing', async () => {
  const otherSeller = await makeUser(server, 'Seller');
  const photosByName: Record<string, Buffer> = {};
  for (let photoIndex = 0; photoIndex < imagesPerListing + 2; photoIndex += 1)
    photosByName[`d1/${photoIndex}.jpg`] = await makeJpeg(200, 150);
  const makeListOfOneCar = (carReference: string): string =>
    `ref,title,price,year\n${carReference},Audi D1,1000,2016\n`;
  expect(
    await importArchive(makeZip({ 'cars.csv': makeListOfOneCar('d1'), ...photosByName }), otherSeller),
  ).toMatchObject({
    pictures: { taken: imagesPerListing, missing: 0, overBudget: 2 },
  });
  await server.context.pool.query('UPDATE image_upload SET bytes = $2 WHERE account_id = $1', [
    otherSeller.id,
    uploadQuotaBytes,
  ]);
  expect(
    await importArchive(
      makeZip({ 'cars.csv': makeListOfOneCar('d2'), 'd2.jpg': await makeJpeg(200, 150) }),
      otherSeller,
    ),
  ).toMatchObject({
    pictures: { taken: 0, missing: 0, overBudget: 1 },
  });
});
