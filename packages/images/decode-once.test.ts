import { DomainError } from '@carhouse/domain/errors/domain-error';
import { expect, it } from 'vitest';
import { computeDigest, createDecodeOnce } from './decode-once.ts';

const toBytes = (text: string): Uint8Array => Buffer.from(text);

/**
 * Options of a wait in milliseconds: the timeout is shorter than that of a test, so that a failed wait reports its
 * reason.
 */
const pollOptions = { timeout: 60_000 };

type PendingWork = PromiseWithResolvers<string>;

/**
 * A slow decoder for tests. `begunDecodings` contains the decodings that have begun; a test ends each of them. `endAllWork` ends
 * all begun decodings, and every later decoding as soon as it begins.
 */
function createSlowDecoder() {
  const begunDecodings: PendingWork[] = [];
  let endBegunWork: ((pendingWork: PendingWork) => void) | undefined;
  const endAllWork = (endWork: (pendingWork: PendingWork) => void): void => {
    endBegunWork = endWork;
    for (const pendingWork of begunDecodings) endWork(pendingWork);
  };
  const decodeOnce = createDecodeOnce<string>();
  const decode = (text: string): Promise<string> =>
    decodeOnce.run(toBytes(text), () => {
      const pendingWork = Promise.withResolvers<string>();
      begunDecodings.push(pendingWork);
      endBegunWork?.(pendingWork);
      return pendingWork.promise;
    });
  return { begun: begunDecodings, decode, endAll: endAllWork };
}

it('the same bytes that arrive at the same time are decoded once, and other bytes separately', async () => {
  const { begun: begunDecodings, decode, endAll: endAllWork } = createSlowDecoder();
  const decodedImagePromises = [decode('one'), decode('one'), decode('one'), decode('two')];
  await expect.poll(() => begunDecodings.length, pollOptions).toBe(2);
  endAllWork((pendingWork) => pendingWork.resolve(`image ${begunDecodings.indexOf(pendingWork)}`));
  const [firstImage, secondImage, thirdImage, otherImage] = await Promise.all(decodedImagePromises);
  expect([secondImage, thirdImage]).toEqual([firstImage, firstImage]);
  expect(otherImage).not.toBe(firstImage);
  expect(begunDecodings).toHaveLength(2);
});

it('no result is stored after the decoding', async () => {
  const { begun: begunDecodings, decode } = createSlowDecoder();
  for (const decodingCount of [1, 2]) {
    const imagePromise = decode('one');
    await expect.poll(() => begunDecodings.length, pollOptions).toBe(decodingCount);
    begunDecodings.at(-1)?.resolve('image');
    expect(await imagePromise).toBe('image');
  }
});

const catchErrorCode = (imagePromise: Promise<string>): Promise<string> =>
  imagePromise.catch((error: DomainError) => error.code);

it('a damaged image is refused for every upload of it', async () => {
  const { begun: begunDecodings, decode, endAll: endAllWork } = createSlowDecoder();
  const outcomePromises = [decode('one'), decode('one')].map(catchErrorCode);
  await expect.poll(() => begunDecodings.length, pollOptions).toBe(1);
  endAllWork((pendingWork) => pendingWork.reject(new DomainError('IMAGE_INVALID')));
  expect(await Promise.all(outcomePromises)).toEqual(['IMAGE_INVALID', 'IMAGE_INVALID']);
  expect(begunDecodings).toHaveLength(1);
});

it('after UPLOADS_BUSY each upload asks for a turn of its own', async () => {
  const { begun: begunDecodings, decode, endAll: endAllWork } = createSlowDecoder();
  const outcomePromises = [decode('one'), decode('one')].map(catchErrorCode);
  await expect.poll(() => begunDecodings.length, pollOptions).toBe(1);
  begunDecodings[0]?.reject(new DomainError('UPLOADS_BUSY'));
  endAllWork((pendingWork) => pendingWork.resolve('image'));
  // Threads compute the digests, so either upload may be the first to be decoded.
  expect((await Promise.all(outcomePromises)).toSorted()).toEqual(['UPLOADS_BUSY', 'image']);
  expect(begunDecodings).toHaveLength(2);
});

it('the digest is that of the bytes of a view, not of its whole buffer', async () => {
  const surroundingBytes = toBytes('xabcx');
  expect(await computeDigest(surroundingBytes.subarray(1, 4))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
