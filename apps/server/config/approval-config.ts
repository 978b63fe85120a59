import { type Cents, cents } from '@carhouse/domain/money/money';
import { z } from 'zod';

/** Actions that need the approval of a second admin, on a server with several admins. See decision 0039. */
export type ApprovalConfig = {
  /** A refund needs approval when the admin's refunds of the last 24 hours add up to more than this amount. */
  readonly refundApprovalThreshold: Cents;
};

export const approvalVariableSchemas = {
  REFUND_SECOND_ADMIN_ABOVE: z
    .string()
    .regex(/^\d{1,8}$/, 'must be a whole number of dollars')
    .default('10000'),
};

export function readApprovalConfig(value: z.output<z.ZodObject<typeof approvalVariableSchemas>>): ApprovalConfig {
  return { refundApprovalThreshold: cents(BigInt(value.REFUND_SECOND_ADMIN_ABOVE) * 100n) };
}
