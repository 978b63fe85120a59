import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { isOrderChargedBack } from '@carhouse/database/payments/disputes';
import { countRefusedTransfers, postponeTransfer } from '@carhouse/database/seller-payments/transfers';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { makeTransferEntry } from '@carhouse/domain/ledger/payout-entries';
import { sumParts } from '@carhouse/domain/payment/payment-plan';
import { transferredShare } from '@carhouse/domain/sale/sale';
import { nextTryAfter, type SellerTransfer } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Transfer as ProviderTransfer, Refused } from '@carhouse/payments/payout-provider';
import { isLiveMode } from '../config/card-config.ts';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { readPayoutAccount } from '../payout-accounts/read-payout-account.ts';
import { advanceSale } from '../sales/advance-sale.ts';
import { freezeSale } from '../sales/open-complaint.ts';
import { changeTransfer } from './change-transfer.ts';
import { lockTransfer } from './lock-seller-payment.ts';

/**
 * Completes a transfer about which it is not known whether the provider has made it. The provider is asked for the
 * transfers of the order first, because it forgets the key of a request after a day. Another transfer of the same charge
 * ends this one as refused.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function completeTransfer(context: Context, transfer: SellerTransfer): Promise<void> {
  const ofOrder = await context.payoutProvider.listTransfersOfGroup(transfer.bookingId);
  // One that was taken back, such as by the repair of `transfer-without-sale`, has paid nobody.
  const [known, ...others] = ofOrder.filter(
    ({ chargeId, amount, amountReversed }) => chargeId === transfer.chargeId && amountReversed < amount,
  );
  if (known === undefined) return requestTransfer(context, transfer);
  if (others.length === 0 && isSameTransfer(context, transfer, known))
    return saveMadeTransfer(context, transfer, known);
  // A transfer that was made by hand, for example. The reconciliation reports it; until it is taken back, none is added.
  context.log.error(
    { transfer: transfer.id, provider: known.transferId },
    'the provider has another transfer of this order',
  );
  await inTransaction(context.database, (trx) => saveRefusal(context, trx, transfer, { reason: 'other-transfer' }));
}

/**
 * Asks the provider for a saved transfer, with the key that was saved with it.
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
  asked: SellerTransfer,
  { reason }: { readonly reason: Refused['reason'] | 'other-transfer' },
): Promise<void> {
  const { sale, transfers, transfer } = await lockTransfer(trx, asked);
  if (transfer?.state !== 'sending') return;
  const refusedBefore = await countRefusedTransfers(trx, transfer.paymentId);
  await changeTransfer(context, trx, transfer, 'refused', {
    refusal: reason,
    nextStepAt: nextTryAfter(refusedBefore + 1, context.now()),
  });
  // A dispute does not freeze a sale while its transfer may be under way. Now it is known that the seller has no money.
  const isStillPaid = transfers.some((each) => each.id !== transfer.id);
  if (sale.state === 'confirmed' && !isStillPaid && (await isOrderChargedBack(trx, sale.bookingId)))
    await freezeSale(context, trx, sale, { party: 'provider', actorId: null }, { ground: 'dispute', text: null });
}

async function saveMadeTransfer(context: Context, asked: SellerTransfer, made: ProviderTransfer): Promise<void> {
  assertSameTransfer(context, asked, made);
  const { bookingId, sellerId } = asked;
  await inTransaction(context.database, async (trx) => {
    const { sale, transfers, transfer } = await lockTransfer(trx, asked);
    if (transfer?.state !== 'sending') return;
    const now = context.now();
    const others = transfers.filter(({ id, state }) => id !== asked.id && state === 'made');
    const isComplete = sumParts([transfer, ...others]) === transferredShare(sale);
    await changeTransfer(context, trx, transfer, 'made', {
      providerTransferId: made.transferId,
      nextStepAt: isComplete ? now : null,
    });
    if (sale.state === 'refunded') {
      // The sale was refunded while the transfer was on its way: the refund waits until the money is back.
      await changeTransfer(context, trx, { ...transfer, state: 'made' }, 'reversing', { nextStepAt: now });
    } else if (isComplete) {
      for (const other of others) await postponeTransfer(trx, other, { nextStepAt: now, hasFailed: false, now });
      await advanceSale(context, trx, sale, 'transfer', { party: 'provider', actorId: null });
      await announcePayment(context, trx, 'transferred', [{ bookingId, recipientId: sellerId }]);
    }
    await recordEntries(context, trx, [makeTransferEntry(transfer, transfer.id)]);
  });
}

/** Whether what the provider has made is what was asked for. */
function isSameTransfer(context: Context, asked: SellerTransfer, made: ProviderTransfer): boolean {
  return (
    made.accountId === asked.providerAccountId &&
    made.amount === asked.amount &&
    made.currency === asked.currency &&
    made.group === asked.bookingId &&
    made.livemode === isLiveMode(context.config.cards)
  );
}

/** @throws Error when what the provider has made is not what was asked for. */
function assertSameTransfer(context: Context, asked: SellerTransfer, made: ProviderTransfer): void {
  if (isSameTransfer(context, asked, made)) return;
  context.log.error({ transfer: asked.id, provider: made.transferId }, 'a transfer at the provider differs');
  throw new DomainError('INTERNAL');
}
