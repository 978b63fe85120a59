import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { countRefusedTransfers, postponeTransfer } from '@carhouse/database/seller-payments/transfers';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { makeTransferEntry } from '@carhouse/domain/ledger/payout-entries';
import { sumParts } from '@carhouse/domain/payment/payment-plan';
import { computeTransferredShare } from '@carhouse/domain/sale/sale';
import {
  computeNextAttemptTime,
  isDebtRefund,
  type SellerTransfer,
} from '@carhouse/domain/seller-payment/seller-transfer';
import type { ProviderRefusal, Transfer as ProviderTransfer } from '@carhouse/payments/payout-provider';
import { isLiveMode } from '../config/card-config.ts';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { readPayoutAccount } from '../payout-accounts/read-payout-account.ts';
import { advanceSale } from '../sales/advance-sale.ts';
import { freezeChargedBackSale } from '../sales/open-complaint.ts';
import { changeTransfer } from './change-transfer.ts';
import { lockTransfer } from './lock-seller-payment.ts';

/**
 * Completes a saved transfer when the server does not know whether the provider has made it. First the server asks the
 * provider for the transfers of the order, because the provider forgets the key of a request after a day. If the
 * provider has another transfer of the same charge, the saved transfer ends as refused.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function completeTransfer(context: Context, transfer: SellerTransfer): Promise<void> {
  const transfersOfOrder = await context.payoutProvider.listTransfersOfGroup(transfer.bookingId);
  // A transfer that was taken back, such as by the repair of `transfer-without-sale`, has paid nobody.
  const [knownTransfer, ...otherTransfers] = transfersOfOrder.filter(
    ({ chargeId, amount, amountReversed }) => chargeId === transfer.chargeId && amountReversed < amount,
  );
  if (knownTransfer === undefined) return requestTransfer(context, transfer);
  if (otherTransfers.length === 0 && isSameTransfer(context, transfer, knownTransfer))
    return saveMadeTransfer(context, transfer, knownTransfer);
  // For example, an operator has made the other transfer in the provider's dashboard. The reconciliation reports the
  // other transfer. No transfer of this charge is made until the other transfer is taken back.
  context.log.error(
    { transfer: transfer.id, provider: knownTransfer.transferId },
    'the provider has another transfer of this order',
  );
  await inTransaction(context.database, (trx) => saveRefusal(context, trx, transfer, { reason: 'other-transfer' }));
}

/**
 * Requests a saved transfer from the provider, with the idempotency key that was saved with the transfer.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
async function requestTransfer(context: Context, transfer: SellerTransfer): Promise<void> {
  const answer = await context.payoutProvider.createTransfer({
    accountId: transfer.providerAccountId,
    amount: transfer.amount,
    currency: transfer.currency,
    chargeId: transfer.chargeId,
    group: transfer.bookingId,
    idempotencyKey: transfer.idempotencyKey,
  });
  if (answer.kind === 'succeeded') return saveMadeTransfer(context, transfer, answer.transfer);
  await inTransaction(context.database, (trx) => saveRefusal(context, trx, transfer, answer));
  // The account may have become restricted since it was last read.
  if (answer.reason === 'account-cannot-receive') await readPayoutAccount(context, transfer.sellerId);
}

async function saveRefusal(
  context: Context,
  trx: Transaction,
  savedTransfer: SellerTransfer,
  { reason }: { readonly reason: ProviderRefusal['reason'] | 'other-transfer' },
): Promise<void> {
  const { sale, transfer } = await lockTransfer(trx, savedTransfer);
  if (transfer?.state !== 'sending') return;
  const refusedTransferCount = await countRefusedTransfers(trx, transfer.paymentId);
  await changeTransfer(context, trx, transfer, 'refused', {
    refusal: reason,
    nextStepAt: computeNextAttemptTime(refusedTransferCount + 1, context.now()),
  });
  // A dispute does not freeze a sale while its transfer may be under way. The refusal shows that the seller has not
  // received the money. If an admin has decided about the sale's dispute since then, the sale stays confirmed, so that
  // the transfer is tried again.
  if (sale.state === 'confirmed') await freezeChargedBackSale(context, trx, sale.bookingId);
}

async function saveMadeTransfer(
  context: Context,
  savedTransfer: SellerTransfer,
  providerTransfer: ProviderTransfer,
): Promise<void> {
  assertSameTransfer(context, savedTransfer, providerTransfer);
  const { bookingId, sellerId } = savedTransfer;
  await inTransaction(context.database, async (trx) => {
    const { sale, transfers, transfer } = await lockTransfer(trx, savedTransfer);
    if (transfer?.state !== 'sending') return;
    const now = context.now();
    const otherTransfers = transfers.filter(({ id, state }) => id !== savedTransfer.id && state === 'made');
    const isComplete =
      isDebtRefund(transfer) || sumParts([transfer, ...otherTransfers]) === computeTransferredShare(sale);
    await changeTransfer(context, trx, transfer, 'made', {
      providerTransferId: providerTransfer.transferId,
      nextStepAt: isComplete ? now : null,
    });
    if (sale.state === 'refunded' && !isDebtRefund(transfer)) {
      // The sale was refunded while the transfer was on its way, so the refund waits until the transferred money is
      // back.
      await changeTransfer(context, trx, { ...transfer, state: 'made' }, 'reversing', { nextStepAt: now });
    } else if (isComplete && !isDebtRefund(transfer)) {
      for (const otherTransfer of otherTransfers)
        await postponeTransfer(trx, otherTransfer, { nextStepAt: now, hasFailed: false, now });
      await advanceSale(context, trx, sale, 'transfer', { party: 'provider', actorId: null });
      await announcePayment(context, trx, 'transferred', [{ bookingId, recipientId: sellerId }]);
    }
    await recordEntries(context, trx, [makeTransferEntry(transfer, transfer.id)]);
  });
}

/** Whether a transfer at the provider has the account, amount and currency of the saved transfer. */
function isSameTransfer(context: Context, savedTransfer: SellerTransfer, providerTransfer: ProviderTransfer): boolean {
  return (
    providerTransfer.accountId === savedTransfer.providerAccountId &&
    providerTransfer.amount === savedTransfer.amount &&
    providerTransfer.currency === savedTransfer.currency &&
    providerTransfer.group === savedTransfer.bookingId &&
    providerTransfer.livemode === isLiveMode(context.config.cards)
  );
}

/** @throws Error when the provider's transfer differs from the saved transfer. */
function assertSameTransfer(context: Context, savedTransfer: SellerTransfer, providerTransfer: ProviderTransfer): void {
  if (isSameTransfer(context, savedTransfer, providerTransfer)) return;
  context.log.error(
    { transfer: savedTransfer.id, provider: providerTransfer.transferId },
    'a transfer at the provider differs',
  );
  throw new DomainError('INTERNAL');
}
