import { recordAudit } from '@carhouse/database/audit/audit';
import { lockBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { listDisputes, saveDispute } from '@carhouse/database/payments/disputes';
import { findAttemptOfIntent, lockAttempt } from '@carhouse/database/payments/payment-attempts';
import {
  type DisputedMoneyPlace,
  locateDisputedMoney,
  makeDisputeEntries,
} from '@carhouse/domain/ledger/payment-entries';
import type { DisputeKind } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { freezeDisputedSale } from '../sales/open-complaint.ts';
import { trySendRefund } from './refund-charge.ts';
import { retryRefusedRefund } from './retry-refund.ts';

/**
 * Records the state that a dispute or a fraud warning has at the provider. The ledger gets entries for the money that
 * the bank has withdrawn or returned. The order stays paid and gets a flag, and the reconciliation reports the dispute
 * to admins. A dispute is ignored when the provider does not know it or its charge has no intent. A charge without a
 * payment attempt on this server is not in the ledger, and neither is its dispute. A refund that the provider has
 * refused because of the dispute is sent again when the bank has given the money back.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function recordDispute(context: Context, disputeId: string, kind: DisputeKind): Promise<void> {
  const dispute = await context.cardProvider.findDispute(disputeId, kind);
  if (dispute?.intentId == null) return;
  const { intentId, amount, reason, status, open, createdAt } = dispute;
  const now = context.now();
  const isRefundDue = await inTransaction(context.database, async (trx) => {
    const attempt = await findAttemptOfIntent(trx, intentId, undefined);
    if (attempt !== undefined) {
      // A ledger entry refers to its booking. The booking is locked before the attempt, as a settlement does.
      await lockBooking(trx, attempt.bookingId);
      // The lock on the booking makes two reports about one dispute wait for each other, also before either report is
      // recorded.
      await lockAttempt(trx, attempt.id);
    }
    const recordedDispute = (await listDisputes(trx, intentId)).find(({ id }) => id === disputeId);
    const isNewDispute = await saveDispute(
      trx,
      { id: disputeId, kind, intentId, amount, reason, status, open, createdAt },
      now,
    );
    if (!isNewDispute) return false;
    await recordAudit(context, trx, {
      actorId: null,
      action: open ? 'dispute' : 'dispute-closed',
      noun: 'dispute',
      nounId: disputeId,
      after: { kind, intentId, reason, state: status },
    });
    if (attempt === undefined || amount === null) return false;
    const order = {
      bookingId: attempt.bookingId,
      currency: attempt.currency,
      amount: recordedDispute?.amount ?? amount,
    };
    const moneyPlaceBefore: DisputedMoneyPlace =
      recordedDispute === undefined ? 'kept' : locateDisputedMoney(recordedDispute.status);
    const moneyPlaceAfter = locateDisputedMoney(status);
    // An admin may have let the sale continue before the bank decided, so a lost dispute freezes the sale again.
    const mustFreezeSale = (moneyPlaceBefore === 'kept' && moneyPlaceAfter !== 'kept') || moneyPlaceAfter === 'lost';
    if (mustFreezeSale) await freezeDisputedSale(context, trx, attempt.bookingId);
    await recordEntries(context, trx, makeDisputeEntries(order, disputeId, moneyPlaceBefore, moneyPlaceAfter));
    return !open && moneyPlaceAfter === 'kept' && (await retryRefusedRefund(context, trx, attempt, intentId));
  });
  if (isRefundDue) await trySendRefund(context, intentId);
}
