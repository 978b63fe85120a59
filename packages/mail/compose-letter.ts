import type { SendMailOptions } from 'nodemailer';
import { hasForeignAddress } from './check-links.ts';
import { type Letter, MailError } from './mailer.ts';

/** What a header may never hold: line breaks would begin a header of the sender's own making. */
const control = /\p{Cc}/gu;
const plainAddress = /^[^\s@"<>(),:;\\[\]\p{Cc}]+@[^\s@"<>(),:;\\[\]\p{Cc}]+$/u;

/**
 * A letter as the library takes it. Control characters leave the name and the subject; an address with anything but an
 * address in it is refused (docs/reliability.md, hostile input A 37). The envelope is set apart, so that no header decides who gets it. This is
 * the one place that every mail passes: links may lead to `origin` only, in the text and in the headers (decision 0037).
 * @throws MailError (lasting) for an address that is none, and for a text that leads elsewhere.
 */
export function composeLetter(letter: Letter, from: string, origin: string): SendMailOptions {
  const { name, address } = letter.to;
  if (!plainAddress.test(address)) throw new MailError('The address is none.', { lasting: true });
  if ([name, letter.subject, letter.text].some((part) => hasForeignAddress(part, origin))) {
    throw new MailError('The mail leads to another site.', { lasting: true });
  }
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
