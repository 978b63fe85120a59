/**
 * When a pattern in the security log counts as an attack. Each rule counts subjects (keyed hashes) that exceed its threshold
 * within its window; above 0 in /metrics an operator should read the log. The thresholds are our own: a family behind one
 * address mistypes fewer passwords than these.
 */
export const alertRules = {
  /** Addresses with refused sign-ins on this many accounts or more. */
  spraying: { threshold: 5, windowSeconds: 600 },
  /** An additional alert where refused sign-ins of all addresses together name this many accounts or more. */
  sprayingEverywhere: { threshold: 30, windowSeconds: 600 },
  /** Callers that a limit on reading listings, users or searches refused this often or more. */
  harvesting: { threshold: 10, windowSeconds: 600 },
  /** Buyers that were refused a hold this often or more. */
  hoarding: { threshold: 5, windowSeconds: 3600 },
  /** Users with this many mails or more that waited for a digest: a busy dealer has a few. */
  mailLoop: { threshold: 20, windowSeconds: 3600 },
} as const;
