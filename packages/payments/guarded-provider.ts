import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import { BrokenCircuitError, CountBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import type { CardProvider } from './card-provider.ts';

/** The breaker opens when half of the last ten calls failed, and lets one call through after ten seconds (docs/reliability.md, limits). */
const calls = 10;
/** The library opens above its threshold, and five failures of ten must open it. */
const threshold = 0.499;
const pauseMs = 10_000;

/**
 * The same provider behind a circuit breaker. While the provider does not respond, calls are refused at once instead of
 * waiting nine seconds each. Only PAYMENT_PROVIDER_UNAVAILABLE counts as a failure; a rejected request is a
 * response. A refused call has not reached the provider, and throws the same code.
 */
export function guardProvider(provider: CardProvider): CardProvider {
  const breaker = circuitBreaker(
    handleWhen((error) => isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')),
    { halfOpenAfter: pauseMs, breaker: new CountBreaker({ threshold, size: calls, minimumNumberOfCalls: calls }) },
  );

  function guarded<Given extends readonly unknown[], Answer>(call: (...given: Given) => Promise<Answer>) {
    return async (...given: Given): Promise<Answer> => {
      try {
        return await breaker.execute(() => call(...given));
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { retryAfter: pauseMs / 1000, cause: error });
      }
    };
  }

  return {
    openIntent: guarded(provider.openIntent),
    findIntent: guarded(provider.findIntent),
    cancelIntent: guarded(provider.cancelIntent),
    refundIntent: guarded(provider.refundIntent),
    findRefund: guarded(provider.findRefund),
    findDispute: guarded(provider.findDispute),
    listCharges: guarded(provider.listCharges),
    listEvents: guarded(provider.listEvents),
    readEvent: provider.readEvent,
  };
}
