import { type Cents, cents } from '@carhouse/domain/money/money';
import { z } from 'zod';

/** What needs a second admin, where there is one. Decision 0039. */
export type ApprovalConfig = {
  /** A refund needs one where it brings what one admin has given back in 24 hours above this amount. */
  readonly refundSecondAdminAbove: Cents;
};

export const approvalVariables = {
  REFUND_SECOND_ADMIN_ABOVE: z
    .string()
    .regex(/^\d{1,8}$/, 'must be a whole number of dollars')
    .default('10000'),
};

export function approvalConfig(value: z.output<z.ZodObject<typeof approvalVariables>>): ApprovalConfig {
  return { refundSecondAdminAbove: cents(BigInt(value.REFUND_SECOND_ADMIN_ABOVE) * 100n) };
}
