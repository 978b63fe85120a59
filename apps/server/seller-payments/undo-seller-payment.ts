import type { Transaction } from '@carhouse/database/connection/transaction';
import { findUnfailedPayout } from '@carhouse/database/seller-payments/payouts';
import { lockTransfersOfSale } from '@carhouse/database/seller-payments/transfers';
import type { AccountId } from '@carhouse/domain/account/account';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { makeDebtEntry, makeUndoneNettingEntry } from '@carhouse/domain/ledger/payout-entries';
import type { Sale } from '@carhouse/domain/sale/sale';
import type { Context } from '../context.ts';
import { changeTransfer } from './change-transfer.ts';

/**
 * Undoes the payment to the seller of a sale that is being refunded. Money that is in the seller's account at the
 * provider goes back before the refund is sent (recall-transfer.ts). Money that is at the seller's bank becomes a debt.
 * Money of a transfer or a payout whose outcome is not known yet goes back, or becomes a debt, once the outcome is
 * known.
 * @param sale the sale as it was before the refund. The caller has locked the sale and its booking.
 * @returns the entries of the ledger that the caller saves.
 */
export async function undoSellerPayment(
  context: Context,
  trx: Transaction,
  sale: Sale,
  actorId: AccountId,
): Promise<readonly LedgerEntry[]> {
  const { bookingId, sellerId, currency, netted } = sale;
  const nettedEntries =
    netted === null || netted === 0n ? [] : [makeUndoneNettingEntry({ bookingId, sellerId, currency, amount: netted })];
  const debtEntries: LedgerEntry[] = [];
  for (const transfer of await lockTransfersOfSale(trx, bookingId)) {
    if (transfer.state !== 'made') continue;
    const payout = await findUnfailedPayout(trx, transfer.id);
    if (payout === undefined)
      await changeTransfer(context, trx, transfer, 'reversing', { nextStepAt: context.now(), actorId });
    if (payout?.state === 'paid') debtEntries.push(makeDebtEntry(transfer, transfer.id));
  }
  return [...nettedEntries, ...debtEntries];
}
