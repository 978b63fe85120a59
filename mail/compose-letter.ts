import type { SendMailOptions } from 'nodemailer';
import { type Letter, MailError } from './mailer.ts';

/** What a header may never hold: line breaks would begin a header of the sender's own making. */
const control = /\p{Cc}/gu;
const plainAddress = /^[^\s@"<>(),:;\\[\]\p{Cc}]+@[^\s@"<>(),:;\\[\]\p{Cc}]+$/u;

/**
 * A letter as the library takes it. Control characters leave the name and the subject; an address with anything but an
 * address in it is refused (RELIABILITY §6 A 37). The envelope is set apart, so that no header decides who gets it.
 * @throws MailError (lasting) for an address that is none.
 */
export function composeLetter(letter: Letter, from: string): SendMailOptions {
  const { name, address } = letter.to;
  if (!plainAddress.test(address)) throw new MailError('The address is none.', { lasting: true });
  return {
    from,
    to: { name: oneLine(name), address },
    subject: oneLine(letter.subject),
    text: letter.text,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function oneLine(text: string): string {
  return text.replace(control, ' ').trim();
}
