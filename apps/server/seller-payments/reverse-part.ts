import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { postponeTransfer, saveReversedPart } from '@carhouse/database/seller-payments/transfers';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { makePartReversedTransferEntry } from '@carhouse/domain/ledger/payout-entries';
import { cents } from '@carhouse/domain/money/money';
import { computeNextAttemptTime, type SellerTransfer } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { lockTransfer } from './lock-seller-payment.ts';

/**
 * Moves back the part of a transfer that pays the debt of its seller, before the rest is paid out again. The provider
 * is asked first how much is back already, so a repeated call moves nothing twice. When the provider refuses because
 * the seller's account does not hold the money, the reversal is tried again later.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function reversePart(context: Context, transfer: SellerTransfer): Promise<void> {
  const { id, providerTransferId, takenBack } = transfer;
  if (providerTransferId === null) throw new DomainError('INTERNAL');
  const providerTransfer = await context.payoutProvider.findTransfer(providerTransferId);
  if (providerTransfer === null) throw new Error(`the provider does not know transfer ${providerTransferId}`);
  const amountToReverse = takenBack - providerTransfer.amountReversed;
  if (amountToReverse > 0n) {
    const answer = await context.payoutProvider.reverseTransfer({
      transferId: providerTransferId,
      amount: cents(amountToReverse),
      // Each try after a refusal has a new key, because the provider repeats its answer to a known key.
      idempotencyKey: `part-reversal-${id}-${transfer.failedTries}-${amountToReverse}`,
    });
    if (answer.kind === 'refused') {
      const now = context.now();
      const nextStepAt = computeNextAttemptTime(transfer.failedTries + 1, now);
      await postponeTransfer(context.database, transfer, { nextStepAt, hasFailed: true, now });
      return;
    }
  }
  await inTransaction(context.database, async (trx) => {
    const { transfer: lockedTransfer } = await lockTransfer(trx, transfer);
    if (lockedTransfer?.state !== 'made' || lockedTransfer.takenBackAt !== null) return;
    const now = context.now();
    await saveReversedPart(trx, lockedTransfer, { amount: takenBack, at: now, now });
    await recordAudit(context, trx, {
      actorId: null,
      noun: 'transfer',
      action: 'reverse-part',
      nounId: id,
      after: { bookingId: lockedTransfer.bookingId, cents: takenBack.toString() },
    });
    await recordEntries(context, trx, [makePartReversedTransferEntry({ ...lockedTransfer, amount: takenBack }, id)]);
  });
}
