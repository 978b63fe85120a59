import { isPassingFault } from '@carhouse/database/connection/passing-fault';
import type { Context } from '../context.ts';

/** From this many failures in a row on, a database that cannot answer is an error. */
const tolerated = 2;

/**
 * Runs repeated background work and logs its failures. A database that cannot answer for a moment is a warning,
 * because the next run does the same work. Any other fault, and the third failure in a row, is an error.
 * @param sentence the log message of a failure.
 * @returns what runs the work and says whether it succeeded; it never throws.
 */
export function watchRuns(log: Pick<Context['log'], 'warn' | 'error'>, sentence: string, facts: object = {}) {
  let inARow = 0;
  return async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      inARow = 0;
      return true;
    } catch (error) {
      inARow += 1;
      const level = isPassingFault(error) && inARow <= tolerated ? 'warn' : 'error';
      log[level]({ err: error, ...facts, failuresInARow: inARow }, sentence);
      return false;
    }
  };
}
