import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DigestMismatchError, type ImageWorkers, startImageWorkers } from './start-image-workers.ts';
import { makeJpeg } from './testing/test-images.ts';

const sender = { account: 'one', network: 'here' };
const program = fileURLToPath(new URL('./testing/hostile-image-process.ts', import.meta.url));
const reportedIssues: string[] = [];
let hostileWorkers: ImageWorkers;

beforeAll(() => {
  hostileWorkers = startImageWorkers({
    processCount: 1,
    deadlineMs: 60_000,
    program,
    onInvalidMessage: (issue) => reportedIssues.push(issue),
  });
});
afterAll(() => hostileWorkers.close());

describe('a decoder that was taken over is killed, and the image is refused, when it sends', () => {
  it.each([
    ['nothing', 1],
    ['the answer to another task', 2],
    ['a further field', 3],
    ['the key of another image', 4],
    ['a key that is a path', 5],
    ['a width beyond the largest', 6],
    ['no height', 7],
    ['no files', 8],
    ['a file twice', 9],
    ['files of other widths', 10],
    ['a file of another format', 11],
    ['a file that is text', 12],
    ['a file beyond its size', 13],
    ['another hash of likeness', 14],
    ['a long reason', 15],
    ['the length of gigabytes', 254],
    ['bytes that are no message', 255],
  ])('%s', async (_, place) => {
    reportedIssues.length = 0;
    await expect(hostileWorkers.prepare(Buffer.from([place]), sender)).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
    expect(reportedIssues).toHaveLength(1);
    expect(hostileWorkers.listProcessIds()).toEqual([]);
  });

  it('anything after its answer, before the next image', async () => {
    reportedIssues.length = 0;
    // When both messages arrive together, as on a busy machine, the decoder may be killed before its answer is used.
    const errorCode = await hostileWorkers.prepare(Buffer.from([0]), sender).then(
      ({ width }) => width,
      (error: { code: string }) => error.code,
    );
    expect([100, 'IMAGE_INVALID']).toContain(errorCode);
    await expect.poll(() => reportedIssues).toHaveLength(1);
    expect(hostileWorkers.listProcessIds()).toEqual([]);
  });
});

it('a decoder refuses bytes under the digest of others', async () => {
  const workers = startImageWorkers({ processCount: 1, deadlineMs: 60_000 });
  try {
    const wrongDigestPromise = workers.prepareDistinct(await makeJpeg(300, 200), '0'.repeat(64), sender);
    await expect(wrongDigestPromise).rejects.toBeInstanceOf(DigestMismatchError);
  } finally {
    await workers.close();
  }
});
