import { availableParallelism, loadavg } from 'node:os';

export interface Report {
  /** Runs one case and prints its row: result, number, title, seconds, and the returned text. */
  check(number: number, title: string, runCase: () => Promise<string>): Promise<void>;
  /** Prints a row for a case that cannot be run on this machine. */
  leaveOut(number: number, title: string, reason: string): void;
  /**
   * Prints the last line of the table.
   * @returns whether every case passed.
   */
  finish(): boolean;
}

/** Opens a table that is printed row by row. `cleanUpFailure` cleans up after a failed case. */
export function openReport(cleanUpFailure: () => Promise<void>): Report {
  const loadAverageBefore = readLoadAverage();
  const counts = { passed: 0, failed: 0 };
  const printRow = (result: string, number: string, title: string, seconds: string, detail: string): void =>
    console.log(`${result.padEnd(8)} ${number.padStart(4)}  ${title.padEnd(58)} ${seconds.padStart(7)}  ${detail}`);
  printRow('result', 'case', 'what was tried', 'seconds', 'what was seen');
  return {
    async check(number, title, runCase) {
      const startTime = performance.now();
      const seconds = (): string => ((performance.now() - startTime) / 1000).toFixed(1);
      try {
        const detail = await runCase();
        counts.passed += 1;
        printRow('passed', String(number), title, seconds(), detail);
      } catch (error) {
        counts.failed += 1;
        printRow('FAILED', String(number), title, seconds(), error instanceof Error ? error.message : String(error));
        await cleanUpFailure();
      }
    },
    leaveOut: (number, title, reason) => printRow('not run', String(number), title, '', reason),
    finish() {
      console.log(
        `load average ${loadAverageBefore} before, ${readLoadAverage()} after, on ${availableParallelism()} processors`,
      );
      console.log(`${counts.passed} passed, ${counts.failed} failed`);
      return counts.failed === 0;
    },
  };
}

/** Reads the system load of the last minute, which may explain slow starts. */
function readLoadAverage(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
