/** The import cannot run at all, or not on. The message is one that the person at the terminal can act on. */
export class ImportFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImportFault';
  }
}

/** Another import writes the cars of this seller: this one may come later. */
export class ImportBusy extends ImportFault {}
