import { randomFillSync } from 'node:crypto';

/** Number of bytes that are read from the system's random source at once. */
const poolSize = 4096;

/**
 * Creates a source of secure random bytes that reads the system's source in large pieces. Each read from the system's
 * source takes about 10 µs, whatever its size, and a request needs several ids. No byte is returned twice.
 * @throws RangeError when more than 4096 bytes are asked for.
 */
export function createRandomBytes(): (count: number) => Uint8Array {
  const pool = new Uint8Array(poolSize);
  let usedCount = poolSize;
  return (count) => {
    if (count > poolSize) throw new RangeError(`At most ${poolSize} random bytes are given at once.`);
    if (usedCount + count > poolSize) {
      randomFillSync(pool);
      usedCount = 0;
    }
    usedCount += count;
    return pool.slice(usedCount - count, usedCount);
  };
}
