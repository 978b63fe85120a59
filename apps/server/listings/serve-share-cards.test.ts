import { readImageMetadata } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

/** Returns the path of the preview image that the car's page names. */
async function readPicturePath(id: string, caller: TestUser | null = null): Promise<string> {
  return String((await call(server, caller, 'GET', `/api/v1/listings/${id}`)).body.sharePicture);
}
const fetchPicture = (url: string) => server.app.inject({ method: 'GET', url });
const updateListing = (id: string, sql: string) =>
  server.context.pool.query(`UPDATE listing SET ${sql} WHERE id = $1`, [id]);

describe('the picture of a shared car', () => {
  it('is a JPEG of 1200 × 630, also for a car without photos', async () => {
    const path = await readPicturePath(await makeCar(server, seller));
    const answer = await fetchPicture(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=3600' });
    expect(await readImageMetadata(answer.rawPayload)).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  });

  it('is drawn for a make that is also the name of a method of objects', async () => {
    await server.context.pool.query("INSERT INTO brand (api_name, name) VALUES ('constructor', 'Constructor')");
    const answer = await fetchPicture(await readPicturePath(await makeCar(server, seller, { brand: 'constructor' })));
    expect(answer.statusCode).toBe(200);
  });

  it('is drawn once for each version, whoever asks and however many', async () => {
    const { imageWorkers } = server.context;
    const path = await readPicturePath(await makeCar(server, seller, { title: 'Drawn once' }));
    let drawnCount = 0;
    const drawOriginal = imageWorkers.drawShareCard;
    Object.assign(imageWorkers, {
      drawShareCard: (...args: Parameters<typeof drawOriginal>) => {
        drawnCount += 1;
        return drawOriginal(...args);
      },
    });
    const answers = await Promise.all([path, path, path].map(fetchPicture));
    answers.push(await fetchPicture(path));
    Object.assign(imageWorkers, { drawShareCard: drawOriginal });
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(drawnCount).toBe(1);
  });

  it('has another address when what it shows changes, and the old one leads to it', async () => {
    const id = await makeCar(server, seller);
    const picturePaths = [await readPicturePath(id)];
    for (const sql of [
      'resale_price_cents = 5000000',
      "title = 'Portofino'",
      "location = 'Ubi'",
      "coe_expires_on = '2031-03-01'",
      "status = 'sold'",
    ]) {
      await updateListing(id, sql);
      picturePaths.push(await readPicturePath(id));
    }
    expect(new Set(picturePaths).size).toBe(picturePaths.length);
    const oldPathAnswer = await fetchPicture(picturePaths[0] ?? '');
    expect([oldPathAnswer.statusCode, oldPathAnswer.headers.location, oldPathAnswer.headers['cache-control']]).toEqual([
      302,
      picturePaths.at(-1),
      'no-store',
    ]);
    await updateListing(id, "description = 'Other words.'");
    expect(await readPicturePath(id)).toBe(picturePaths.at(-1));
  });

  it('does not exist for a draft and a withdrawn car, not even for its seller', async () => {
    const draftListingId = await makeCar(server, seller, { status: 'draft' });
    const id = await makeCar(server, seller);
    const path = await readPicturePath(id);
    expect((await fetchPicture(path)).statusCode).toBe(200);
    await updateListing(id, "status = 'withdrawn'");
    expect((await fetchPicture(path)).statusCode).toBe(404);
    expect((await fetchPicture(`/media/cars/${draftListingId}/0123456789abcdef.jpg`)).statusCode).toBe(404);
    for (const car of [id, draftListingId])
      for (const caller of [seller, admin])
        expect((await call(server, caller, 'GET', `/api/v1/listings/${car}`)).body.sharePicture).toBeNull();
  });

  it('does not exist when the seller is suspended', async () => {
    const otherSeller = await makeUser(server, 'Seller');
    const path = await readPicturePath(await makeCar(server, otherSeller));
    expect((await fetchPicture(path)).statusCode).toBe(200);
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [otherSeller.id]);
    expect((await fetchPicture(path)).statusCode).toBe(404);
  });

  it.each(['0.jpg', '0123456789abcdef.png', '0123456789abcdeg.jpg', '..%2f..%2fetc'])('is 404 for %s', async (file) => {
    const id = await makeCar(server, seller);
    expect((await fetchPicture(`/media/cars/${id}/${file}`)).statusCode).toBe(404);
    expect((await fetchPicture(`/media/cars/none/${file}`)).statusCode).toBe(404);
  });
});
