import { expect, it } from 'vitest';
import { findImageFileFault, needsConversion } from './fit-image.ts';

const megabyteBytes = 1024 * 1024;

it.each([
  ['a.jpg', 'image/jpeg', 1, undefined, false],
  ['a.jpg', 'image/jpeg', 12 * megabyteBytes, undefined, true],
  ['a.jpg', 'image/jpeg', 61 * megabyteBytes, 'too-large', true],
  ['a.heic', 'image/heic', 1, undefined, true],
  ['IMG.HEIC', '', 1, undefined, true],
  ['a.png', '', 1, undefined, false],
  ['a.png', 'image/png', 0, 'empty', false],
  ['a.txt', 'text/plain', 1, 'type', false],
  ['a.mov', 'video/quicktime', 1, 'type', false],
] as const)(
  '%s of type %j with %d bytes: %s, changed before it is sent: %s',
  (name, type, size, fault, isConverted) => {
    expect(findImageFileFault({ name, type, size })).toBe(fault);
    expect(needsConversion({ name, type, size })).toBe(isConverted);
  },
);
