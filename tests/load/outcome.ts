import type { VisitKind } from './visitor-mix.ts';

/** One try of a request. */
export type Attempt = {
  /** Status of the answer; 0 when there was none. */
  readonly status: number;
  /**
   * Milliseconds from the arrival of the visitor to the end of the answer; for a retry, milliseconds from its sending.
   */
  readonly latencyMs: number;
  /** The code of a refusal or the fault of the connection; empty for a good answer. */
  readonly fault: string;
};

/** The result of one arrival. Times in milliseconds. */
export type Outcome = {
  readonly kind: VisitKind;
  /** The time at which the visitor arrived, after the start of the run. The request may have been sent later. */
  readonly arrivedMs: number;
  /** Milliseconds from the arrival until the generator sent the request. */
  readonly lagMs: number;
  readonly first: Attempt;
  /**
   * The second try of the request, with the same idempotency key, when the first attempt failed and the run has
   * retries.
   */
  readonly retry?: Attempt | undefined;
};

/** Whether the answer is what the visitor wanted. */
export function isGood({ status }: Attempt): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

/** Whether the server has refused the request because it has too much to do. */
export function isRefusedUnderOverload({ status }: Attempt): boolean {
  return status === 503 || status === 429;
}
