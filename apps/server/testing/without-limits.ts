/**
 * Configuration variables that remove the limits on holds, bookings and changes of a profile. A buyer in a test makes
 * more holds, bookings and profile changes in a second than a user makes in a day. Tests of pace limits set their own
 * values.
 */
export const noPaceLimitVariables = {
  HOLDS_AN_HOUR: '999999',
  HOLDS_A_DAY: '999999',
  HOLDS_AT_ONCE: '999999',
  HOLDS_PER_ADDRESS: '999999',
  HOLD_COOLDOWN_MINUTES: '0',
  BOOKINGS_AN_HOUR: '999999',
  BOOKINGS_A_DAY: '999999',
  BOOKED_SELLERS_A_DAY: '999999',
  BOOKED_SELLERS_PER_NETWORK: '999999',
  NAME_CHANGES_A_DAY: '999999',
  PROFILE_CHANGES_A_DAY: '999999',
} as const;
