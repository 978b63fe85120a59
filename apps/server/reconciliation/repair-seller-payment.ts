import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { findSale } from '@carhouse/database/sales/sales';
import { findUnfailedPayout } from '@carhouse/database/seller-payments/payouts';
import {
  isTransferRecorded,
  listPayableSaleIds,
  listTransfersOfSale,
} from '@carhouse/database/seller-payments/transfers';
import type { Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { parseId } from '@carhouse/domain/ids/id';
import { cents } from '@carhouse/domain/money/money';
import type { DiscrepancyKind } from '@carhouse/domain/payment/discrepancy';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { readPayoutAccount } from '../payout-accounts/read-payout-account.ts';
import { completePayout } from '../seller-payments/complete-payout.ts';
import { completeTransfer } from '../seller-payments/complete-transfer.ts';
import { reverseTransfer } from '../seller-payments/reverse-transfer.ts';
import { startDebtRefund } from '../seller-payments/start-debt-refund.ts';
import { startPayout } from '../seller-payments/start-payout.ts';
import { startTransfer } from '../seller-payments/start-transfer.ts';
import { readBalance, readBalanceAgain } from './read-balance.ts';

export type DiscrepancyRepair = {
  /** A sentence that explains the repair to the admin before it runs. */
  readonly explanation: string;
  readonly run: (context: Context, actor: Actor, subject: string) => Promise<unknown>;
};

type SellerPaymentKind = Extract<
  DiscrepancyKind,
  | 'sale-not-transferred'
  | 'payout-returned'
  | 'payout-not-sent'
  | 'reversal-refused'
  | 'payout-account-restricted'
  | 'seller-in-debt'
  | 'transfer-without-sale'
  | 'provider-fee-differs'
  | 'balance-unexplained'
>;

/** Maximum number of sales of a seller that one repair of their debt transfers. */
const debtSaleCountMaximum = 50;

/** The repairs for discrepancies of payments to sellers. Each repair may be repeated without a further effect. */
export const sellerPaymentRepairs: Readonly<Record<SellerPaymentKind, DiscrepancyRepair>> = {
  'sale-not-transferred': {
    explanation: 'Ask the provider for the transfer now. It is the same transfer, however often it is asked for.',
    run: (context, _actor, subject) => runWithBooking(subject, (bookingId) => continuePayment(context, bookingId)),
  },
  'payout-returned': {
    explanation: "Read the seller's account at the provider, and send the payout again if the account takes it.",
    run: (context, _actor, subject) =>
      runWithBooking(subject, async (bookingId) => {
        const transfers = await listTransfersOfSale(context.database, bookingId);
        const [firstTransfer] = transfers;
        if (firstTransfer !== undefined) await readPayoutAccount(context, firstTransfer.sellerId);
        for (const transfer of transfers) if (transfer.state === 'made') await startPayout(context, transfer);
      }),
  },
  'payout-not-sent': {
    explanation: 'Ask the provider for the payout now. It is the same payout, however often it is asked for.',
    run: (context, _actor, subject) =>
      runWithBooking(subject, async (bookingId) => {
        for (const transfer of await listTransfersOfSale(context.database, bookingId)) {
          if (transfer.state !== 'made') continue;
          const payout = await findUnfailedPayout(context.database, transfer.id);
          if (payout === undefined) await startPayout(context, transfer);
          else if (payout.state === 'sending') await completePayout(context, payout);
        }
      }),
  },
  'reversal-refused': {
    explanation: "Ask the provider again for the money in the seller's account.",
    run: (context, _actor, subject) =>
      runWithBooking(subject, async (bookingId) => {
        for (const transfer of await listTransfersOfSale(context.database, bookingId))
          if (transfer.state === 'reversing') await reverseTransfer(context, transfer);
      }),
  },
  'payout-account-restricted': {
    explanation:
      "Read the account at the provider again. Only its seller can give what is missing, on the provider's page.",
    run: async (context, _actor, subject) => {
      const sellerId = parseId<'account'>(subject);
      if (sellerId !== undefined) await readPayoutAccount(context, sellerId);
    },
  },
  'seller-in-debt': {
    explanation: "Pay the debt from the seller's confirmed sales, if there are any.",
    run: async (context, _actor, subject) => {
      const sellerId = parseId<'account'>(subject);
      if (sellerId === undefined) return;
      for (const id of await listPayableSaleIds(context.database, context.now(), debtSaleCountMaximum, sellerId))
        await startTransfer(context, id);
    },
  },
  'transfer-without-sale': {
    explanation: "Take the transfer back from the seller's account at the provider.",
    run: (context, actor, transferId) => takeTransferBack(context, actor, transferId),
  },
  'provider-fee-differs': {
    explanation: "Read the provider's list of the last 30 days again, and post the fees that are missing.",
    run: (context) => readBalanceAgain(context),
  },
  'balance-unexplained': {
    explanation: 'Note that it was looked at, for example a withdrawal of the operator.',
    run: (context) => readBalance(context),
  },
};

async function runWithBooking(subject: string, run: (bookingId: BookingId) => Promise<void>): Promise<void> {
  const bookingId = parseId<'booking'>(subject);
  if (bookingId !== undefined) await run(bookingId);
}

/**
 * Takes the next step of the transfers of a confirmed sale, or of the money that goes back to the seller of a refunded
 * sale. The step is taken even when the provider has just refused a step.
 */
async function continuePayment(context: Context, bookingId: BookingId): Promise<void> {
  for (const transfer of await listTransfersOfSale(context.database, bookingId))
    if (transfer.state === 'sending') await completeTransfer(context, transfer);
  const sale = await findSale(context.database, bookingId);
  const start = sale?.state === 'refunded' ? startDebtRefund : startTransfer;
  await start(context, bookingId, { shouldIgnorePause: true });
}

/** Reverses a transfer that no confirmed sale explains. A refusal of the provider leaves the discrepancy open. */
async function takeTransferBack(context: Context, actor: Actor, transferId: string): Promise<void> {
  const transfer = await context.payoutProvider.findTransfer(transferId);
  if (transfer === null || transfer.amountReversed >= transfer.amount) return;
  const isUnknownTransfer = await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    // The transfer may have become the transfer of its sale since the discrepancy was reported.
    if (await isTransferRecorded(trx, transferId)) return false;
    const { accountId, amount } = transfer;
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      noun: 'transfer',
      action: 'reverse-unknown',
      nounId: transferId,
      after: { account: accountId, cents: amount.toString() },
    });
    return true;
  });
  if (!isUnknownTransfer) return;
  await context.payoutProvider.reverseTransfer({
    transferId,
    amount: cents(transfer.amount - transfer.amountReversed),
    // The provider repeats a refusal for the same key, so the key changes every hour. The provider refuses to reverse
    // more than is left of the transfer.
    idempotencyKey: `reversal-unknown-${transferId}-${context.now().toISOString().slice(0, 13)}`,
  });
  await readBalance(context);
}
