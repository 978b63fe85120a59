import type { Transaction } from '@carhouse/database/connection/transaction';
import { lockBankParts } from '@carhouse/database/payments/bank-parts';
import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { makeBankPartEntry } from '@carhouse/domain/ledger/payment-entries';
import { currency } from '@carhouse/domain/money/money';
import type { Context } from '../context.ts';
import { announceToBuyerAndSeller } from '../payments/announce-payment.ts';
import { advanceBankPart } from './advance-bank-part.ts';

/**
 * Ends the bank parts of orders, in the transaction that cancels or refunds these orders. Money that the seller has
 * must go back to the bank; Car House does not refund it, because Car House never had it. The bookings must be locked.
 * @returns the ledger entries that the caller saves. These entries record money that no admin has confirmed, so that
 * the ledger shows what the seller owes to the bank.
 */
export async function endBankParts(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  endedOrders: readonly { readonly bookingId: BookingId; readonly buyerId: AccountId; readonly sellerId: AccountId }[],
  actorId: AccountId | null,
): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  const parts = await lockBankParts(
    trx,
    endedOrders.map(({ bookingId }) => bookingId),
  );
  for (const part of parts) {
    const party = endedOrders.find(({ bookingId }) => bookingId === part.bookingId);
    if (party === undefined) continue;
    const hasSellerReceivedMoney = part.state === 'received' || part.state === 'confirmed';
    await advanceBankPart(context, trx, part, {
      event: hasSellerReceivedMoney ? 'end' : 'end-unpaid',
      party: 'cancellation',
      actorId,
      statement: { kind: 'end' },
    });
    if (!hasSellerReceivedMoney) continue;
    const { buyerId, sellerId } = party;
    await announceToBuyerAndSeller(context, trx, 'bank-to-return', party);
    if (part.state === 'received') entries.push(makeBankPartEntry({ ...part, buyerId, sellerId, currency }));
  }
  return entries;
}
