import type { PaymentMethodRecord } from '../ledger/records.ts';

/** Maximum number of unused payment methods in memory. When there are more, the oldest one is removed. */
const capacity = 1_000;

/**
 * Payment methods that browsers created. Any browser can create one, so they are stored in memory and limited in
 * number. A payment stores a copy of its method.
 */
export type UnusedMethods = {
  keep(method: PaymentMethodRecord): void;
  get(id: string): PaymentMethodRecord | undefined;
};

export function makeUnusedMethods(): UnusedMethods {
  const methods = new Map<string, PaymentMethodRecord>();
  return {
    keep(method) {
      methods.set(method.id, method);
      for (const oldest of methods.keys()) {
        if (methods.size <= capacity) break;
        methods.delete(oldest);
      }
    },
    get: (id) => methods.get(id),
  };
}
