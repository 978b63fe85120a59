import { type BusinessMode, businessModes } from '@carhouse/domain/payment/business-mode';
import { z } from 'zod';

/** How the operator runs the marketplace. See decision 0078. */
export type BusinessConfig = {
  readonly businessMode: BusinessMode;
  /** Milliseconds between the starts of two runs of the reconciler. */
  readonly reconcileIntervalMs: number;
};

export const businessVariableSchemas = {
  BUSINESS_MODE: z.enum(businessModes, { error: `must be ${businessModes.join(' or ')}` }).default('marketplace'),
  // Screens say that the server checks payments at least once a minute.
  RECONCILE_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number of seconds')
    .transform(Number)
    .pipe(z.number().min(5).max(60))
    .default(60),
};

export function readBusinessConfig(value: z.output<z.ZodObject<typeof businessVariableSchemas>>): BusinessConfig {
  return { businessMode: value.BUSINESS_MODE, reconcileIntervalMs: value.RECONCILE_SECONDS * 1_000 };
}
