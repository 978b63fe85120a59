import type { Transaction } from '@carhouse/database/connection/transaction';
import { lockBankParts } from '@carhouse/database/payments/bank-parts';
import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { makeBankPartEntry } from '@carhouse/domain/ledger/payment-entries';
import { currency } from '@carhouse/domain/money/money';
import type { Context } from '../context.ts';
import { announceToBothSides } from '../payments/announce-payment.ts';
import { advanceBankPart } from './advance-bank-part.ts';

/**
 * Ends the bank parts of orders that are cancelled or refunded, in the transaction that does so. Money that the seller has
 * must go back to the bank; Car House does not refund it, because Car House never had it. The bookings must be locked.
 * @returns the entries of the ledger that the caller saves: money that no admin has confirmed is noted now, so that the
 *   books show what the seller owes to the bank.
 */
export async function endBankParts(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  parties: readonly { readonly bookingId: BookingId; readonly buyerId: AccountId; readonly sellerId: AccountId }[],
  actorId: AccountId | null,
): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  const parts = await lockBankParts(
    trx,
    parties.map(({ bookingId }) => bookingId),
  );
  for (const part of parts) {
    const party = parties.find(({ bookingId }) => bookingId === part.bookingId);
    if (party === undefined) continue;
    const hasMoney = part.state === 'received' || part.state === 'confirmed';
    await advanceBankPart(context, trx, part, {
      event: hasMoney ? 'end' : 'end-unpaid',
      party: 'cancellation',
      actorId,
      statement: { kind: 'end' },
    });
    if (!hasMoney) continue;
    const { buyerId, sellerId } = party;
    await announceToBothSides(context, trx, 'bank-to-return', party);
    if (part.state === 'received') entries.push(makeBankPartEntry({ ...part, buyerId, sellerId, currency }));
  }
  return entries;
}
