import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';

/** The error for an import that cannot start or continue. The error's message says what the operator can do. */
export class ImportFault extends Error {
  /** The code of the fault. The code is UNREADABLE for every fault except an exceeded budget. */
  readonly code: ImportFaultCode;

  constructor(message: string, { code = 'UNREADABLE', ...options }: ErrorOptions & { code?: ImportFaultCode } = {}) {
    super(message, options);
    this.name = 'ImportFault';
    this.code = code;
  }
}

/**
 * The error for an import that ends and saves nothing more: a user stopped it, another process took it over, or its
 * seller is not allowed to sell.
 */
export class ImportStoppedError extends Error {}

/**
 * The error for an import that cannot start because another import for the same seller is running. The caller may retry
 * the import later.
 */
export class ImportBusyError extends ImportFault {}
