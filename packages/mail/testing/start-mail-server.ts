import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerEnvelope, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  readonly to: readonly string[];
  readonly from: string;
  readonly secure: boolean;
  readonly mail: Email;
};

export type TestMailServer = {
  readonly port: number;
  /** The received messages, in order. */
  received(): Promise<ReceivedMail[]>;
  close(): Promise<void>;
};

/**
 * Starts an SMTP server on a free port that stores the messages it receives. By default the server offers neither TLS
 * nor authentication.
 */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const arrivedMails: { bytes: Buffer; envelope: SMTPServerEnvelope; secure: boolean }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, { envelope, secure }, acknowledge) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        arrivedMails.push({ bytes: Buffer.concat(chunks), envelope, secure });
        acknowledge();
      });
    },
    ...options,
  });
  // Some tests end the connection abruptly, which is an error for the server.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const readMail = async ({ bytes, envelope, secure }: (typeof arrivedMails)[number]): Promise<ReceivedMail> => {
    const { rcptTo, mailFrom } = envelope;
    const from = mailFrom === false ? '' : mailFrom.address;
    return { to: rcptTo.map((each) => each.address), from, secure, mail: await PostalMime.parse(bytes) };
  };
  return {
    port,
    received: () => Promise.all(arrivedMails.map(readMail)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
