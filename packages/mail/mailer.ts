/** A letter to one person. Subject and text are ours; the name and the address may come from outside. */
export type Letter = {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** Plain text, lines separated by \n. */
  readonly text: string;
  /** The link that the text holds, for the log of a server that sends no mail. */
  readonly link: string | null;
};

export type Mailer = {
  /**
   * Hands one letter over and returns when the next station has taken it, or the file is written.
   * @throws MailError when it was refused for good, or could not be handed over in time.
   */
  send(letter: Letter): Promise<void>;
  /** Closes what is open. Letters under way are given up. */
  close(): void;
};

/** A letter was not handed over. `lasting` tells that trying again changes nothing: the other side refused it for good. */
export class MailError extends Error {
  readonly lasting: boolean;

  constructor(message: string, options: { readonly lasting: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'MailError';
    this.lasting = options.lasting;
  }
}

/** `m***@cars.example`: enough to find a letter in a log, too little to write to the person. */
export function redactedAddress(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return `${local.slice(0, 1)}***@${domain}`;
}
