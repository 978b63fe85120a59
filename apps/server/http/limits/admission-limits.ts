import type { AdaptiveLimitOptions } from '@carhouse/domain/limits/adaptive-limit';

export type AdmissionLimits = AdaptiveLimitOptions & {
  /** Milliseconds in which nine of ten requests should be answered. */
  readonly targetsMs: { readonly read: number; readonly write: number };
};

/** The limit of production (decision 0093), without its targets. */
export const admissionRange = { minimum: 16, maximum: 256, windowMs: 250, samples: 20 } as const;

/** What one of many nodes on a machine may always have under way. */
const minimumOfNode = 4;

/**
 * Returns the limit of production. With the usual delay of 200 ms, its targets are 50 ms for reads and 150 ms for writes,
 * so that 99 of 100 are answered within 100 and 300 ms (decision 0093).
 * @param overloadDelayMs by how many milliseconds the event loop may be late (`OVERLOAD_DELAY_MS`).
 * @param nodeCount number of nodes on this machine. They share its processors, so they share the minimum.
 */
export function makeAdmissionLimits(overloadDelayMs: number, nodeCount: number): AdmissionLimits {
  return {
    ...admissionRange,
    minimum: Math.max(minimumOfNode, Math.ceil(admissionRange.minimum / nodeCount)),
    targetsMs: { read: overloadDelayMs / 4, write: (3 * overloadDelayMs) / 4 },
  };
}
