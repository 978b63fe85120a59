export type StripeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error';
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
};

/** An error in the provider's own API format. No data has been changed when the error is thrown. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code === undefined ? body : { ...body, doc_url: makeDocUrl(body.code) };
  }
}

/** The error 400 for a parameter that is missing, unknown or malformed. */
export function makeInvalidRequestError(message: string, code?: string, param?: string): StripeError {
  return new StripeError(400, {
    type: 'invalid_request_error',
    ...(code === undefined ? {} : { code }),
    message,
    ...(param === undefined ? {} : { param }),
  });
}

/** The error 404 for an id that does not exist in this account. `noun` is the API name, such as `payment_intent`. */
export function makeResourceMissingError(noun: string, id: string, param: string): StripeError {
  return new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

/** The error 403 for an account that does not exist, or is not connected to the platform. */
export function makeAccountInvalidError(id: string): StripeError {
  return new StripeError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
  });
}

/** The error 402 for invalid card data. The intent is unchanged, because no payment method was created. */
export function makeInvalidCardError(code: string, message: string, param: string): StripeError {
  return new StripeError(402, { type: 'card_error', code, message, param });
}

/** The URL of the page that explains an error code, in Stripe's documentation. */
export function makeDocUrl(code: string): string {
  return `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;
}
