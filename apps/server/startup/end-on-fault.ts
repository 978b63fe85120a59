import type { Logger } from 'pino';

/**
 * An error that nobody has caught leaves the process in a state that nobody knows: it is logged and ends the process, for
 * the supervisor to start it again (docs/reliability.md fault 45). Node alone would print it whole, with the personal data that
 * PostgreSQL adds to its errors; the log is swept. Rejections that nobody handles come here, too.
 */
export function endOnFault(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody has caught ends the process');
    process.exit(1);
  });
}
