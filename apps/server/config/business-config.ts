import { type BusinessMode, businessModes } from '@carhouse/domain/payment/business-mode';
import { z } from 'zod';

/** How the operator runs the marketplace. See decision 0078. */
export type BusinessConfig = { readonly businessMode: BusinessMode };

export const businessVariables = {
  BUSINESS_MODE: z.enum(businessModes, { error: `must be ${businessModes.join(' or ')}` }).default('marketplace'),
};

export function readBusinessConfig(value: z.output<z.ZodObject<typeof businessVariables>>): BusinessConfig {
  return { businessMode: value.BUSINESS_MODE };
}
