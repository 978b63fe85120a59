import type { Logger } from 'pino';

/**
 * After an uncaught error the state of the process is undefined: the error is logged and the process ends, so that its
 * supervisor restarts it (docs/reliability.md fault 45). Node would print the whole error, with the personal data that
 * PostgreSQL adds to it; the log redacts it. Unhandled rejections come here, too.
 */
export function endOnFault(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody has caught ends the process');
    process.exit(1);
  });
}
