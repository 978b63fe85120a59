import { findUnfailedPayout } from '@carhouse/database/seller-payments/payouts';
import {
  findBookingIdByPaymentIntent,
  findTransfer,
  listTransfersOfSale,
} from '@carhouse/database/seller-payments/transfers';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import {
  isDebtRefund,
  type SellerTransfer,
  type SellerTransferId,
} from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';
import { completePayout } from './complete-payout.ts';
import { completeTransfer } from './complete-transfer.ts';
import { reverseTransfer } from './reverse-transfer.ts';

/**
 * Maximum number of steps for one transfer: the outcome of the transfer becomes known, the outcome of its payout
 * becomes known, and the transfer is reversed.
 */
const recallStepCountMaximum = 3;

/**
 * Takes back the money that was transferred to the seller for a charge that is about to be refunded, so that the money
 * of one sale is never paid twice. The refund does not wait for money that is at the seller's bank or on its way there,
 * nor for a reversal that the provider has refused: the seller owes such money.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE while the server does not know where the money is; the refund then
 *   stays due.
 */
export async function recallTransfer(context: Context, intentId: string): Promise<void> {
  const bookingId = await findBookingIdByPaymentIntent(context.database, intentId);
  if (bookingId === undefined) return;
  for (const transfer of await listTransfersOfSale(context.database, bookingId))
    if (!isDebtRefund(transfer)) await recallOneTransfer(context, transfer.id);
}

async function recallOneTransfer(context: Context, id: SellerTransferId): Promise<void> {
  for (let step = 0; step <= recallStepCountMaximum; step += 1) {
    const transfer = await findTransfer(context.database, id);
    const next = transfer && (await findNextStep(context, transfer));
    if (next === undefined) return;
    if (step < recallStepCountMaximum) await next();
  }
  throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { retryAfter: 60 });
}

/** Returns the step that is needed to know where the money of a transfer is; undefined when no step is needed. */
async function findNextStep(context: Context, transfer: SellerTransfer): Promise<(() => Promise<void>) | undefined> {
  if (transfer.state === 'sending') return () => completeTransfer(context, transfer);
  if (transfer.state === 'reversing' && transfer.reversalRound === 1) return () => reverseTransfer(context, transfer);
  const payout = transfer.state === 'made' ? await findUnfailedPayout(context.database, transfer.id) : undefined;
  return payout?.state === 'sending' ? () => completePayout(context, payout) : undefined;
}
