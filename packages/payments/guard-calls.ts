import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import { BrokenCircuitError, CountBreaker, circuitBreaker, handleWhen } from 'cockatiel';

/**
 * Number of calls that the circuit breaker looks back on. The breaker opens when half of these calls failed. After ten
 * seconds the open breaker allows one call (docs/reliability.md, limits).
 */
const observedCallCount = 10;
/**
 * The share of failed calls above which the library opens the breaker. The value is below a half, because five failures
 * of ten calls must open the breaker.
 */
const failureShareThreshold = 0.499;
const pauseMs = 10_000;

/** Wraps one call of a provider, so that it goes through the breaker. */
export type CallGuard = <Args extends readonly unknown[], Answer>(
  call: (...args: Args) => Promise<Answer>,
) => (...args: Args) => Promise<Answer>;

/**
 * Creates a circuit breaker for the calls of one provider. While the provider does not respond, calls are refused
 * immediately instead of waiting nine seconds each. Only PAYMENT_PROVIDER_UNAVAILABLE counts as a failure. A request
 * that the provider rejects counts as a success, because the provider has responded. A call that the open breaker
 * refuses does not reach the provider, and throws PAYMENT_PROVIDER_UNAVAILABLE too.
 */
export function createCallGuard(): CallGuard {
  const breaker = circuitBreaker(
    handleWhen((error) => isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')),
    {
      halfOpenAfter: pauseMs,
      breaker: new CountBreaker({
        threshold: failureShareThreshold,
        size: observedCallCount,
        minimumNumberOfCalls: observedCallCount,
      }),
    },
  );
  return (call) =>
    async (...args) => {
      try {
        return await breaker.execute(() => call(...args));
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { retryAfter: pauseMs / 1000, cause: error });
      }
    };
}
