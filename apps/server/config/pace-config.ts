import type { ProfileLimits } from '@carhouse/domain/account/profile-limits';
import type { BookingPace } from '@carhouse/domain/booking/booking-rules';
import type { HoldLimits } from '@carhouse/domain/payment/hold-rules';
import { z } from 'zod';

/** Limits on how often one user may book and hold listings (decision 0036) and change their profile (decision 0062). */
export type PaceConfig = {
  readonly holdLimits: HoldLimits;
  readonly bookingPace: BookingPace;
  readonly profileLimits: ProfileLimits;
};

const makeCountSchema = (defaultCount: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
    .transform(Number)
    .default(defaultCount);

export const paceVariableSchemas = {
  HOLDS_AN_HOUR: makeCountSchema(3),
  HOLDS_A_DAY: makeCountSchema(6),
  HOLDS_AT_ONCE: makeCountSchema(1),
  HOLDS_PER_ADDRESS: makeCountSchema(8),
  HOLD_COOLDOWN_MINUTES: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number of minutes')
    .transform(Number)
    .default(30),
  BOOKINGS_AN_HOUR: makeCountSchema(10),
  BOOKINGS_A_DAY: makeCountSchema(30),
  BOOKED_SELLERS_A_DAY: makeCountSchema(20),
  BOOKED_SELLERS_PER_NETWORK: makeCountSchema(60),
  NAME_CHANGES_A_DAY: makeCountSchema(3),
  PROFILE_CHANGES_A_DAY: makeCountSchema(50),
};

export function readPaceConfig(value: z.output<z.ZodObject<typeof paceVariableSchemas>>): PaceConfig {
  return {
    holdLimits: {
      perHour: value.HOLDS_AN_HOUR,
      perDay: value.HOLDS_A_DAY,
      atOnce: value.HOLDS_AT_ONCE,
      perAddress: value.HOLDS_PER_ADDRESS,
      cooldownMinutes: value.HOLD_COOLDOWN_MINUTES,
    },
    bookingPace: {
      perHour: value.BOOKINGS_AN_HOUR,
      perDay: value.BOOKINGS_A_DAY,
      sellersPerDay: value.BOOKED_SELLERS_A_DAY,
      sellersPerNetwork: value.BOOKED_SELLERS_PER_NETWORK,
    },
    profileLimits: { changes: value.PROFILE_CHANGES_A_DAY, names: value.NAME_CHANGES_A_DAY },
  };
}
