import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';

/** The import cannot start or continue. The message tells the operator what to do. */
export class ImportFault extends Error {
  /** UNREADABLE unless a budget is exceeded. */
  readonly code: ImportFaultCode;

  constructor(message: string, { code = 'UNREADABLE', ...options }: ErrorOptions & { code?: ImportFaultCode } = {}) {
    super(message, options);
    this.name = 'ImportFault';
    this.code = code;
  }
}

/** The import ends and saves nothing more: a user stopped it, another run took it over, or its seller may not sell. */
export class ImportStopped extends Error {}

/** Another import for this seller is running; this one may be retried later. */
export class ImportBusy extends ImportFault {}
