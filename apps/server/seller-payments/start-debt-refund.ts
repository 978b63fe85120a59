import { lockAccountShared } from '@carhouse/database/accounts/accounts';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockPayoutAccount } from '@carhouse/database/payout-accounts/payout-accounts';
import { findSale, saveDebtRefund } from '@carhouse/database/sales/sales';
import { findTransfer, findTransferPauseEnd, sumSellerDebt } from '@carhouse/database/seller-payments/transfers';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { makeRefundedDebtEntry } from '@carhouse/domain/ledger/payout-entries';
import { computeDebtRefund, type Sale } from '@carhouse/domain/sale/sale';
import type { SellerTransferId } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { completeTransfer } from './complete-transfer.ts';
import { lockSellerPayment } from './lock-seller-payment.ts';
import { saveNewTransfer } from './save-new-transfer.ts';

/**
 * Begins to pay back to a seller the money with which their other sales have paid the debt that the fee of a later
 * refunded sale had caused (decision 0085). The amount is decided once, under the lock that a sale takes to net a debt.
 * The money comes from Car House's balance, because the charges of the refunded sale are refunded. The function does
 * nothing while the seller cannot be paid, or when they now owe at least this amount.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE. After such an error the transfer is completed later
 * (complete-transfer.ts).
 */
export async function startDebtRefund(
  context: Context,
  bookingId: BookingId,
  options: { readonly shouldIgnorePause?: boolean } = {},
): Promise<void> {
  const sale = await findSale(context.database, bookingId);
  if (sale === undefined) throw new DomainError('INTERNAL');
  const id = await inTransaction(context.database, (trx) =>
    saveTransfer(context, trx, sale, options.shouldIgnorePause === true),
  );
  const transfer = id === null ? undefined : await findTransfer(context.database, id);
  if (transfer !== undefined) await completeTransfer(context, transfer);
}

/** @returns null when no transfer was saved. */
async function saveTransfer(
  context: Context,
  trx: Transaction,
  { bookingId, sellerId, paymentId, currency }: Sale,
  shouldIgnorePause: boolean,
): Promise<SellerTransferId | null> {
  const now = context.now();
  const seller = await lockAccountShared(trx, sellerId);
  const { sale, transfers } = await lockSellerPayment(trx, bookingId);
  const account = await lockPayoutAccount(trx, sellerId);
  const pauseEnd = await findTransferPauseEnd(trx, bookingId);
  const isPaused = !shouldIgnorePause && pauseEnd !== null && pauseEnd > now;
  if (sale.state !== 'refunded' || seller?.status === 'suspended' || isPaused || transfers.length > 0) return null;
  if (account?.state !== 'active' || account.providerAccountId === null) return null;
  const amount = sale.debtRefund ?? computeDebtRefund(sale, await sumSellerDebt(trx, sellerId, currency));
  if (amount === 0n) return null;
  if (sale.debtRefund === null) {
    await saveDebtRefund(trx, bookingId, amount, now);
    await recordEntries(context, trx, [makeRefundedDebtEntry({ bookingId, sellerId, amount, currency })]);
  }
  const { providerAccountId } = account;
  const transfer = { bookingId, sellerId, providerAccountId, paymentId, chargeId: null, amount, currency };
  return saveNewTransfer(context, trx, transfer, { returnsPaidDebt: true });
}
