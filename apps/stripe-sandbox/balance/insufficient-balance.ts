import { StripeError } from '../stripe-error.ts';

/** The error 400 `balance_insufficient`. Nothing has been moved. */
export function insufficientBalanceError(message: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', code: 'balance_insufficient', message });
}
