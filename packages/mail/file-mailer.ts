import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { composeLetter } from './compose-letter.ts';
import { type Letter, type Mailer, redactedAddress } from './mailer.ts';

export type FileMailerOptions = {
  /** Made when it is missing, for its owner only. */
  readonly folder: string;
  readonly from: string;
  /** The only site that mails may lead to. */
  readonly origin: string;
  /** A name that no other letter has. */
  readonly newName: () => string;
  /** Told of each letter: where it lies, to whom (redacted) and the link in it, which nobody is sent otherwise. */
  readonly log: (kept: { readonly file: string; readonly to: string; readonly link: string | null }) => void;
};

/** The embedded default: nobody is sent anything, every letter becomes an .eml file (0600) that any mail program opens. */
export function createFileMailer(options: FileMailerOptions): Mailer {
  return {
    send: async (letter) => {
      const file = join(options.folder, `${options.newName()}.eml`);
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      await writeWhole(file, await letterBytes(letter, options));
      options.log({ file, to: redactedAddress(letter.to.address), link: letter.link });
    },
    close: () => {},
  };
}

async function letterBytes(letter: Letter, { from, origin }: FileMailerOptions): Promise<Buffer> {
  const message = new MailComposer(composeLetter(letter, from, origin)).compile();
  return message.build();
}

/** The file is there whole or not at all. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const draft = `${file}.part`;
  try {
    await writeFile(draft, bytes, { mode: 0o600, flag: 'wx' });
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
