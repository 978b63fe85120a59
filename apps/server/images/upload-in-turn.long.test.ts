import { makeJpeg } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { makeMultipartBody, multipartType } from '../testing/uploads.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(undefined, undefined, { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.close());

/** Uploads a new image from the given IP address. @returns the status of the response. */
async function sendImage(caller: TestUser, image: Buffer, address: string): Promise<number> {
  const answer = await fetch(`${server.url}/api/images`, {
    method: 'POST',
    headers: { 'content-type': multipartType, 'x-forwarded-for': address, authorization: caller.token },
    body: new Uint8Array(makeMultipartBody([{ bytes: image }])),
  });
  await answer.arrayBuffer();
  return answer.status;
}

it('four accounts of one network do not keep the decoder: the picture of another network is next', async () => {
  const crowdUsers = await Promise.all(Array.from({ length: 4 }, () => makeUser(server, 'Seller')));
  const otherSeller = await makeUser(server, 'Seller');
  const images = await Promise.all(Array.from({ length: 12 }, () => makeJpeg(2_000, 1_500)));
  let answeredCount = 0;
  const crowdUploadPromises = crowdUsers.flatMap((caller, index) =>
    images.slice(index * 3, index * 3 + 3).map(async (image) => {
      const status = await sendImage(caller, image, '198.51.100.7');
      answeredCount += 1;
      return status;
    }),
  );
  const ownImage = await makeJpeg(300, 200);
  // All twelve images have arrived. Two of the images are being decoded, and on a fast machine some images are finished
  // already.
  await expect.poll(() => server.context.imageWorkers.countWaiting(), { interval: 5 }).toBeGreaterThan(7);
  const answeredCountBefore = answeredCount;
  expect(await sendImage(otherSeller, ownImage, '203.0.113.9')).toBe(200);
  // Fewer than 7 of the crowd's images may be answered first. Some of them were decoded before the image of the second
  // network arrived, and each worker process was decoding one.
  expect(answeredCount - answeredCountBefore).toBeLessThan(7);
  expect(await Promise.all(crowdUploadPromises)).toEqual(crowdUploadPromises.map(() => 200));
});
