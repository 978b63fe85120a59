import { makeDemoListings } from '@carhouse/demo-data/stock';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { drawGallery, enqueueGallery } from './draw-gallery.ts';
import { storeDrawing } from './store-drawing.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.pool.query("DELETE FROM listing_image; DELETE FROM seed_marker WHERE name = 'demo-gallery'");
  await server.context.jobs.prepareOnce();
  await server.context.pool.query("DELETE FROM pgboss.job WHERE name = 'demo-gallery'");
});

const demoStock = makeDemoListings(new Date());

/** Makes a car with the same cover as the demo car at this index. */
async function makeDemoCar(carIndex: number, at = server, carOwner = seller): Promise<ListingId> {
  const cover = demoStock[carIndex]?.drawings[0];
  if (cover === undefined) throw new Error(`The demo stock has no car ${carIndex}.`);
  const id = await makeCar(at, carOwner);
  const key = await storeDrawing(at.context, cover, 'first');
  await at.context.pool.query('INSERT INTO listing_image VALUES ($1, 0, $2)', [id, key]);
  return id;
}

const readImages = async (id: ListingId, at = server): Promise<string[]> =>
  (await call(at, null, 'GET', `/api/productById/${id}`)).body.images as string[];
/** Returns the car keys after which the queued jobs start. */
const listQueuedCarKeys = async (): Promise<unknown[]> => {
  const { rows } = await server.context.pool.query(
    "SELECT data->>'after' AS after FROM pgboss.job WHERE name = 'demo-gallery' AND state = 'created'",
  );
  return rows.map(({ after }) => after);
};
const isGalleryMarked = async (): Promise<boolean> =>
  (await server.context.pool.query("SELECT 1 FROM seed_marker WHERE name = 'demo-gallery'")).rows.length === 1;

/** Runs every drawing job from the first car on. */
async function drawAllGalleries(): Promise<void> {
  const { pool } = server.context;
  await pool.query("DELETE FROM pgboss.job WHERE name = 'demo-gallery'");
  for (
    let previousCarKeys: unknown[] = [null];
    previousCarKeys.length > 0;
    previousCarKeys = await listQueuedCarKeys()
  ) {
    await pool.query("DELETE FROM pgboss.job WHERE name = 'demo-gallery'");
    await drawGallery(server.context, previousCarKeys[0] as string | null);
  }
}

it('gives every demo car four views behind its cover, one car a round', async () => {
  const cars = [await makeDemoCar(0), await makeDemoCar(5), await makeDemoCar(demoStock.length - 1)];
  const coversOfCars = await Promise.all(cars.map((id) => readImages(id)));
  await drawGallery(server.context, null);
  expect((await Promise.all(cars.map((id) => readImages(id)))).map((images) => images.length)).toEqual([5, 1, 1]);
  expect([await listQueuedCarKeys(), await isGalleryMarked()]).toEqual([[demoStock[0]?.key], false]);
  await drawAllGalleries();
  const imagesOfCars = await Promise.all(cars.map((id) => readImages(id)));
  expect(imagesOfCars.map(([cover]) => [cover])).toEqual(coversOfCars);
  expect(new Set(imagesOfCars.flat()).size).toBe(15);
  for (const url of imagesOfCars.flat()) expect((await server.app.inject(url)).statusCode, url).toBe(200);
  const { pictures } = (await call(server, null, 'GET', `/api/v1/listings/${cars[0]}`)).body;
  expect(pictures).toEqual(imagesOfCars[0]?.map((url) => ({ url, width: 1920, height: 1280 })));
  for (const url of imagesOfCars[0] ?? []) {
    const { rawPayload } = await server.app.inject(url.replace('-960', '-1920'));
    expect(rawPayload.length).toBeGreaterThan((await server.app.inject(url)).rawPayload.length);
  }
  expect(await isGalleryMarked()).toBe(true);
});

it('asks the image processes for each picture, and for the keys of many covers at once', async () => {
  await makeDemoCar(0);
  const { imageWorkers } = server.context;
  const requestedUrls: string[] = [];
  const countingContext: Context = {
    ...server.context,
    imageWorkers: {
      ...imageWorkers,
      drawDemoCar: (drawing, widths) => {
        requestedUrls.push(drawing.view ?? 'side');
        return imageWorkers.drawDemoCar(drawing, widths);
      },
      listDrawingKeys: (drawings) => {
        requestedUrls.push(`${drawings.length} keys`);
        return imageWorkers.listDrawingKeys(drawings);
      },
    },
  };
  await drawGallery(countingContext, null);
  expect(requestedUrls).toEqual(['20 keys', 'side', 'front', 'rear', 'wheel', 'cabin']);
});

it('draws nothing again', async () => {
  const car = await makeDemoCar(0);
  await drawAllGalleries();
  const galleryUrls = await readImages(car);
  await drawAllGalleries();
  expect(await readImages(car)).toEqual(galleryUrls);
  await enqueueGallery(server.context);
  expect(await listQueuedCarKeys()).toEqual([]);
});

it('is asked for once, however often the server starts meanwhile', async () => {
  await enqueueGallery(server.context);
  await enqueueGallery(server.context);
  expect(await listQueuedCarKeys()).toEqual([null]);
});

it('does not change a car whose seller has changed its images in the meantime', async () => {
  const car = await makeDemoCar(0);
  const ownImage = await makeImage(server, seller);
  const { images } = server.context;
  let drawnCount = 0;
  const context: Context = {
    ...server.context,
    images: {
      ...images,
      async put(key, variants) {
        await images.put(key, variants);
        drawnCount += 1;
        if (drawnCount > 1) return;
        const changeAnswer = await call(server, seller, 'PUT', `/api/v1/listings/${car}/photos`, {
          photos: [ownImage],
        });
        expect(changeAnswer.status).toBe(200);
      },
    },
  };
  await drawGallery(context, null);
  expect(drawnCount).toBe(5);
  expect(await readImages(car)).toEqual([ownImage]);
});

it('goes on after a round that was cut off', async () => {
  const car = await makeDemoCar(0);
  const { images } = server.context;
  let storedFileCount = 0;
  const putImage = (...args: Parameters<typeof images.put>): Promise<void> => {
    storedFileCount += 1;
    return storedFileCount === 2 ? Promise.reject(new Error('cut off')) : images.put(...args);
  };
  await expect(drawGallery({ ...server.context, images: { ...images, put: putImage } }, null)).rejects.toThrow(
    'cut off',
  );
  expect([(await readImages(car)).length, await isGalleryMarked()]).toEqual([1, false]);
  await drawGallery(server.context, null);
  expect((await readImages(car)).length).toBe(5);
});

it('is done by the jobs of the server', async () => {
  const serverWithDrawings = await startTestServer();
  try {
    const car = await makeDemoCar(0, serverWithDrawings, await makeUser(serverWithDrawings, 'Seller'));
    await enqueueGallery(serverWithDrawings.context);
    await startJobs(serverWithDrawings.context);
    await expect.poll(async () => (await readImages(car, serverWithDrawings)).length).toBe(5);
  } finally {
    await serverWithDrawings.close();
  }
});
