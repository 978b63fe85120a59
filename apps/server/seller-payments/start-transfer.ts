import { lockAccountShared } from '@carhouse/database/accounts/accounts';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { isOrderDisputed } from '@carhouse/database/payments/disputes';
import { listPaymentsOfBooking, type Payment } from '@carhouse/database/payments/payments';
import { lockPayoutAccount } from '@carhouse/database/payout-accounts/payout-accounts';
import { findSale, saveNettedDebt } from '@carhouse/database/sales/sales';
import {
  findTransfer,
  findTransferPauseEnd,
  postponeTransfersOfSale,
  sumSellerDebt,
} from '@carhouse/database/seller-payments/transfers';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { makeNettedDebtEntry } from '@carhouse/domain/ledger/payout-entries';
import { cents } from '@carhouse/domain/money/money';
import { computeSellerShare, type Sale } from '@carhouse/domain/sale/sale';
import {
  computeNettedDebt,
  computeNextAttemptTime,
  type SellerTransferId,
  splitShare,
} from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { advanceSale } from '../sales/advance-sale.ts';
import { freezeChargedBackSale } from '../sales/open-complaint.ts';
import { completeTransfer } from './complete-transfer.ts';
import { lockSellerPayment } from './lock-seller-payment.ts';
import { saveNewTransfer } from './save-new-transfer.ts';

/**
 * A sale whose charge has not succeeded or is partly refunded waits as long as after this number of failures, which is
 * more than an hour.
 */
const assumedTryCount = 4;

/**
 * Begins to pay the seller of a confirmed sale. The seller's share less their debt is saved, and the provider is asked
 * to transfer it from each charge that has paid the price. A share that is completely used to pay a debt ends the sale
 * without a transfer. Nothing happens while the seller cannot be paid: the sale is not confirmed any more, its charge
 * is disputed, the seller is suspended, or their account at the provider is not active.
 * @param options `shouldIgnorePause`: whether to request the transfer although the provider has just refused it.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE. After such an error the transfer is completed later
 * (complete-transfer.ts).
 */
export async function startTransfer(
  context: Context,
  bookingId: BookingId,
  options: { readonly shouldIgnorePause?: boolean } = {},
): Promise<void> {
  const sale = await findSale(context.database, bookingId);
  if (sale === undefined) throw new DomainError('INTERNAL');
  const charges = await readCharges(context, sale);
  if (charges === null) {
    await postponeTransfersOfSale(context.database, bookingId, computeNextAttemptTime(assumedTryCount, context.now()));
    return;
  }
  const savedTransferIds = await inTransaction(context.database, (trx) =>
    saveTransfers(context, trx, sale, { charges, shouldIgnorePause: options.shouldIgnorePause === true }),
  );
  for (const id of savedTransferIds) {
    const transfer = await findTransfer(context.database, id);
    // The provider may already have a transfer of this sale that a restored database does not know.
    if (transfer !== undefined) await completeTransfer(context, transfer);
  }
}

/** A charge that has paid a sale, or a part of its price. `chargeId` is the provider's id of the charge. */
type SourceCharge = Pick<Payment, 'id' | 'amount'> & { readonly chargeId: string };

/**
 * @returns the charges of a sale in the order of payment; null when the provider has refunded a charge that must not be
 * refunded, or more of a deposit than is due to its buyer.
 */
async function readCharges(context: Context, sale: Sale): Promise<readonly SourceCharge[] | null> {
  const { bookingId } = sale;
  const charges: SourceCharge[] = [];
  for (const { id, amount, intentId } of await listPaymentsOfBooking(context.database, bookingId)) {
    // When a reservation was given up, all its charges are fully refunded except the charge of the deposit.
    if (sale.kind === 'deposit' && id !== sale.paymentId) continue;
    const refundableAmount = sale.kind === 'deposit' ? amount - sale.price : 0n;
    const intent = await context.cardProvider.findIntent(intentId);
    if (intent?.chargeId == null || intent.status !== 'succeeded' || intent.amountRefunded > refundableAmount) {
      // The reconciliation reports charges that have not succeeded or are partly refunded.
      context.log.warn({ bookingId }, 'a sale is not transferred: its charge is not whole at the provider');
      return null;
    }
    charges.push({ id, amount, chargeId: intent.chargeId });
  }
  return charges;
}

/** @returns the transfers that were saved: one for each charge that has none yet and gives a part of the share. */
async function saveTransfers(
  context: Context,
  trx: Transaction,
  { bookingId, sellerId }: Sale,
  { charges, shouldIgnorePause }: { readonly charges: readonly SourceCharge[]; readonly shouldIgnorePause: boolean },
): Promise<readonly SellerTransferId[]> {
  const now = context.now();
  const seller = await lockAccountShared(trx, sellerId);
  const { sale, transfers } = await lockSellerPayment(trx, bookingId);
  // The lock on the payout account also prevents two sales of one seller from netting the same debt.
  const account = await lockPayoutAccount(trx, sellerId);
  const pauseEnd = await findTransferPauseEnd(trx, bookingId);
  const isPayable =
    sale.state === 'confirmed' &&
    seller?.status !== 'suspended' &&
    (shouldIgnorePause || pauseEnd === null || pauseEnd <= now) &&
    !(await isOrderDisputed(trx, bookingId));
  if (isPayable && (await freezeChargedBackSale(context, trx, bookingId))) return [];
  if (!isPayable || account?.state !== 'active' || account.providerAccountId === null) return [];

  const shareAmount = computeSellerShare(sale);
  const nettedAmount = sale.netted ?? computeNettedDebt(shareAmount, await sumSellerDebt(trx, sellerId, sale.currency));
  const isFirstNetting = sale.netted === null;
  const amount = cents(shareAmount - nettedAmount);
  if (amount === 0n) await endNettedSale(context, trx, sale);
  else if (isFirstNetting) await saveNettedDebt(trx, bookingId, nettedAmount, now);
  const savedTransferIds: SellerTransferId[] = [];
  for (const { payment: charge, amount: part } of splitShare(amount, charges)) {
    if (transfers.some(({ paymentId }) => paymentId === charge.id)) continue;
    const { id: paymentId, chargeId } = charge;
    const { providerAccountId } = account;
    const transfer = {
      bookingId,
      sellerId,
      providerAccountId,
      paymentId,
      chargeId,
      amount: part,
      currency: sale.currency,
    };
    savedTransferIds.push(await saveNewTransfer(context, trx, transfer, { netted: nettedAmount.toString() }));
  }
  const nettedDebt = { bookingId, sellerId, amount: nettedAmount, currency: sale.currency };
  await recordEntries(context, trx, isFirstNetting && nettedAmount > 0n ? [makeNettedDebtEntry(nettedDebt)] : []);
  return savedTransferIds;
}

/** Ends a sale whose whole share pays a debt of its seller, or whose fee takes the whole price. */
async function endNettedSale(context: Context, trx: Transaction, sale: Sale): Promise<void> {
  const { bookingId, sellerId } = sale;
  await advanceSale(context, trx, sale, 'net', { party: 'clock', actorId: null }, { netted: computeSellerShare(sale) });
  await announcePayment(context, trx, 'paid-out', [{ bookingId, recipientId: sellerId }]);
}
