import { runAsMember } from '@carhouse/database/connection/member-role';
import { findPaymentInstructions } from '@carhouse/database/payment-instructions/payment-instructions';
import { readPayoutChangeFacts } from '@carhouse/database/payout-accounts/payout-accounts';
import type { Actor } from '@carhouse/domain/account/account';
import type { PaymentInstructions } from '@carhouse/domain/payment-instructions/payment-instructions';
import type { Context } from '../context.ts';

/** Returns how the caller wants to be paid by buyers, and whether their account has a second factor. */
export async function showPaymentInstructions(
  { database }: Context,
  { accountId }: Actor,
): Promise<{ readonly instructions: PaymentInstructions | undefined; readonly hasSecondFactor: boolean }> {
  const [instructions, { secondFactorAt }] = await Promise.all([
    runAsMember(database, accountId, (trx) => findPaymentInstructions(trx, accountId)),
    readPayoutChangeFacts(database, accountId),
  ]);
  return { instructions, hasSecondFactor: secondFactorAt !== null };
}
