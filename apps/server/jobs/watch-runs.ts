import { isTemporaryFault } from '@carhouse/database/connection/passing-fault';
import type { Context } from '../context.ts';

/** Maximum number of consecutive failures through an unavailable database that are logged as warnings. */
const toleratedFailureCount = 2;

/**
 * Runs repeated background work and logs its failures. A database that is unavailable for a moment is logged as a
 * warning, because the next run does the same work. Any other failure, and the third failure in a row, is logged as an
 * error.
 * @param failureMessage the log message of a failure.
 * @returns a function that runs the work and returns whether it succeeded; it never throws.
 */
export function watchRuns(log: Pick<Context['log'], 'warn' | 'error'>, failureMessage: string, facts: object = {}) {
  let consecutiveFailures = 0;
  return async (runWork: () => Promise<unknown>): Promise<boolean> => {
    try {
      await runWork();
      consecutiveFailures = 0;
      return true;
    } catch (error) {
      consecutiveFailures += 1;
      const logLevel = isTemporaryFault(error) && consecutiveFailures <= toleratedFailureCount ? 'warn' : 'error';
      log[logLevel]({ err: error, ...facts, failuresInARow: consecutiveFailures }, failureMessage);
      return false;
    }
  };
}
