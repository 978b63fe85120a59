import { describe, expect, it } from 'vitest';
import { createRandomBytes } from './random-bytes.ts';

describe('the source of random bytes', () => {
  it('returns no bytes twice, also after it has read the source of the system again', () => {
    const takeBytes = createRandomBytes();
    const texts = Array.from({ length: 2000 }, () => Buffer.from(takeBytes(10)).toString('hex'));
    expect(new Set(texts).size).toBe(2000);
    expect(texts.every((text) => text.length === 20)).toBe(true);
  });

  it('returns bytes that the caller may keep', () => {
    const takeBytes = createRandomBytes();
    const firstBytes = takeBytes(10);
    const firstBytesCopy = Uint8Array.from(firstBytes);
    for (let count = 0; count < 2000; count += 1) takeBytes(10);
    expect(firstBytes).toEqual(firstBytesCopy);
  });

  it('refuses more bytes than it reads at once', () => {
    expect(() => createRandomBytes()(5000)).toThrow(RangeError);
  });
});
