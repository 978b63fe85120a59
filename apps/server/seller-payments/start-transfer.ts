import { lockAccountShared } from '@carhouse/database/accounts/accounts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { isDisputeOpen } from '@carhouse/database/payments/disputes';
import { findPayment } from '@carhouse/database/payments/payments';
import { lockPayoutAccount } from '@carhouse/database/payout-accounts/payout-accounts';
import { findSale, saveNettedDebt } from '@carhouse/database/sales/sales';
import {
  findTransferOfSale,
  findTransferPause,
  insertTransfer,
  postponeSale,
  sumSellerDebt,
} from '@carhouse/database/seller-payments/transfers';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { makeNettedDebtEntry } from '@carhouse/domain/ledger/payout-entries';
import { cents } from '@carhouse/domain/money/money';
import { type Sale, sellerShare } from '@carhouse/domain/sale/sale';
import { netDebt, nextTryAfter } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { advanceSale } from '../sales/advance-sale.ts';
import { completeTransfer } from './complete-transfer.ts';
import { lockSellerPayment } from './lock-seller-payment.ts';

/** A sale whose charge is not whole waits as after this number of failures: more than an hour. */
const wholeChargeTries = 4;

/**
 * Begins to pay the seller of a confirmed sale: saves what their share is worth after a debt is netted, and asks the
 * provider to transfer it. A share that pays a debt as a whole ends the sale without a transfer. Nothing happens while
 * something stands against it: the sale is not confirmed any more, its charge is disputed, the seller is suspended, or
 * their account at the provider is not active.
 * @param given `ignoresPause`: whether to ask although the provider has just refused.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE. The transfer is then completed later (complete-transfer.ts).
 */
export async function startTransfer(
  context: Context,
  bookingId: BookingId,
  given: { readonly ignoresPause?: boolean } = {},
): Promise<void> {
  const sale = await findSale(context.database, bookingId);
  const payment = sale && (await findPayment(context.database, sale.paymentId));
  if (sale === undefined || payment === undefined) throw new DomainError('INTERNAL');
  const intent = await context.cardProvider.findIntent(payment.intentId);
  if (intent === null || intent.chargeId === null || intent.status !== 'succeeded' || intent.amountRefunded > 0n) {
    // The reconciliation reports such a charge.
    context.log.warn({ bookingId }, 'a sale is not transferred: its charge is not whole at the provider');
    await postponeSale(context.database, bookingId, nextTryAfter(wholeChargeTries, context.now()));
    return;
  }
  const { chargeId } = intent;
  const isSaved = await inTransaction(context.database, (trx) =>
    saveTransfer(context, trx, sale, {
      chargeId,
      intentId: payment.intentId,
      ignoresPause: given.ignoresPause === true,
    }),
  );
  const transfer = isSaved ? await findTransferOfSale(context.database, bookingId) : undefined;
  // The provider may have a transfer of this sale that an older state of the database does not know.
  if (transfer !== undefined) await completeTransfer(context, transfer);
}

/** @returns whether a transfer was saved. */
async function saveTransfer(
  context: Context,
  trx: Transaction,
  { bookingId, sellerId }: Sale,
  charge: { readonly chargeId: string; readonly intentId: string; readonly ignoresPause: boolean },
): Promise<boolean> {
  const now = context.now();
  const seller = await lockAccountShared(trx, sellerId);
  const { sale, transfer } = await lockSellerPayment(trx, bookingId);
  // The lock also prevents two sales of one seller from netting the same debt.
  const account = await lockPayoutAccount(trx, sellerId);
  const pauseEnd = await findTransferPause(trx, bookingId);
  const isPayable =
    sale.state === 'confirmed' &&
    transfer === undefined &&
    seller?.status !== 'suspended' &&
    (charge.ignoresPause || pauseEnd === null || pauseEnd <= now) &&
    !(await isDisputeOpen(trx, charge.intentId));
  if (!isPayable || account?.state !== 'active' || account.providerAccountId === null) return false;

  const share = sellerShare(sale);
  const netted = sale.netted ?? netDebt(share, await sumSellerDebt(trx, sellerId, sale.currency));
  const isNettedNow = sale.netted === null;
  const amount = cents(share - netted);
  if (amount === 0n) await endNettedSale(context, trx, sale);
  else {
    if (isNettedNow) await saveNettedDebt(trx, bookingId, netted, now);
    const id = context.newId<'transfer'>();
    await insertTransfer(
      trx,
      {
        id,
        bookingId,
        sellerId,
        providerAccountId: account.providerAccountId,
        chargeId: charge.chargeId,
        amount,
        currency: sale.currency,
        idempotencyKey: `transfer-${id}`,
        nextStepAt: nextTryAfter(1, now),
      },
      now,
    );
    await recordAudit(context, trx, {
      actorId: null,
      noun: 'transfer',
      action: 'start',
      nounId: id,
      after: { bookingId, cents: amount.toString(), netted: netted.toString() },
    });
  }
  const nettedShare = { bookingId, sellerId, amount: netted, currency: sale.currency };
  await recordEntries(context, trx, isNettedNow && netted > 0n ? [makeNettedDebtEntry(nettedShare)] : []);
  return amount > 0n;
}

/** Ends a sale whose whole share pays a debt of its seller, or whose fee takes the whole price. */
async function endNettedSale(context: Context, trx: Transaction, sale: Sale): Promise<void> {
  const { bookingId, sellerId } = sale;
  await advanceSale(context, trx, sale, 'net', { party: 'clock', actorId: null }, { netted: sellerShare(sale) });
  await announcePayment(context, trx, 'paid-out', [{ bookingId, recipientId: sellerId }]);
}
