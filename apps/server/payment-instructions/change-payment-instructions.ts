import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { savePaymentInstructions } from '@carhouse/database/payment-instructions/payment-instructions';
import { readPayoutChangeFacts } from '@carhouse/database/payout-accounts/payout-accounts';
import type { Actor } from '@carhouse/domain/account/account';
import {
  type EnteredInstructions,
  type PaymentInstructions,
  readInstructions,
} from '@carhouse/domain/payment-instructions/payment-instructions';
import { assertHasSecondFactor } from '@carhouse/domain/payout-account/payout-account-policy';
import type { Context } from '../context.ts';
import { authoriseFactorChange } from '../second-factor/authorise-factor-change.ts';

/**
 * Sets how a seller wants to be paid by buyers. With a stolen password or session, a person could direct the buyers'
 * money to themselves. Therefore the account needs a second factor that this session has proved in the last five
 * minutes, and a mail tells the seller about the change. The audit log stores neither the seller's PayNow number nor
 * the seller's text.
 * @throws DomainError INVALID, SECOND_FACTOR_REQUIRED, and the errors of `authoriseFactorChange`.
 */
export async function changePaymentInstructions(
  context: Context,
  actor: Actor,
  givenInstructions: EnteredInstructions,
): Promise<PaymentInstructions> {
  return inTransaction(context.database, async (trx) => {
    const { accountId } = await authoriseFactorChange(context, trx, actor);
    assertHasSecondFactor(await readPayoutChangeFacts(trx, accountId));
    const instructions = { ...readInstructions(givenInstructions), sellerId: accountId, changedAt: context.now() };
    await savePaymentInstructions(trx, instructions);
    await recordAudit(context, trx, {
      actorId: accountId,
      action: 'change',
      noun: 'payment_instructions',
      nounId: accountId,
      after: { ways: instructions.ways },
    });
    await context.jobs.enqueue(trx, 'account-notice', { notice: 'payment-instructions-changed', accountId });
    return instructions;
  });
}
