import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';

/** The import cannot start, or cannot continue. The message tells the operator what to do. */
export class ImportFault extends Error {
  /** UNREADABLE where no budget is named. */
  readonly code: ImportFaultCode;

  constructor(message: string, { code = 'UNREADABLE', ...options }: ErrorOptions & { code?: ImportFaultCode } = {}) {
    super(message, options);
    this.name = 'ImportFault';
    this.code = code;
  }
}

/** A user stopped the import, another run took it over, or its seller may not sell: nothing more is saved. */
export class ImportStopped extends Error {}

/** Another import is writing the cars of this seller: this one may be tried later. */
export class ImportBusy extends ImportFault {}
