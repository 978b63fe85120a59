import type { ErrorCode } from './error-codes.ts';
import { errorDetails } from './error-codes.ts';

/** One error of one field, as the problem response lists it. `path` is the name of the field in the API. */
export type FieldFault = { readonly path: string; readonly code: string; readonly message: string };

/** In dollars, as in the API. */
export type ChangedPrice = { readonly expected: number; readonly current: number };

export type DomainErrorOptions = {
  /** Message for the user; the code's own message when absent. It never contains secrets or SQL. */
  readonly detail?: string;
  readonly errors?: readonly FieldFault[];
  /** PRICE_CHANGED: the price in the request and the current price, in dollars. */
  readonly prices?: ChangedPrice;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;
  /** The name of the limit that was reached; for the security log only. */
  readonly limit?: string;
  readonly cause?: unknown;
};

/**
 * The error that rules and use cases throw. It has a stable code; the HTTP status is chosen at the edge
 * (apps/server/http/errors/error-statuses.ts), so the same rule serves the API, the importer and jobs.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldFault[];
  readonly prices: ChangedPrice | undefined;
  readonly retryAfter: number | undefined;
  readonly limit: string | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(options.detail ?? errorDetails[code], { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.errors = options.errors ?? [];
    this.prices = options.prices;
    this.retryAfter = options.retryAfter;
    this.limit = options.limit;
  }
}

export function isDomainError(error: unknown, code?: ErrorCode): error is DomainError {
  return error instanceof DomainError && (code === undefined || error.code === code);
}
