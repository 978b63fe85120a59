import type { ErrorCode } from './error-codes.ts';
import { errorDetails } from './error-codes.ts';

/** One fault of one field, as the problem answer lists it. `path` is the name of the field in the API. */
export type FieldFault = { readonly path: string; readonly code: string; readonly message: string };

/** In dollars, as the API carries them. */
export type ChangedPrice = { readonly expected: number; readonly current: number };

export type DomainErrorOptions = {
  /** Sentence for the person who asked; the code's own sentence when absent. Never holds secrets or SQL. */
  readonly detail?: string;
  readonly errors?: readonly FieldFault[];
  /** PRICE_CHANGED: the price that the request named and the one of this moment, in dollars. */
  readonly prices?: ChangedPrice;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number;
  /** The name of the limit that was reached; for the security log, never in an answer. */
  readonly limit?: string;
  readonly cause?: unknown;
};

/**
 * The one error that rules and use cases throw. It carries a stable code; the HTTP status is chosen at the edge
 * (apps/server/http/errors/error-statuses.ts), so the same rule can serve the API, the importer and a job.
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
