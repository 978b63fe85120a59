import { StripeError } from '../stripe-error.ts';

/** The error 400 `balance_insufficient`. No money has been moved when the error is thrown. */
export function makeInsufficientBalanceError(message: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', code: 'balance_insufficient', message });
}
