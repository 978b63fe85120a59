import type { SendMailOptions } from 'nodemailer';
import type { Attachment } from 'nodemailer/lib/mailer';
import { hasForeignAddress } from './check-links.ts';
import { type CalendarFile, type Letter, MailError } from './mailer.ts';

/** Control characters. A line break in a mail header would start another header. */
const controlCharacterPattern = /\p{Cc}/gu;
const plainAddressPattern = /^[^\s@"<>(),:;\\[\]\p{Cc}]+@[^\s@"<>(),:;\\[\]\p{Cc}]+$/u;

/**
 * Composes a message in the format of the mail library. Control characters are removed from the name and the subject. A
 * recipient that is not exactly one address is refused (docs/reliability.md, hostile input A 37). The SMTP envelope
 * alone names the recipient, so no header can change who receives the mail. All mails of the server are composed by
 * this function. The text and the headers of a mail may link only to `origin` (decision 0037).
 * @throws MailError (permanent) for an invalid address, and for a text with a foreign link.
 */
export function composeMessage(letter: Letter, from: string, origin: string): SendMailOptions {
  const { name, address } = letter.to;
  if (!plainAddressPattern.test(address)) throw new MailError('The address is none.', { isPermanent: true });
  const calendarFiles = letter.calendarFiles ?? [];
  const shownTexts = [name, letter.subject, letter.text, ...calendarFiles.map(unfoldCalendarText)];
  if (shownTexts.some((part) => hasForeignAddress(part, origin))) {
    throw new MailError('The mail leads to another site.', { isPermanent: true });
  }
  return {
    from,
    to: { name: removeLineBreaks(name), address },
    subject: removeLineBreaks(letter.subject),
    text: letter.text,
    attachments: calendarFiles.map(makeAttachment),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Returns the attachment of a calendar file. The first file is named `viewing.ics`, the next `viewing-2.ics` and so on.
 */
function makeAttachment({ method, text }: CalendarFile, calendarIndex: number): Attachment {
  return {
    filename: calendarIndex === 0 ? 'viewing.ics' : `viewing-${calendarIndex + 1}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: text,
  };
}

/**
 * Returns the text of an iCalendar file with long lines joined again and escapes replaced, as a calendar program
 * displays it.
 */
function unfoldCalendarText({ text }: CalendarFile): string {
  return text
    .replaceAll('\r\n ', '')
    .replaceAll('\\n', '\n')
    .replaceAll(/\\([\\;,])/g, '$1');
}

function removeLineBreaks(text: string): string {
  return text.replace(controlCharacterPattern, ' ').trim();
}
