import { parentPort, workerData } from 'node:worker_threads';

/** The resources for one image: CPU seconds and bytes of memory. */
export type ImageBudget = { readonly cpuSeconds: number; readonly residentBytes: number };

/** Milliseconds between two checks. */
const every = 100;

/**
 * This thread ends its process when an image exceeds its budget. The decoding thread may hang and cannot check itself.
 * `begun` holds the CPU microseconds of the process at the start of the image.
 */
const { budget, begun } = workerData as { readonly budget: ImageBudget; readonly begun: Float64Array };
look();
parentPort?.postMessage('watching');
setInterval(look, every);

function look(): void {
  const { user, system } = process.cpuUsage();
  const spent = (user + system - (begun[0] ?? 0)) / 1e6;
  if (spent > budget.cpuSeconds || process.memoryUsage.rss() > budget.residentBytes)
    process.kill(process.pid, 'SIGKILL');
}
