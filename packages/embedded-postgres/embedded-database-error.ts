export type EmbeddedDatabaseErrorCode = 'DATA_DIR_LOCKED' | 'NO_BINARIES' | 'CANNOT_START';

/**
 * The reason why the embedded database is not available. The error's message says what the operator can do.
 *
 * - `DATA_DIR_LOCKED`: another running Car House holds this data directory.
 * - `NO_BINARIES`: npm installed no PostgreSQL for this platform, or it does not run on this machine.
 * - `CANNOT_START`: PostgreSQL was started and failed; the message ends with its last log lines.
 */
export class EmbeddedDatabaseError extends Error {
  readonly code: EmbeddedDatabaseErrorCode;

  constructor(code: EmbeddedDatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedDatabaseError';
    this.code = code;
  }
}

const DATABASE_URL_HINT = 'Set DATABASE_URL to use a PostgreSQL server of your own.';

export function makeDataDirLockedError(pid: number): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'DATA_DIR_LOCKED',
    `another Car House is running on this data directory (pid ${pid})`,
  );
}

export function makeNoBinariesError(reason: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'NO_BINARIES',
    `The embedded PostgreSQL is not available: ${reason}. ${DATABASE_URL_HINT}`,
  );
}

/** Creates the error `CANNOT_START`. `logTail` has the last lines of PostgreSQL's log, if there are any. */
export function makeCannotStartError(reason: string, logTail = '', cause?: unknown): EmbeddedDatabaseError {
  const logLines = logTail.trim() === '' ? '' : `\nPostgreSQL's last lines:\n${logTail.trim()}`;
  return new EmbeddedDatabaseError(
    'CANNOT_START',
    `The embedded PostgreSQL cannot start: ${reason}. ${DATABASE_URL_HINT}${logLines}`,
    { cause },
  );
}

/** The system error code of a failed call (`ENOENT`, `EACCES` …). The result is undefined for any other error. */
export function readSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
