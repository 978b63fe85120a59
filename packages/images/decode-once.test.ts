import { DomainError } from '@carhouse/domain/errors/domain-error';
import { expect, it } from 'vitest';
import { createDecodeOnce, digestOf } from './decode-once.ts';

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/** A decoder whose works end when the test says so. */
function slowDecoder() {
  const begun: PromiseWithResolvers<string>[] = [];
  const once = createDecodeOnce<string>();
  const decode = (text: string): Promise<string> =>
    once.run(bytesOf(text), () => {
      const work = Promise.withResolvers<string>();
      begun.push(work);
      return work.promise;
    });
  return { begun, decode };
}

it('the same bytes at one time are decoded once, other bytes for themselves', async () => {
  const { begun, decode } = slowDecoder();
  const all = [decode('one'), decode('one'), decode('one'), decode('two')];
  await expect.poll(() => begun.length).toBe(2);
  for (const [place, work] of begun.entries()) work.resolve(`image ${place}`);
  const [first, second, third, other] = await Promise.all(all);
  expect([second, third]).toEqual([first, first]);
  expect(other).not.toBe(first);
  expect(begun).toHaveLength(2);
});

it('nothing is kept when the decoding has ended', async () => {
  const { begun, decode } = slowDecoder();
  for (const round of [1, 2]) {
    const image = decode('one');
    await expect.poll(() => begun.length).toBe(round);
    begun.at(-1)?.resolve('image');
    expect(await image).toBe('image');
  }
});

it('a damaged image is refused to all who sent it; a refused turn is asked for again by each', async () => {
  const { begun, decode } = slowDecoder();
  const damaged = [decode('one'), decode('one')].map((image) => image.catch((error: DomainError) => error.code));
  await expect.poll(() => begun.length).toBe(1);
  begun[0]?.reject(new DomainError('IMAGE_INVALID'));
  expect(await Promise.all(damaged)).toEqual(['IMAGE_INVALID', 'IMAGE_INVALID']);
  const busy = [decode('two'), decode('two')].map((image) => image.catch((error: DomainError) => error.code));
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.reject(new DomainError('UPLOADS_BUSY'));
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve('image');
  expect(await Promise.all(busy)).toEqual(['UPLOADS_BUSY', 'image']);
});

it('the digest is that of the bytes of a view, not of its whole buffer', async () => {
  const whole = bytesOf('xabcx');
  expect(await digestOf(whole.subarray(1, 4))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
