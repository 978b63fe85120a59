import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';

/** The import cannot start or continue. The message says what the operator can do. */
export class ImportFault extends Error {
  /** The code is UNREADABLE unless a budget is exceeded. */
  readonly code: ImportFaultCode;

  constructor(message: string, { code = 'UNREADABLE', ...options }: ErrorOptions & { code?: ImportFaultCode } = {}) {
    super(message, options);
    this.name = 'ImportFault';
    this.code = code;
  }
}

/**
 * The import ends and saves nothing more: a user stopped it, another run took it over, or its seller is not allowed to
 * sell.
 */
export class ImportStopped extends Error {}

/** Another import for the same seller is running. This import may be retried later. */
export class ImportBusy extends ImportFault {}
