import { listStoredWidths } from '@carhouse/domain/image/image-widths';
import { imageUrl } from '@carhouse/images/image-url';
import { makeJpeg, readImageMetadata } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookListing, call, makeUser, type TestUser } from '../testing/builders.ts';
import { makeProductForm } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { upload } from '../testing/uploads.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

let carCount = 0;

async function postCarWithImage(width: number): Promise<string> {
  carCount += 1;
  const uploadAnswer = await upload(server, seller, await makeJpeg(width, Math.round(width / 1.5)));
  const { url } = (uploadAnswer.body as unknown as { data: { url: string } }).data;
  return String(
    (await call(server, seller, 'POST', '/api/products', makeProductForm(url, { title: `Roma ${carCount}` }))).body
      .insertedId,
  );
}

it.each([300, 600, 1200, 2100])('a photo %i pixels wide is in the files that its size tells', async (photoWidth) => {
  const car = await postCarWithImage(photoWidth);
  const { body } = await call(server, null, 'GET', `/api/productById/${car}`);
  const { width, height } = body.imageSize as { width: number; height: number };
  expect([width, height]).toEqual([Math.min(photoWidth, 1600), Math.round(Math.min(photoWidth, 1600) / 1.5)]);
  const key = /media\/([a-z0-9]+)-/.exec(String(body.image))?.[1] ?? '';
  for (const each of listStoredWidths(width)) {
    const fileAnswer = await server.app.inject(imageUrl(key, each));
    expect(fileAnswer.statusCode).toBe(200);
    expect(await readImageMetadata(fileAnswer.rawPayload)).toMatchObject({
      width: Math.min(each, width),
      format: 'webp',
    });
  }
});

it('an order tells the size of the picture that was booked, also after the car shows another', async () => {
  const car = await postCarWithImage(600);
  const bookingId = await bookListing(server, buyer, car as Parameters<typeof bookListing>[2]);
  const otherUploadAnswer = await upload(server, seller, await makeJpeg(900, 600));
  const { url } = (otherUploadAnswer.body as unknown as { data: { url: string } }).data;
  expect((await call(server, seller, 'PUT', `/api/v1/listings/${car}/photos`, { photos: [url] })).status).toBe(200);
  const { body } = await call(server, buyer, 'GET', `/api/payment/${bookingId}`);
  expect(body.productImgSize).toEqual({ width: 600, height: 400 });
});
