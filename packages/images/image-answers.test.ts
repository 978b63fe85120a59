import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { startImageWorkers } from './start-image-workers.ts';
import { falsifications } from './testing/hostile-image-process.ts';
import { jpeg } from './testing/test-images.ts';

const program = fileURLToPath(new URL('./testing/hostile-image-process.ts', import.meta.url));
const workers = startImageWorkers({ processes: 1, deadline: 60_000, program });
afterAll(() => workers.close());

const sender = { account: 'one', network: 'here' };
/** An image of which the hostile process falsifies the answer in this way. */
const imageFor = async (falsification: number): Promise<Buffer> =>
  Buffer.concat([await jpeg(600, 400), Buffer.of(falsification)]);

it.each(falsifications.map((_, index) => index).slice(1))(
  'the process is killed and the image refused after an invalid answer (number %i)',
  async (falsification) => {
    await expect(workers.prepare(await imageFor(falsification), sender)).rejects.toMatchObject({
      code: 'IMAGE_INVALID',
      cause: new Error('The decoder sent an invalid answer.'),
    });
    expect(workers.processIds()).toEqual([]);
  },
);

it('a valid answer is accepted', async () => {
  const image = await workers.prepare(await imageFor(0), sender);
  expect(image).toMatchObject({ width: 600, height: 400 });
  expect(await workers.encodeAvif(image.variants.at(-1)?.bytes ?? Buffer.alloc(0))).not.toEqual([]);
  expect(workers.processIds()).toHaveLength(1);
});
