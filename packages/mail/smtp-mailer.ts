import { createTransport } from 'nodemailer';
import { composeLetter } from './compose-letter.ts';
import { MailError, type Mailer } from './mailer.ts';

export type SmtpMailerOptions = {
  /** `smtp://user:password@host:587` (STARTTLS, demanded as soon as there is a password) or `smtps://host` (TLS at once). */
  readonly url: string;
  /** An address, or `Name <address>`. */
  readonly from: string;
  /** The only site that mails may lead to. */
  readonly origin: string;
  /** For a server with a certificate of its own making. */
  readonly ca?: string;
  /** Milliseconds after which a letter counts as not handed over. */
  readonly deadline?: number;
};

/** Milliseconds. Each step has its own limit, and the whole letter one more, or a server that drips could hold it for ever. */
const stepTimeout = 10_000;
const wholeDeadline = 30_000;

/** Hands letters to an SMTP server over a few kept connections. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const deadline = options.deadline ?? wholeDeadline;
  const transport = openTransport(options, Math.min(stepTimeout, deadline));
  return {
    send: async (letter) => {
      const message = composeLetter(letter, options.from, options.origin);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new MailError('The mail server is too slow.', { lasting: false })), deadline);
      });
      try {
        await Promise.race([transport.sendMail(message), late]);
      } catch (error) {
        throw error instanceof MailError ? error : refusal(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/**
 * Greets the server, with TLS and the password where there is one, and sends nothing.
 * @param timeout of each step, in milliseconds. @throws MailError with the code of the refusal.
 */
export async function greetMailServer(options: Pick<SmtpMailerOptions, 'url' | 'ca'>, timeout: number): Promise<void> {
  const transport = openTransport(options, timeout);
  try {
    await transport.verify();
  } catch (error) {
    throw refusal(error);
  } finally {
    transport.close({ force: true });
  }
}

/** @param timeout of each step, in milliseconds. */
function openTransport(options: Pick<SmtpMailerOptions, 'url' | 'ca'>, timeout: number) {
  const url = new URL(options.url);
  const secure = url.protocol === 'smtps:';
  const auth = url.username === '' ? undefined : { user: decoded(url.username), pass: decoded(url.password) };
  return createTransport({
    pool: true,
    maxConnections: 2,
    maxMessages: 100,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // A password never travels in the open.
    requireTLS: auth !== undefined && !secure,
    ...(auth === undefined ? {} : { auth }),
    tls: { minVersion: 'TLSv1.2', ...(options.ca === undefined ? {} : { ca: options.ca }) },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  });
}

function decoded(part: string): string {
  return decodeURIComponent(part);
}

/** The reply of a server may repeat the address, so only its code goes on. */
function refusal(error: unknown): MailError {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  const lasting = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  return new MailError(`The mail server refused a letter (${responseCode ?? code ?? 'unknown'}).`, { lasting });
}
