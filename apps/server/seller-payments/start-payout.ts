import { lockAccountShared } from '@carhouse/database/accounts/accounts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockPayoutAccount } from '@carhouse/database/payout-accounts/payout-accounts';
import { findPayout, findUnfailedPayout, insertPayout } from '@carhouse/database/seller-payments/payouts';
import { postponeTransfer } from '@carhouse/database/seller-payments/transfers';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { cents } from '@carhouse/domain/money/money';
import type { SellerPayoutId } from '@carhouse/domain/seller-payment/seller-payout';
import { computeNextAttemptTime, type SellerTransfer } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';
import { requestPayout } from './complete-payout.ts';
import { lockTransfer } from './lock-seller-payment.ts';
import { reversePart } from './reverse-part.ts';

/**
 * Milliseconds after which a payout is tried again when the seller's account does not hold the money of the transfer
 * yet.
 */
const pendingRetryDelayMs = 3_600_000;

/**
 * Sends the money of a transfer to the seller's bank. Nothing happens while the seller's account is not active, or the
 * seller is suspended. The seller's account can use the money of a charge only some days after the charge; until then
 * the payout waits. The payout also waits when an operator has reversed the transfer at the provider, because the
 * payout would then send the money of another sale. The part that pays a debt of the seller is moved back first, and is
 * not paid out.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE. After such an error the payout is completed later
 * (complete-payout.ts).
 */
export async function startPayout(context: Context, transfer: SellerTransfer): Promise<void> {
  const { providerAccountId, providerTransferId } = transfer;
  if (providerTransferId === null) throw new DomainError('INTERNAL');
  if (transfer.takenBack > 0n && transfer.takenBackAt === null) return reversePart(context, transfer);
  const { available } = await context.payoutProvider.readBalance(providerAccountId, transfer.currency);
  const isBalanceSufficient = available >= transfer.amount - transfer.takenBack;
  const providerTransfer = isBalanceSufficient ? await context.payoutProvider.findTransfer(providerTransferId) : null;
  if (providerTransfer === null || providerTransfer.amountReversed > transfer.takenBack) {
    const now = context.now();
    await postponeTransfer(context.database, transfer, {
      nextStepAt: new Date(now.getTime() + pendingRetryDelayMs),
      hasFailed: false,
      now,
    });
    return;
  }
  const payoutId = await inTransaction(context.database, (trx) => savePayout(context, trx, transfer));
  const payout = payoutId === null ? undefined : await findPayout(context.database, payoutId);
  if (payout !== undefined) await requestPayout(context, payout);
}

/** @returns null when no payout was saved. */
async function savePayout(
  context: Context,
  trx: Transaction,
  transferBeforeLock: SellerTransfer,
): Promise<SellerPayoutId | null> {
  const now = context.now();
  const seller = await lockAccountShared(trx, transferBeforeLock.sellerId);
  const { sale, transfer } = await lockTransfer(trx, transferBeforeLock);
  // The payouts of a sale begin when its whole share is transferred.
  if (transfer?.state !== 'made' || sale.state === 'confirmed') return null;
  if ((await findUnfailedPayout(trx, transfer.id)) !== undefined) return null;
  const account = await lockPayoutAccount(trx, transfer.sellerId);
  if (account?.state !== 'active' || seller?.status === 'suspended') {
    await postponeTransfer(trx, transfer, {
      nextStepAt: new Date(now.getTime() + pendingRetryDelayMs),
      hasFailed: false,
      now,
    });
    return null;
  }
  const id = context.newId<'payout'>();
  const { bookingId, sellerId, providerAccountId, currency } = transfer;
  const amount = cents(transfer.amount - transfer.takenBack);
  await insertPayout(
    trx,
    {
      id,
      transferId: transfer.id,
      bookingId,
      sellerId,
      providerAccountId,
      amount,
      currency,
      idempotencyKey: `payout-${id}`,
      nextStepAt: computeNextAttemptTime(1, now),
    },
    now,
  );
  // From this point the reconciler takes the steps of the payout, and no more steps of the transfer.
  await postponeTransfer(trx, transfer, { nextStepAt: null, hasFailed: false, now });
  await recordAudit(context, trx, {
    actorId: null,
    noun: 'payout',
    action: 'start',
    nounId: id,
    after: { bookingId, cents: amount.toString() },
  });
  return id;
}
