import { expect, test } from 'vitest';
import { getRequiredPosition, parseWalPosition, runAfterPosition } from './wal-position.ts';

test('positions compare as the bytes that they stand for', () => {
  expect(parseWalPosition('0/0')).toBe(0n);
  expect(parseWalPosition('0/FFFFFFFF') < parseWalPosition('1/0')).toBe(true);
  expect(parseWalPosition('16/B374D848')).toBe(0x16b374d848n);
});

test.each(['', '1', '0/', '/0', '0/G', '0/123456789', '0/0; DROP TABLE session'])('%j is no position', (text) => {
  expect(() => parseWalPosition(text)).toThrow('Not a position');
});

test('a position is required of what runs after it, and of nothing else', async () => {
  const readLater = async (): Promise<bigint> => {
    await Promise.resolve();
    return getRequiredPosition();
  };
  const [outer, inner] = await Promise.all([readLater(), runAfterPosition(7n, readLater)]);
  expect([outer, inner, getRequiredPosition()]).toEqual([0n, 7n, 0n]);
});
