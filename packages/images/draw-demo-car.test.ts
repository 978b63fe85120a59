import { makeDemoListings } from '@carhouse/demo-data/stock';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { startImageWorkers } from './start-image-workers.ts';

const workers = startImageWorkers({ processCount: 1, deadlineMs: 60_000 });
afterAll(() => workers.close());
const [car] = makeDemoListings(new Date('2026-11-23T00:00:00Z'));
const drawings = car?.drawings ?? [];

describe('the image workers draw demo cars', () => {
  it('in each width, with the key that is known before', async () => {
    const [, front] = drawings;
    if (front === undefined) throw new Error('The first demo car has no view of its front.');
    const { image, variants } = await workers.drawDemoCar(front, [480, 960]);
    expect([image.width, image.height]).toEqual([960, 640]);
    expect(variants.map(({ width, format }) => [width, format])).toEqual([
      [480, 'webp'],
      [960, 'webp'],
    ]);
    for (const { width, bytes } of variants) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width });
    }
    const keys = await workers.listDrawingKeys(drawings);
    expect(keys[1]).toBe(image.key);
    expect(new Set(keys).size).toBe(drawings.length);
  });

  it('and refuse an uploaded SVG afterwards', async () => {
    const [cover] = drawings;
    if (cover === undefined) throw new Error('The first demo car has no cover.');
    await workers.drawDemoCar(cover, [480]);
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="9" height="9"/></svg>',
    );
    await expect(workers.prepare(svg, { account: 'one', network: 'here' })).rejects.toMatchObject({
      code: 'IMAGE_INVALID',
    });
  });

  it('and go on after a drawing that fails', async () => {
    const [cover] = drawings;
    if (cover === undefined) throw new Error('The first demo car has no cover.');
    await expect(workers.drawDemoCar({ ...cover, rim: 'red' }, [480])).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
    expect((await workers.drawDemoCar(cover, [480])).variants.length).toBe(1);
  });
});
