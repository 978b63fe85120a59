import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { composeMessage } from './compose-message.ts';
import { type Letter, type Mailer, redactAddress } from './mailer.ts';

export type FileMailerOptions = {
  /** The folder in which messages are stored. A missing folder is created, with access for its owner only. */
  readonly folder: string;
  readonly from: string;
  /** The only site to which mails may link. */
  readonly origin: string;
  /** Returns a unique file name. */
  readonly makeFileName: () => string;
  /**
   * Writes a log line for each message: its file, the redacted recipient and the link in its text. The operator of a
   * server that sends no mails finds the links in the log.
   */
  readonly log: (writtenMail: { readonly file: string; readonly to: string; readonly link: string | null }) => void;
};

/**
 * Creates the mailer for a server without a configured mail server. This mailer sends no mails. The mailer writes each
 * message to an .eml file (mode 0600), which any mail program can open.
 */
export function createFileMailer(options: FileMailerOptions): Mailer {
  return {
    send: async (letter) => {
      const file = join(options.folder, `${options.makeFileName()}.eml`);
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      await writeFileAtomically(file, await composeBytes(letter, options));
      options.log({ file, to: redactAddress(letter.to.address), link: letter.link });
    },
    close: () => {},
  };
}

async function composeBytes(letter: Letter, { from, origin }: FileMailerOptions): Promise<Buffer> {
  const message = new MailComposer(composeMessage(letter, from, origin)).compile();
  return message.build();
}

/** Writes the file under another name and renames it, so that the file is either complete or absent. */
async function writeFileAtomically(file: string, bytes: Buffer): Promise<void> {
  const unfinishedFile = `${file}.part`;
  try {
    await writeFile(unfinishedFile, bytes, { mode: 0o600, flag: 'wx' });
    await chmod(unfinishedFile, 0o600);
    await rename(unfinishedFile, file);
  } catch (error) {
    await rm(unfinishedFile, { force: true });
    throw error;
  }
}
