import { readOnlySqlState } from './leave-standby.ts';
import { findSqlState } from './transaction.ts';

/**
 * SQLSTATE codes which mean that the database is temporarily unavailable and nothing was changed. All codes that begin
 * with `08` have the same meaning.
 */
const temporaryFaultCodes = new Set([
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53300',
  '25P03',
  '40001',
  '40P01',
  readOnlySqlState,
]);
/**
 * Matches the messages of the driver's errors when it cannot connect, or has lost a connection. `is not queryable`:
 * when the connection of a transaction has broken, the rollback fails too, and the error of the rollback replaces the
 * first error.
 */
const connectionLossPattern =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|E(?:CONN(?:REFUSED|RESET|ABORTED)|(?:HOST|NET)UNREACH|TIMEDOUT|PIPE)|ENOENT|Query read timeout/;

/** Whether an error means that the database is temporarily unavailable: busy, restarting or unreachable. */
export function isTemporaryFault(error: unknown): boolean {
  const state = findSqlState(error) ?? '';
  if (temporaryFaultCodes.has(state) || state.startsWith('08')) return true;
  return error instanceof Error && connectionLossPattern.test(error.message);
}
