import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { saveRefusedReversal } from '@carhouse/database/seller-payments/transfers';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { makeReversedTransferEntry } from '@carhouse/domain/ledger/payout-entries';
import { cents } from '@carhouse/domain/money/money';
import { computeNextAttemptTime, type SellerTransfer } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { changeTransfer } from './change-transfer.ts';
import { lockTransfer } from './lock-seller-payment.ts';

/**
 * Takes back the money of a transfer whose sale was refunded. The provider is asked first whether the money is back
 * already. When the provider refuses, because the seller's account does not hold the money, the next try is a later
 * request with a new key.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function reverseTransfer(context: Context, transfer: SellerTransfer): Promise<void> {
  const { id, providerTransferId, reversalRound } = transfer;
  if (providerTransferId === null) throw new DomainError('INTERNAL');
  const providerTransfer = await context.payoutProvider.findTransfer(providerTransferId);
  if (providerTransfer === null) throw new Error(`the provider does not know transfer ${providerTransferId}`);
  // An operator may have taken a part back in the provider's dashboard. The provider refuses to reverse more than is left.
  const amountToReverse = cents(transfer.amount - providerTransfer.amountReversed);
  if (amountToReverse > 0n) {
    const answer = await context.payoutProvider.reverseTransfer({
      transferId: providerTransferId,
      amount: amountToReverse,
      // The provider refuses a request that has a known key but a different amount.
      idempotencyKey: `reversal-${id}-${reversalRound}-${amountToReverse}`,
    });
    if (answer.kind === 'refused') {
      await saveRefusal(context, transfer, answer.reason);
      return;
    }
  }
  await inTransaction(context.database, async (trx) => {
    const { transfer: lockedTransfer } = await lockTransfer(trx, transfer);
    if (lockedTransfer?.state !== 'reversing') return;
    await changeTransfer(context, trx, lockedTransfer, 'reversed', { nextStepAt: null, refusal: null });
    await recordEntries(context, trx, [makeReversedTransferEntry(transfer, id)]);
  });
}

async function saveRefusal(context: Context, transfer: SellerTransfer, refusal: string): Promise<void> {
  const now = context.now();
  await inTransaction(context.database, async (trx) => {
    const { transfer: lockedTransfer } = await lockTransfer(trx, transfer);
    if (lockedTransfer?.reversalRound !== transfer.reversalRound || lockedTransfer.state !== 'reversing') return;
    await saveRefusedReversal(trx, transfer, {
      refusal,
      nextStepAt: computeNextAttemptTime(transfer.reversalRound, now),
      now,
    });
    await recordAudit(context, trx, {
      actorId: null,
      noun: 'transfer',
      action: 'refuse-reversal',
      nounId: transfer.id,
      after: { refusal, round: transfer.reversalRound },
    });
  });
}
