import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * The delays of a process's event loop since the last report, and its use of the processor. Times are in milliseconds.
 */
export type EventLoopReport = {
  /** The longest delay between two iterations of the event loop. */
  readonly longestMs: number;
  /** The delay that 99 of 100 iterations of the event loop do not exceed. */
  readonly p99Ms: number;
  /** Processor time of the process with all its threads. */
  readonly cpuMs: number;
};

/**
 * This file is loaded by `node --import` before the program that is measured. The code answers each message of the
 * parent process with a report and begins a new measurement.
 */
if (isMainThread && process.send !== undefined) {
  const resolutionMs = 1;
  const delayHistogram = monitorEventLoopDelay({ resolution: resolutionMs });
  delayHistogram.enable();
  let cpuUsageBefore = process.cpuUsage();
  process.on('message', () => {
    const { user, system } = process.cpuUsage(cpuUsageBefore);
    cpuUsageBefore = process.cpuUsage();
    const report: EventLoopReport = {
      longestMs: Math.max(0, delayHistogram.max / 1e6 - resolutionMs),
      p99Ms: Math.max(0, delayHistogram.percentile(99) / 1e6 - resolutionMs),
      cpuMs: (user + system) / 1000,
    };
    delayHistogram.reset();
    process.send?.(report);
  });
  process.channel?.unref();
}
