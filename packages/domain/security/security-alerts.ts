/**
 * The thresholds above which a pattern in the security log counts as an attack. Each rule counts the users and
 * addresses (as keyed hashes) that reach its threshold within its time window. /metrics reports the number for each
 * rule, and an operator should read the security log when a number is above 0. No measurement supports the thresholds:
 * they are above the number of passwords that a family behind one IP address mistypes.
 */
export const alertRules = {
  /** IP addresses with refused sign-ins on at least this many accounts. */
  spraying: { threshold: 5, windowSeconds: 600 },
  /** Refused sign-ins from all IP addresses together on at least this many accounts. */
  sprayingEverywhere: { threshold: 30, windowSeconds: 600 },
  /** Callers whose reading of listings, users or searches was refused by a limit at least this often. */
  harvesting: { threshold: 10, windowSeconds: 600 },
  /** Buyers whose holds were refused at least this often. */
  hoarding: { threshold: 5, windowSeconds: 3600 },
  /** Users with at least this many mails that were delayed for a digest; a busy dealer has only a few. */
  mailLoop: { threshold: 20, windowSeconds: 3600 },
} as const;
