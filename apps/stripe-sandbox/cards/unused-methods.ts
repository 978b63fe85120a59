import type { PaymentMethodRecord } from '../ledger/records.ts';

/**
 * Maximum number of unused payment methods in memory. When there are more unused payment methods, the oldest one is
 * removed.
 */
const unusedMethodCapacity = 1_000;

/**
 * Payment methods that browsers created. Any browser can create a payment method, so unused ones are stored in memory
 * and limited in number. A payment stores a copy of its method.
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
      for (const methodId of methods.keys()) {
        if (methods.size <= unusedMethodCapacity) break;
        methods.delete(methodId);
      }
    },
    get: (id) => methods.get(id),
  };
}
