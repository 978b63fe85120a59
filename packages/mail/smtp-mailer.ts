import { createTransport } from 'nodemailer';
import { composeMessage } from './compose-message.ts';
import { MailError, type Mailer } from './mailer.ts';

export type SmtpMailerOptions = {
  /**
   * The URL of the mail server: `smtp://user:password@host:587` (STARTTLS, required when there is a password) or
   * `smtps://host` (TLS).
   */
  readonly url: string;
  /** The sender: an address, or `Name <address>`. */
  readonly from: string;
  /** The only site to which mails may link. */
  readonly origin: string;
  /** The certificate (PEM) to trust for a mail server whose certificate no public authority has signed. */
  readonly ca?: string;
  /** Maximum number of milliseconds until the mail server must have accepted a message. */
  readonly deadline?: number;
};

/**
 * Maximum number of milliseconds for each step of the SMTP dialogue. `deadline` limits all steps together, because a
 * mail server that responds slowly at each step could otherwise delay a message without end.
 */
const stepTimeoutMs = 10_000;
const messageTimeoutMs = 30_000;

/** Creates a mailer that sends messages to an SMTP server over a few open connections. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const deadline = options.deadline ?? messageTimeoutMs;
  const transport = openTransport(options, Math.min(stepTimeoutMs, deadline));
  return {
    send: async (letter) => {
      const message = composeMessage(letter, options.from, options.origin);
      let timer: NodeJS.Timeout | undefined;
      const timeoutPromise = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(
          () => reject(new MailError('The mail server is too slow.', { isPermanent: false })),
          deadline,
        );
      });
      try {
        await Promise.race([transport.sendMail(message), timeoutPromise]);
      } catch (error) {
        throw error instanceof MailError ? error : makeMailError(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/**
 * Connects to the server, with TLS and the password when they are configured, and sends no message.
 * @param timeoutMs of each step, in milliseconds.
 * @throws MailError with the code of the rejection.
 */
export async function probeMailServer(
  options: Pick<SmtpMailerOptions, 'url' | 'ca'>,
  timeoutMs: number,
): Promise<void> {
  const transport = openTransport(options, timeoutMs);
  try {
    await transport.verify();
  } catch (error) {
    throw makeMailError(error);
  } finally {
    transport.close({ force: true });
  }
}

/**
 * Creates a transport of the mail library for a mail server.
 * @param timeoutMs of each step, in milliseconds.
 */
function openTransport(options: Pick<SmtpMailerOptions, 'url' | 'ca'>, timeoutMs: number) {
  const url = new URL(options.url);
  const secure = url.protocol === 'smtps:';
  const auth =
    url.username === '' ? undefined : { user: decodeUrlPart(url.username), pass: decodeUrlPart(url.password) };
  return createTransport({
    pool: true,
    maxConnections: 2,
    maxMessages: 100,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // A password is never sent unencrypted.
    requireTLS: auth !== undefined && !secure,
    ...(auth === undefined ? {} : { auth }),
    tls: { minVersion: 'TLSv1.2', ...(options.ca === undefined ? {} : { ca: options.ca }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
}

function decodeUrlPart(urlPart: string): string {
  return decodeURIComponent(urlPart);
}

/**
 * Returns the error for a rejected message. The mail server's reply may contain the recipient's address, so the error
 * has only the code of the reply.
 */
function makeMailError(error: unknown): MailError {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  const isPermanentRefusal = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  return new MailError(`The mail server refused a letter (${responseCode ?? code ?? 'unknown'}).`, {
    isPermanent: isPermanentRefusal,
  });
}
