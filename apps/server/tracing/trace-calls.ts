import type { Metrics } from '../http/routing/metrics.ts';
import { findErrorCode, type Tracing } from './tracing.ts';

/**
 * Measures the calls of a payment provider, and records each in a span when spans are exported. The span contains
 * neither the arguments nor the answers.
 * @param service the provider, an object of functions.
 * @param provider the name of the provider in spans and metrics.
 * @param ownMethods methods that make no network call, such as the check of a signature.
 */
export function traceCalls<Service extends object>(
  service: Service,
  provider: string,
  { metrics, tracing }: { readonly metrics: Pick<Metrics, 'providerCalls'>; readonly tracing: Tracing },
  ownMethods: readonly (keyof Service)[] = [],
): Service {
  const entries = Object.entries(service as Record<string, unknown>).map(([method, call]): [string, unknown] => {
    if (typeof call !== 'function' || ownMethods.includes(method as keyof Service)) return [method, call];
    const facts = { name: `${provider} ${method}`, kind: 'client', attributes: { 'peer.service': provider } } as const;
    const runCall = async (...args: unknown[]): Promise<unknown> => {
      const endTimer = metrics.providerCalls.startTimer({ provider, call: method });
      try {
        const answer = await tracing.runInSpan(facts, async () => call(...args) as unknown);
        endTimer({ outcome: 'done' });
        return answer;
      } catch (error) {
        endTimer({ outcome: findErrorCode(error) });
        throw error;
      }
    };
    return [method, runCall];
  });
  return Object.fromEntries(entries) as Service;
}
