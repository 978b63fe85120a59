import type { SendMailOptions } from 'nodemailer';
import { hasForeignAddress } from './check-links.ts';
import { type Letter, MailError } from './mailer.ts';

/** Control characters. A line break in a header would start another header. */
const control = /\p{Cc}/gu;
const plainAddress = /^[^\s@"<>(),:;\\[\]\p{Cc}]+@[^\s@"<>(),:;\\[\]\p{Cc}]+$/u;

/**
 * A message in the format of the mail library. Control characters are removed from the name and the subject; a recipient that is not
 * exactly one address is refused (docs/reliability.md, hostile input A 37). The envelope is separate, so no header decides who receives it.
 * Every mail passes this function: its text and headers may link to `origin` only (decision 0037).
 * @throws MailError (lasting) for an invalid address, and for a text with a foreign link.
 */
export function composeMessage(letter: Letter, from: string, origin: string): SendMailOptions {
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
