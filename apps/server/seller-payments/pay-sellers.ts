import { listSaleIdsOfOwedDebtRefunds } from '@carhouse/database/seller-payments/debt-refunds';
import { findPayout, listDuePayoutIds, postponePayout } from '@carhouse/database/seller-payments/payouts';
import {
  findTransfer,
  listDueTransferIds,
  listPayableSaleIds,
  listTransfersOfSale,
  postponeTransfer,
  postponeTransfersOfSale,
} from '@carhouse/database/seller-payments/transfers';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { SellerPayoutId } from '@carhouse/domain/seller-payment/seller-payout';
import { computeNextAttemptTime, type SellerTransferId } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';
import { runUntilProviderSilent } from '../jobs/run-for-each.ts';
import { checkPayout } from './check-payout.ts';
import { completePayout } from './complete-payout.ts';
import { completeTransfer } from './complete-transfer.ts';
import { reverseTransfer } from './reverse-transfer.ts';
import { startDebtRefund } from './start-debt-refund.ts';
import { startPayout } from './start-payout.ts';
import { startTransfer } from './start-transfer.ts';

/**
 * Maximum number of sales, of transfers and of payouts that one run handles. The next run, a minute later, handles
 * further sales, transfers and payouts.
 */
const stepsPerRun = 100;
/**
 * A sale whose transfer could not be started waits as long as after this number of failures, which is forty minutes.
 */
const assumedTryCount = 3;

/**
 * Pays the sellers of confirmed sales. The function starts transfers, completes transfers whose outcome is unknown
 * after a crash or a lost answer, and takes back the transfers of refunded sales. The function sends the money to the
 * sellers' banks, and asks the provider for the states of payouts. Any server node may repeat every step at any time. A
 * step that fails waits longer after each failure, so that it does not delay other steps.
 * @returns the number of steps that were tried.
 */
export async function paySellers(context: Context): Promise<number> {
  const { database, log } = context;
  const now = context.now();
  const failureText = 'a step of the payment of a seller failed';
  const payoutRun = await runUntilProviderSilent(log, {
    items: await listDuePayoutIds(database, now, stepsPerRun),
    run: (id) => advancePayout(context, id),
    postpone: (id) => postponeFailedPayout(context, id),
    failureMessage: failureText,
  });
  if (payoutRun.isProviderSilent) return payoutRun.triedCount;
  const transferRun = await runUntilProviderSilent(log, {
    items: await listDueTransferIds(database, now, stepsPerRun),
    run: (id) => advanceTransfer(context, id),
    postpone: (id) => postponeFailedTransfer(context, id),
    failureMessage: failureText,
  });
  const triedCount = payoutRun.triedCount + transferRun.triedCount;
  if (transferRun.isProviderSilent) return triedCount;
  const debtRefundRun = await runUntilProviderSilent(log, {
    items: await listSaleIdsOfOwedDebtRefunds(database, now, stepsPerRun),
    run: (id) => startDebtRefund(context, id),
    postpone: (id) => postponeFailedTransfers(context, id),
    failureMessage: failureText,
  });
  if (debtRefundRun.isProviderSilent) return triedCount + debtRefundRun.triedCount;
  const saleRun = await runUntilProviderSilent(log, {
    items: await listPayableSaleIds(database, now, stepsPerRun),
    run: (id) => startTransfer(context, id),
    postpone: (id) => postponeFailedTransfers(context, id),
    failureMessage: failureText,
  });
  return triedCount + debtRefundRun.triedCount + saleRun.triedCount;
}

/** Takes the next step of a transfer. @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE. */
export async function advanceTransfer(context: Context, id: SellerTransferId): Promise<void> {
  const transfer = await findTransfer(context.database, id);
  if (transfer?.state === 'sending') await completeTransfer(context, transfer);
  if (transfer?.state === 'reversing') await reverseTransfer(context, transfer);
  if (transfer?.state === 'made') await startPayout(context, transfer);
}

/** Takes the next step of a payout. */
async function advancePayout(context: Context, id: SellerPayoutId): Promise<void> {
  const payout = await findPayout(context.database, id);
  if (payout?.state === 'sending') await completePayout(context, payout);
  else if (payout !== undefined) await checkPayout(context, payout);
}

/**
 * Postpones a sale whose transfers could not be started. Its saved transfers, which the provider may or may not have
 * made, are postponed too.
 */
async function postponeFailedTransfers(context: Context, bookingId: BookingId): Promise<void> {
  await postponeTransfersOfSale(context.database, bookingId, computeNextAttemptTime(assumedTryCount, context.now()));
  for (const { id, state } of await listTransfersOfSale(context.database, bookingId))
    if (state === 'sending') await postponeFailedTransfer(context, id);
}

async function postponeFailedTransfer(context: Context, id: SellerTransferId): Promise<void> {
  const transfer = await findTransfer(context.database, id);
  if (transfer === undefined || transfer.nextStepAt === null) return;
  const now = context.now();
  const nextStepAt = computeNextAttemptTime(transfer.failedTries + 1, now);
  await postponeTransfer(context.database, transfer, { nextStepAt, hasFailed: true, now });
}

async function postponeFailedPayout(context: Context, id: SellerPayoutId): Promise<void> {
  const payout = await findPayout(context.database, id);
  // The step may have ended the payout before it failed.
  if (payout === undefined || payout.nextStepAt === null) return;
  const now = context.now();
  await postponePayout(context.database, payout, {
    nextStepAt: computeNextAttemptTime(payout.failedTries + 1, now),
    hasFailed: true,
    now,
  });
}
