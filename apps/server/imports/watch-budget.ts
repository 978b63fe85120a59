import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { ProcessBudget } from './import-task.ts';

/** Milliseconds between two checks of the process's CPU time and memory. */
const checkIntervalMs = 50;
const stderrDescriptor = 2;

/**
 * This program runs in a thread of an import process, and ends the process when it exceeds its CPU time or memory. The
 * main thread cannot check its own CPU time and memory, because it may be stuck in a loop. The thread writes the reason
 * as the last line of standard error.
 */
const { cpuSeconds, residentBytes } = workerData as ProcessBudget;
checkBudget();
parentPort?.postMessage('watching');
setInterval(checkBudget, checkIntervalMs);

function checkBudget(): void {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1e6 > cpuSeconds) endProcess('CPU');
  if (process.memoryUsage.rss() > residentBytes) endProcess('MEMORY');
}

function endProcess(budget: 'CPU' | 'MEMORY'): void {
  writeSync(stderrDescriptor, `budget:${budget}\n`);
  process.kill(process.pid, 'SIGKILL');
}
