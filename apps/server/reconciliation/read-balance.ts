import { inTransaction } from '@carhouse/database/connection/transaction';
import {
  type BalanceMovement,
  findBookingIdsByIntent,
  findKnownBookingIds,
  insertMovement,
} from '@carhouse/database/reconciliation/balance-movements';
import { deleteCursor, readCursor, saveCursor } from '@carhouse/database/reconciliation/cursors';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { parseId } from '@carhouse/domain/ids/id';
import { makeProviderFeeEntry } from '@carhouse/domain/ledger/payment-entries';
import type { BalanceTransaction } from '@carhouse/payments/payout-provider';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';

const cursorName = 'balance';
/** Milliseconds before now at which the first read starts. */
const firstReadPeriodMs = 30 * 24 * 3_600_000;
/** Maximum number of reads in one run; each read returns some hundreds of movements. */
const readCountMaximum = 5;

/**
 * Copies the movements of Car House's balance at the provider, and posts the provider's fees in the ledger. The checks
 * of the reconciliation then need only the server's own tables (seller-payment-checks.ts). A movement is saved once,
 * together with its fee, even when it is read several times.
 * @returns the number of new movements. @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function readBalance(context: Context): Promise<number> {
  let newMovementCount = 0;
  for (let readIndex = 0; readIndex < readCountMaximum; readIndex += 1) {
    const cursor = (await readCursor(context.database, cursorName)) ?? null;
    const firstReadTime = new Date(context.now().getTime() - firstReadPeriodMs);
    const transactions = await context.payoutProvider.listBalanceTransactions(null, {
      after: cursor,
      since: firstReadTime,
    });
    const lastTransaction = transactions.at(-1);
    if (lastTransaction === undefined) break;
    newMovementCount += await saveMovements(context, transactions);
    await saveCursor(context.database, cursorName, lastTransaction.transactionId, context.now());
  }
  return newMovementCount;
}

/**
 * Reads the movements of the last weeks once more, so that a movement that was missed is saved. @throws as
 * `readBalance`.
 */
export async function readBalanceAgain(context: Context): Promise<void> {
  await deleteCursor(context.database, cursorName);
  await readBalance(context);
}

async function saveMovements(context: Context, transactions: readonly BalanceTransaction[]): Promise<number> {
  const intentIds = transactions.flatMap(({ intentId }) => intentId ?? []);
  const bookings = await findBookingIdsByIntent(context.database, intentIds);
  const groupIds = transactions.flatMap(({ group }) => (group === null ? [] : (parseId<'booking'>(group) ?? [])));
  const knownBookingIds = await findKnownBookingIds(context.database, groupIds);
  let newMovementCount = 0;
  for (const { transactionId, createdAt, net: _net, group, ...otherFields } of transactions) {
    const movement: BalanceMovement = { ...otherFields, id: transactionId, at: createdAt };
    const bookingIdOfCharge = otherFields.intentId === null ? undefined : bookings.get(otherFields.intentId);
    const bookingId = bookingIdOfCharge ?? groupIds.find((id) => id === group && knownBookingIds.has(id)) ?? null;
    if (await saveMovement(context, movement, bookingId)) newMovementCount += 1;
  }
  return newMovementCount;
}

async function saveMovement(
  context: Context,
  movement: BalanceMovement,
  bookingId: BookingId | null,
): Promise<boolean> {
  return inTransaction(context.database, async (trx) => {
    const isNewMovement = await insertMovement(trx, movement, bookingId, context.now());
    if (!isNewMovement || bookingId === null || movement.fee === 0n) return isNewMovement;
    const { id, fee, currency } = movement;
    await recordEntries(context, trx, [makeProviderFeeEntry({ bookingId, currency }, id, fee)]);
    return true;
  });
}
