import type { ErrorCode } from './error-codes.ts';
import { errorDetails } from './error-codes.ts';

/**
 * An error in one field of a request, as the error response (RFC 9457) lists it. `path` is the name of the field in the
 * API.
 */
export type FieldFault = { readonly path: string; readonly code: string; readonly message: string };

/** The price that the request names and the current price, in dollars. */
export type ChangedPrice = { readonly expected: number; readonly current: number };

export type DomainErrorOptions = {
  /** Message for the user; by default the message of the code. The message never contains secrets or SQL. */
  readonly detail?: string;
  readonly errors?: readonly FieldFault[];
  /** For PRICE_CHANGED: the price in the request and the current price, in dollars. */
  readonly prices?: ChangedPrice;
  /** Seconds after which the client may retry. */
  readonly retryAfter?: number;
  /** The name of the limit that was reached. Only the security log uses the name of the limit. */
  readonly limit?: string;
  readonly cause?: unknown;
};

/**
 * The error that rules and use cases throw. Each `DomainError` has a stable code. The HTTP status is chosen outside the
 * domain (apps/server/http/errors/error-statuses.ts), so the same rule serves the API, the importer and jobs.
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
