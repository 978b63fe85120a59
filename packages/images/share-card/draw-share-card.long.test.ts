import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { startImageWorkers } from '../start-image-workers.ts';
import { image } from '../testing/test-images.ts';
import type { ShareCard } from './share-card.ts';
import { drawText } from './text-path.ts';

// Drawing changes which decoders are allowed in its process. The test therefore uses a separate process, as the server
// does.
const workers = startImageWorkers({ processCount: 1, deadlineMs: 60_000 });
afterAll(() => workers.close());

async function drawShareCard(photo: Buffer | null, card: ShareCard): Promise<Buffer> {
  return Buffer.from(await workers.drawShareCard(photo, card));
}

const card: ShareCard = {
  name: 'Ferrari Roma',
  price: '$868,000',
  about: '2021 · Bukit Timah',
  coe: { words: '5.2 years of COE left', litTicks: 6 },
  siteName: 'Car House',
};

/** The mean brightness of a region of the picture, 0 to 255. */
async function measureBrightness(picture: Buffer, leftEdge: number, topEdge: number): Promise<number> {
  const extractedPixels = await sharp(picture)
    .extract({ left: leftEdge, top: topEdge, width: 60, height: 60 })
    .greyscale()
    .raw()
    .toBuffer();
  return extractedPixels.reduce((sum, value) => sum + value, 0) / extractedPixels.length;
}

test.each([
  ['a wide photo', 1600, 400],
  ['a usual photo', 1600, 1067],
  ['a tall photo', 480, 1440],
])('draws 1200 × 630 with %s above the texts', async (_, width, height) => {
  const photo = await image(width, height).webp().toBuffer();
  const picture = await drawShareCard(photo, card);
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const photoStats = await sharp(picture).extract({ left: 0, top: 0, width: 1200, height: 424 }).stats();
  expect(photoStats.channels.every(({ stdev }) => stdev > 3)).toBe(true);
  expect(await measureBrightness(picture, 1130, 440)).toBeGreaterThan(200);
});

test('draws a car without photos, with the price and the ticks of the COE', async () => {
  const picture = await drawShareCard(null, card);
  const pictureOfExpiredCoe = await drawShareCard(null, { ...card, coe: { ...card.coe, litTicks: 0 } });
  expect(await measureBrightness(picture, 50, 550)).toBeLessThan(
    (await measureBrightness(pictureOfExpiredCoe, 50, 550)) - 10,
  );
  const cardWithoutCoe = await drawShareCard(null, { ...card, coe: { words: 'COE unknown', litTicks: null } });
  expect(picture.equals(cardWithoutCoe)).toBe(false);
});

test('a text of a seller becomes numbers of a path, and its length is bounded', async () => {
  const hostileTitle = '</path><image href="file:///etc/passwd"/><script>"&amp;';
  expect(drawText(hostileTitle, 60).d).toMatch(/^[MLQCZ0-9.\- ]+$/);
  for (const name of [hostileTitle, 'W'.repeat(200), '中文车', '', '\u202e\u0000 e\u0301'.repeat(40)]) {
    expect((await sharp(await drawShareCard(null, { ...card, name })).metadata()).width).toBe(1200);
    expect(drawText(name, 60, 500).width).toBeLessThanOrEqual(500);
  }
});

test('the process decodes no SVG for an upload after it has drawn a picture', async () => {
  await drawShareCard(null, card);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const uploadPromise = workers.prepare(svg, { account: 'one', network: 'here' });
  // If the SVG were decoded, it would be refused for its format.
  await expect(uploadPromise).rejects.toMatchObject({
    code: 'IMAGE_INVALID',
    cause: { message: 'The picture cannot be decoded.' },
  });
});
