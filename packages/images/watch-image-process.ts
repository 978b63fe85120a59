import { parentPort, workerData } from 'node:worker_threads';

/** The resources for one image: CPU seconds and bytes of memory. */
export type ImageBudget = { readonly cpuSeconds: number; readonly residentBytes: number };

/** Milliseconds between two checks. */
const checkIntervalMs = 100;

/**
 * A thread that ends the process when an image exceeds its budget. The decoding thread cannot check its own budget,
 * because the thread may hang. `cpuAtStart` holds the CPU microseconds of the process at the start of the image.
 */
const { budget, cpuAtStart } = workerData as { readonly budget: ImageBudget; readonly cpuAtStart: Float64Array };
checkBudget();
parentPort?.postMessage('watching');
setInterval(checkBudget, checkIntervalMs);

function checkBudget(): void {
  const { user, system } = process.cpuUsage();
  const spentCpuSeconds = (user + system - (cpuAtStart[0] ?? 0)) / 1e6;
  if (spentCpuSeconds > budget.cpuSeconds || process.memoryUsage.rss() > budget.residentBytes)
    process.kill(process.pid, 'SIGKILL');
}
