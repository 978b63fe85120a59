import type { AdaptiveLimitOptions } from '@carhouse/domain/limits/adaptive-limit';

export type AdmissionLimits = AdaptiveLimitOptions & {
  /** Milliseconds in which nine of ten requests should be answered. */
  readonly targetsMs: { readonly read: number; readonly write: number };
};

/**
 * The values of the limit in production (decision 0093), except for the target times. Searches and pages may use 0.85
 * of the minimum (admission.ts). Sixteen concurrent searches are therefore never refused, even by a server that has
 * just started and is still slow.
 */
export const admissionRange = { minimum: 20, initial: 64, maximum: 256, windowMs: 250, samples: 20 } as const;

/**
 * The lowest limits of a node when many nodes run on one machine: the minimum, and the initial limit of requests in
 * progress.
 */
const lowestNodeLimits = { minimum: 4, initial: 16 } as const;

/**
 * Returns the limit of production. With the usual delay of 200 ms, the targets are 50 ms for reads and 150 ms for
 * writes. In this way 99 of 100 reads are answered within 100 ms, and 99 of 100 writes within 300 ms (decision 0093).
 * @param overloadDelayMs by how many milliseconds the event loop may be late (`OVERLOAD_DELAY_MS`).
 * @param nodeCount number of nodes on this machine. The nodes of a machine share its processors, so they also share the
 * minimum and the initial limit.
 */
export function makeAdmissionLimits(overloadDelayMs: number, nodeCount: number): AdmissionLimits {
  return {
    ...admissionRange,
    minimum: Math.max(lowestNodeLimits.minimum, Math.ceil(admissionRange.minimum / nodeCount)),
    initial: Math.max(lowestNodeLimits.initial, Math.ceil(admissionRange.initial / nodeCount)),
    targetsMs: { read: overloadDelayMs / 4, write: (3 * overloadDelayMs) / 4 },
  };
}
