import type { Logger } from 'pino';

/**
 * Logs an uncaught error and ends the process, so that its supervisor restarts it: after such an error the state of the
 * process is undefined (docs/reliability.md fault 45). Node would print the whole error, with the personal data that
 * PostgreSQL adds to it; the log removes such data. Unhandled rejections are logged and end the process, too.
 */
export function endOnFault(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody has caught ends the process');
    process.exit(1);
  });
}
