import type { AdaptiveLimitOptions } from '@carhouse/domain/limits/adaptive-limit';

export type AdmissionLimits = AdaptiveLimitOptions & {
  /** Milliseconds in which nine of ten requests should be answered. */
  readonly targetsMs: { readonly read: number; readonly write: number };
};

/**
 * The limit of production (decision 0093), without its targets. Searches and pages may use 0.85 of the minimum (admission.ts),
 * so sixteen at once are never refused, also by a server that has just started and whose code is still slow.
 */
export const admissionRange = { minimum: 20, initial: 64, maximum: 256, windowMs: 250, samples: 20 } as const;

/** What one of many nodes on a machine may have under way: always, and at first. */
const leastLimitsOfNode = { minimum: 4, initial: 16 } as const;

/**
 * Returns the limit of production. With the usual delay of 200 ms, its targets are 50 ms for reads and 150 ms for writes,
 * so that 99 of 100 are answered within 100 and 300 ms (decision 0093).
 * @param overloadDelayMs by how many milliseconds the event loop may be late (`OVERLOAD_DELAY_MS`).
 * @param nodeCount number of nodes on this machine. They share its processors, so they share the minimum
 *   and the initial limit.
 */
export function makeAdmissionLimits(overloadDelayMs: number, nodeCount: number): AdmissionLimits {
  return {
    ...admissionRange,
    minimum: Math.max(leastLimitsOfNode.minimum, Math.ceil(admissionRange.minimum / nodeCount)),
    initial: Math.max(leastLimitsOfNode.initial, Math.ceil(admissionRange.initial / nodeCount)),
    targetsMs: { read: overloadDelayMs / 4, write: (3 * overloadDelayMs) / 4 },
  };
}
