import { createFileMailer } from '@carhouse/mail/file-mailer';
import type { Mailer } from '@carhouse/mail/mailer';
import { makeMailFolderPath } from '@carhouse/mail/remove-old-mails';
import { createSmtpMailer } from '@carhouse/mail/smtp-mailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

/**
 * Opens the configured mailer. Without an SMTP server, the link in a mail is also logged, for developers. With an SMTP
 * server, links are never logged.
 */
export function openMailer(
  config: Pick<Config, 'mail' | 'dataDir' | 'publicUrl'>,
  log: Logger,
  makeFileName: () => string,
): Mailer {
  const origin = config.publicUrl;
  if (config.mail.kind === 'smtp') return createSmtpMailer({ url: config.mail.url, from: config.mail.from, origin });
  return createFileMailer({
    folder: makeMailFolderPath(config.dataDir),
    from: 'Car House <server@carhouse.invalid>',
    origin,
    makeFileName,
    log: (writtenMail) => log.warn(writtenMail, 'a mail was written to a file and sent to nobody: SMTP_URL is not set'),
  });
}
