import { sqlState } from './transaction.ts';

/** SQLSTATE codes that mean: the database cannot answer now, nothing was changed, try again. Class 08 means the same. */
const passing = new Set(['55P03', '57014', '57P01', '57P02', '57P03', '53300', '25P03', '40001', '40P01']);
/** Messages of the driver when no connection can be had. */
const noConnection =
  /timeout exceeded when trying to connect|Connection terminated|ECONNREFUSED|ECONNRESET|ENOENT|Query read timeout/;

/** Whether the database could not answer at this moment: it is busy, restarting or out of reach. */
export function isPassingFault(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (passing.has(state) || state.startsWith('08')) return true;
  return error instanceof Error && noConnection.test(error.message);
}
