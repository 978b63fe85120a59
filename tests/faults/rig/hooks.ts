// This file is loaded into the product before the product's own code (`--import`), so that signals can cause faults
// inside the product. Only experiments load this file; the product contains no code for such faults.
import { isMainThread } from 'node:worker_threads';

/** Milliseconds for which the event loop is blocked. */
const blockedMs = 5_000;

const isProductProcess = isMainThread && process.argv[1]?.endsWith('/apps/server/main.ts') === true;
if (isProductProcess) {
  process.on('SIGPWR', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockedMs);
  });
  process.on('SIGWINCH', () => {
    void Promise.reject(new Error('a promise that nobody handles, of maria.lim@faults.example'));
  });
  process.on('SIGIO', () => {
    const leakedObjects: unknown[] = [];
    const timer = setInterval(() => {
      for (let count = 0; count < 200_000; count += 1) leakedObjects.push({ count, text: String(count) });
    }, 20);
    timer.unref();
  });
}
