import { DomainError } from '@carhouse/domain/errors/domain-error';
import Stripe from 'stripe';
import { UnexpectedShapeError } from './read-stripe.ts';

export type StripeOptions = {
  readonly secretKey: string;
  /** The webhook secrets that are valid now: usually one secret, and two while a new secret replaces the old one. */
  readonly webhookSecrets: readonly string[];
  /** Whether this server charges real money. Events and intents of the wrong mode (test or live) are refused. */
  readonly livemode: boolean;
  /** The URL of the provider. By default, the SDK uses the URL of Stripe. */
  readonly endpoint?: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number };
};

/**
 * Limits of one call to the provider (decision 0016; docs/reliability.md, fact 4 and limits): `attemptTimeoutMs` is the
 * maximum duration of each attempt and `wholeCallMs` that of all attempts with their pauses. `retries` is the maximum
 * number of retries. Without limits, a provider that does not respond would delay a request for minutes.
 */
export const providerLimits = { timeout: 3_000, retries: 2, whole: 8_000 } as const;

/** Creates a client of the official Stripe SDK. `endpoint` selects the sandbox provider, which has the same API. */
export function createStripeClient({ secretKey, endpoint }: Pick<StripeOptions, 'secretKey' | 'endpoint'>): Stripe {
  return new Stripe(secretKey, {
    timeout: providerLimits.timeout,
    maxNetworkRetries: providerLimits.retries,
    telemetry: false,
    appInfo: { name: 'Car House' },
    ...endpoint,
  });
}

/**
 * Handles the error of a lookup: returns null when the provider does not know the id.
 * @throws every other error.
 */
export function returnNullIfUnknownObject(error: unknown): null {
  if (error instanceof Error && isUnknownObject(error.cause)) return null;
  throw error;
}

/**
 * Calls the provider. Errors of the network and of the provider, timeouts and unreadable responses all throw
 * PAYMENT_PROVIDER_UNAVAILABLE, which means that the outcome is unknown. A request that the provider rejects (wrong
 * key, wrong parameter) is a defect of this server. The SDK's error for a rejected request contains the status of the
 * provider's response. The SDK's error is wrapped in another error, because the provider's status must not become the
 * status of the server's own response.
 */
export async function callStripe<T>(sendRequest: () => Promise<T>): Promise<T> {
  const timeoutController = new AbortController();
  try {
    return await Promise.race([sendRequest(), rejectAfterTimeout(timeoutController.signal)]);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (!isTransient(error))
      throw new Error(`The card provider refused a call: ${(error as Error).message}`, { cause: error });
    throw makeUnavailableError(error);
  } finally {
    timeoutController.abort();
  }
}

/** Returns a promise that rejects after `providerLimits.wholeCallMs` milliseconds and never resolves. */
function rejectAfterTimeout(callEndSignal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const timer = setTimeout(
      () => reject(makeUnavailableError(new Error('The card provider was silent for too long.'))),
      providerLimits.whole,
    );
    callEndSignal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

function makeUnavailableError(cause: unknown): DomainError {
  return new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { retryAfter: 5, cause });
}

function isTransient(error: unknown): boolean {
  const { StripeAPIError, StripeConnectionError, StripeRateLimitError, StripeError } = Stripe.errors;
  if (
    error instanceof UnexpectedShapeError ||
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  )
    return true;
  // Status 409 means that the provider is still processing an earlier call with the same idempotency key.
  return error instanceof StripeError && error.statusCode === 409;
}

/** Returns the error code of the provider's response; undefined for other errors and for responses without a code. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.code : undefined;
}

/** Whether an error means that the provider does not know the object. */
export function isUnknownObject(error: unknown): boolean {
  return readErrorCode(error) === 'resource_missing';
}

/** Returns the parameter that the provider's response complains about; undefined for other errors. */
export function readRejectedParameter(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.param : undefined;
}

/** Whether an error means that the provider has rejected the request, so that nothing has happened. */
export function isRequestRejection(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
