import type { SendMailOptions } from 'nodemailer';
import { hasForeignAddress } from './check-links.ts';
import { type Letter, MailError } from './mailer.ts';

/** Control characters. A line break in a mail header would start another header. */
const control = /\p{Cc}/gu;
const plainAddress = /^[^\s@"<>(),:;\\[\]\p{Cc}]+@[^\s@"<>(),:;\\[\]\p{Cc}]+$/u;

/**
 * Composes a message in the format of the mail library. Control characters are removed from the name and the subject. A
 * recipient that is not exactly one address is refused (docs/reliability.md, hostile input A 37). The envelope is
 * separate, so no header determines who receives the mail. Every mail passes this function: its text and headers may
 * link to `origin` only (decision 0037).
 * @throws MailError (lasting) for an invalid address, and for a text with a foreign link.
 */
export function composeMessage(letter: Letter, from: string, origin: string): SendMailOptions {
  const { name, address } = letter.to;
  if (!plainAddress.test(address)) throw new MailError('The address is none.', { lasting: true });
  const calendar = letter.calendar ?? '';
  if ([name, letter.subject, letter.text, calendarText(calendar)].some((part) => hasForeignAddress(part, origin))) {
    throw new MailError('The mail leads to another site.', { lasting: true });
  }
  return {
    from,
    to: { name: oneLine(name), address },
    subject: oneLine(letter.subject),
    text: letter.text,
    ...(calendar === '' ? {} : { attachments: [{ ...calendarFile, content: calendar }] }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const calendarFile = { filename: 'viewing.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH' } as const;

/**
 * The text of an iCalendar file in the form in which a calendar displays it: without breaks of long lines and without
 * escapes.
 */
function calendarText(file: string): string {
  return file
    .replaceAll('\r\n ', '')
    .replaceAll('\\n', '\n')
    .replaceAll(/\\([\\;,])/g, '$1');
}

function oneLine(text: string): string {
  return text.replace(control, ' ').trim();
}
