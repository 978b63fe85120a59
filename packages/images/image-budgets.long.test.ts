import { afterEach, describe, expect, it } from 'vitest';
import { type ImageWorkerOptions, type ImageWorkers, startImageWorkers } from './start-image-workers.ts';
import { makeJpeg } from './testing/test-images.ts';

const sender = { account: 'one', network: 'here' };
const startedWorkers: ImageWorkers[] = [];
afterEach(async () => {
  await Promise.all(startedWorkers.splice(0).map((workers) => workers.close()));
});

function startWorkers(options: ImageWorkerOptions): ImageWorkers {
  const workers = startImageWorkers({ processCount: 1, deadlineMs: 60_000, ...options });
  startedWorkers.push(workers);
  return workers;
}

describe('a process that decodes images', () => {
  it.each([
    ['memory', { residentBytes: 2 ** 20 }],
    ['CPU seconds', { cpuSeconds: 0.001 }],
  ])('is killed when an image exceeds its %s, and the image is refused', async (_, budget) => {
    const workers = startWorkers({ budget });
    await expect(workers.prepare(await makeJpeg(3_000, 2_000), sender)).rejects.toMatchObject({
      code: 'IMAGE_INVALID',
    });
    expect(workers.listProcessIds()).toEqual([]);
    expect(workers.countBusy()).toBe(0);
  });

  it('is killed when an image exceeds its time limit', async () => {
    const workers = startWorkers({ deadlineMs: 1 });
    await expect(workers.prepare(await makeJpeg(3_000, 2_000), sender)).rejects.toMatchObject({
      code: 'IMAGE_INVALID',
    });
    expect(workers.listProcessIds()).toEqual([]);
  });

  it('counts the CPU seconds of each image separately', async () => {
    const workers = startWorkers({});
    const image = await makeJpeg(600, 400);
    const firstImage = await workers.prepare(image, sender);
    const [process] = workers.listProcessIds();
    expect(await workers.prepare(image, sender)).toEqual(firstImage);
    expect(workers.listProcessIds()).toEqual([process]);
  });
});
