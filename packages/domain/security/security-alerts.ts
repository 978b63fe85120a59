/**
 * The thresholds above which a pattern in the security log counts as an attack. Each rule counts the subjects (keyed hashes)
 * that reach its threshold within its time window. When /metrics shows more than 0, an operator should read the log. The
 * thresholds are chosen by experience: a family behind one IP address mistypes fewer passwords than these.
 */
export const alertRules = {
  /** IP addresses with refused sign-ins on at least this many accounts. */
  spraying: { threshold: 5, windowSeconds: 600 },
  /** An additional alert when refused sign-ins from all IP addresses together name at least this many accounts. */
  sprayingEverywhere: { threshold: 30, windowSeconds: 600 },
  /** Callers whose reading of listings, users or searches was refused by a limit at least this often. */
  harvesting: { threshold: 10, windowSeconds: 600 },
  /** Buyers whose holds were refused at least this often. */
  hoarding: { threshold: 5, windowSeconds: 3600 },
  /** Users with at least this many mails that were delayed for a digest; a busy dealer has only a few. */
  mailLoop: { threshold: 20, windowSeconds: 3600 },
} as const;
