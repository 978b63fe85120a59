/** A message to one person. We write subject and text; the name and the address may be user input. */
export type Letter = {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** Plain text, lines separated by \n. */
  readonly text: string;
  /** The link in the text, for the log of a server that sends no mail. */
  readonly link: string | null;
  /** An iCalendar file (RFC 5545) that goes along; none when absent. */
  readonly calendar?: string | undefined;
};

export type Mailer = {
  /**
   * Sends one message. Resolves when the mail server has accepted it or the file is written.
   * @throws MailError when the server rejected it or did not accept it in time.
   */
  send(letter: Letter): Promise<void>;
  /** Closes the connections. Unfinished messages are abandoned. */
  close(): void;
};

/** A message was not accepted. `lasting`: the server rejected it permanently, so a retry is useless. */
export class MailError extends Error {
  readonly lasting: boolean;

  constructor(message: string, options: { readonly lasting: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'MailError';
    this.lasting = options.lasting;
  }
}

/** `m***@cars.example`: enough to find a message in a log, too little to write to the person. */
export function redactedAddress(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return `${local.slice(0, 1)}***@${domain}`;
}
