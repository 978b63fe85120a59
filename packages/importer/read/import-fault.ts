import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';

/** The import cannot run at all, or not on. The message is one that the person at the terminal can act on. */
export class ImportFault extends Error {
  /** UNREADABLE where no budget is named. */
  readonly code: ImportFaultCode;

  constructor(message: string, { code = 'UNREADABLE', ...options }: ErrorOptions & { code?: ImportFaultCode } = {}) {
    super(message, options);
    this.name = 'ImportFault';
    this.code = code;
  }
}

/** A person stopped the import, another run took it over, or its seller may not sell: nothing more is saved. */
export class ImportStopped extends Error {}

/** Another import writes the cars of this seller: this one may come later. */
export class ImportBusy extends ImportFault {}
