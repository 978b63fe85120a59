import { computeMedian } from './samples.ts';

const repetitionCount = 9;
const records = Array.from({ length: 50_000 }, (_, index) => ({ index, name: `name ${index}` }));

/**
 * Measures how fast the machine is now: the median time of writing and reading 2 MB of JSON, which needs processor and
 * memory as the server does. Virtual machines change their speed within minutes, so figures of two runs are comparable only
 * where this time is the same.
 * @returns milliseconds
 */
export function measureProcessorSpeed(): number {
  const times = Array.from({ length: repetitionCount }, () => {
    const startTime = performance.now();
    JSON.parse(JSON.stringify(records));
    return performance.now() - startTime;
  });
  return Math.round(computeMedian(times) * 10) / 10;
}
