import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { Letter, Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { testCertificate, testKey } from './testing/certificate.ts';
import { startMailServer, type TestMailServer } from './testing/start-mail-server.ts';

const from = 'Car House <testServer@cars.example>';
const origin = 'http://127.0.0.1:3000';
const letter: Letter = {
  to: { name: 'Mei Tan', address: 'mei@people.example' },
  subject: 'Choose a new password',
  text: 'Dear Mei,\n\nhttp://127.0.0.1:3000/reset-password#token=abc\n.\nThe testServer — 汽车',
  link: null,
};

const closeFunctions: (() => unknown)[] = [];
afterEach(async () => {
  for (const closeNext of closeFunctions.splice(0).reverse()) await closeNext();
});

async function startServer(options?: SMTPServerOptions): Promise<TestMailServer> {
  const mailServer = await startMailServer(options);
  closeFunctions.push(() => mailServer.close());
  return mailServer;
}

function openMailer(url: string, deadline?: number): Mailer {
  const mailer = createSmtpMailer({ url, from, origin, ...(deadline === undefined ? {} : { deadline }) });
  closeFunctions.push(() => mailer.close());
  return mailer;
}

describe('a message', () => {
  it('arrives unchanged, at its only recipient', async () => {
    const { port, received } = await startServer();
    await openMailer(`smtp://127.0.0.1:${port}`).send(letter);
    expect(await received()).toHaveLength(1);
    const [{ to, from: sender, mail } = { to: [], from: '', mail: undefined }] = await received();
    expect([to, sender]).toEqual([['mei@people.example'], 'testServer@cars.example']);
    expect(mail).toMatchObject({
      from: { name: 'Car House', address: 'testServer@cars.example' },
      to: [{ name: 'Mei Tan', address: 'mei@people.example' }],
      subject: 'Choose a new password',
    });
    expect(mail?.text?.trimEnd()).toBe(letter.text);
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  it.each([
    ['Mei\r\nBcc: all', 'Hello'],
    ['Mei\nSubject: Win a car\n\n<b>body</b>', 'Hello'],
    ['Mei', 'Hello\r\nBcc: all\r\n\r\nbody'],
    ['"Mei" <x>, y', 'Hello'],
    ['Mei\u0000\u2028Tan', 'Hello'],
  ])('to the name %j with the subject %j has no header and no receiver more', async (name, subject) => {
    const { port, received } = await startServer();
    await openMailer(`smtp://127.0.0.1:${port}`).send({ ...letter, to: { ...letter.to, name }, subject });
    const [{ to, mail } = { to: [], mail: undefined }] = await received();
    expect(to).toEqual(['mei@people.example']);
    expect(mail?.to).toHaveLength(1);
    expect(mail?.to?.[0]).toMatchObject({ address: 'mei@people.example' });
    expect(mail?.bcc).toBeUndefined();
    const keys = mail?.headers.map((header) => header.key).sort();
    expect(keys).toEqual([
      'auto-submitted',
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    expect(mail?.text?.trimEnd()).toBe(letter.text);
  });

  it.each([
    'mei@people.example\r\nRCPT TO:<all@evil.example>',
    'mei@people.example, all@evil.example',
    'mei',
    'a b@c.example',
  ])('to the address %j is not sent', async (address) => {
    const { port, received } = await startServer();
    const sendPromise = openMailer(`smtp://127.0.0.1:${port}`).send({ ...letter, to: { name: 'Mei', address } });
    await expect(sendPromise).rejects.toMatchObject({ name: 'MailError', isPermanent: true });
    expect(await received()).toEqual([]);
  });
});

describe('a message that links to another site', () => {
  it.each([
    ['the text', { text: 'Hello,\n\nhttps://evil.example/x' }],
    ['the text, without a scheme', { text: 'Look at evil.example/x' }],
    ['the subject', { subject: 'Win at www.evil' }],
    ['the name', { to: { name: 'Click https://evil.example', address: 'mei@people.example' } }],
    [
      'the calendar file',
      { calendarFiles: [{ method: 'CANCEL' as const, text: 'SUMMARY:Look at ev\r\n il.example\\, today\r\n' }] },
    ],
  ])('in %s is refused for good and never leaves', async (_caseName, letterChanges) => {
    const { port, received } = await startServer();
    const sendPromise = openMailer(`smtp://127.0.0.1:${port}`).send({ ...letter, ...letterChanges });
    await expect(sendPromise).rejects.toMatchObject({ name: 'MailError', isPermanent: true });
    expect(await received()).toEqual([]);
  });
});

describe('a mail server', () => {
  const makeRefusalOptions = (responseCode: number): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('No such mei@people.example'), { responseCode })),
  });

  it.each([
    [550, true],
    [451, false],
  ])(
    'that refuses the receiver with %i has its own error, without the text of the server',
    async (code, isPermanent) => {
      const { port } = await startServer(makeRefusalOptions(code));
      const error = await openMailer(`smtp://127.0.0.1:${port}`)
        .send(letter)
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        name: 'MailError',
        isPermanent,
        message: `The mail server refused a letter (${code}).`,
      });
    },
  );

  it('that refuses connections fails at once, and the message may be sent again', async () => {
    const closedServer = await startMailServer();
    await closedServer.close();
    const sendPromise = openMailer(`smtp://127.0.0.1:${closedServer.port}`).send(letter);
    await expect(sendPromise).rejects.toMatchObject({ name: 'MailError', isPermanent: false });
  });

  it('that never responds runs into the deadline', async () => {
    const openSockets: Socket[] = [];
    const silentServer = createServer((socket) => void openSockets.push(socket.on('error', () => {})));
    silentServer.listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    closeFunctions.push(() => {
      for (const socket of openSockets) socket.destroy();
      silentServer.close();
    });
    const { port } = silentServer.address() as AddressInfo;
    await expect(openMailer(`smtp://127.0.0.1:${port}`, 200).send(letter)).rejects.toMatchObject({
      isPermanent: false,
    });
  });

  it.each(['smtp', 'smtps'])(
    'gets name and password over TLS (%s), from a testServer that knows its certificate',
    async (scheme) => {
      const sentCredentials: string[] = [];
      const { port, received } = await startServer({
        disabledCommands: [],
        secure: scheme === 'smtps',
        cert: testCertificate,
        key: testKey,
        onAuth: (auth, _session, done) => {
          sentCredentials.push(`${auth.username} ${auth.password}`);
          done(null, { user: 'testServer' });
        },
      });
      const url = `${scheme}://testServer:se%40cret@127.0.0.1:${port}`;
      const trustingMailer = createSmtpMailer({ url, from, origin, ca: testCertificate });
      closeFunctions.push(() => trustingMailer.close());
      await trustingMailer.send(letter);
      expect(sentCredentials).toEqual(['testServer se@cret']);
      expect(await received()).toMatchObject([{ secure: true, to: ['mei@people.example'] }]);
      await expect(openMailer(url).send(letter)).rejects.toMatchObject({ name: 'MailError', isPermanent: false });
      expect(sentCredentials).toHaveLength(1);
    },
  );

  it('never receives a password over an unencrypted connection', async () => {
    const sentCredentials: string[] = [];
    const { port, received } = await startServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) => {
        sentCredentials.push(auth.password ?? '');
        done(null, { user: 'testServer' });
      },
    });
    await expect(openMailer(`smtp://testServer:secret@127.0.0.1:${port}`).send(letter)).rejects.toMatchObject({
      name: 'MailError',
    });
    expect([sentCredentials, await received()]).toEqual([[], []]);
  });
});
