/**
 * A message to one recipient. The server composes the subject and the text. The recipient's name and address may be
 * user input.
 */
export type Letter = {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** Plain text, with lines separated by \n. */
  readonly text: string;
  /** The link in the text; null when the text has no link. A server that sends no mails writes the link to the log. */
  readonly link: string | null;
  /** The iCalendar files that are attached to the mail; absent for a mail without attachments. */
  readonly calendarFiles?: readonly CalendarFile[];
};

/**
 * An iCalendar file (RFC 5545). Mail programs read the method from the headers of the attachment, and calendar programs
 * read it from the text.
 */
export type CalendarFile = { readonly method: 'PUBLISH' | 'CANCEL'; readonly text: string };

export type Mailer = {
  /**
   * Sends one message. Resolves when the mail server has accepted the message or the file is written.
   * @throws MailError when the server rejected the message or did not accept it in time.
   */
  send(letter: Letter): Promise<void>;
  /** Closes the connections. Messages that are being sent are abandoned. */
  close(): void;
};

/**
 * Thrown when a message was not accepted. `isPermanent` means that the mail server rejected the message permanently, so
 * a retry is useless.
 */
export class MailError extends Error {
  readonly isPermanent: boolean;

  constructor(message: string, options: { readonly isPermanent: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'MailError';
    this.isPermanent = options.isPermanent;
  }
}

/**
 * Shortens an address to `m***@cars.example`: enough to find a message in a log, and too little to write to the
 * recipient.
 */
export function redactAddress(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return `${local.slice(0, 1)}***@${domain}`;
}
