import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { findSale } from '@carhouse/database/sales/sales';
import { listSellerPayments } from '@carhouse/database/seller-payments/payment-lists';
import { endTransferWaitingTimes, listTransfersOfSale } from '@carhouse/database/seller-payments/transfers';
import type { Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { decidePaymentStanding, isRetryable } from '@carhouse/domain/seller-payment/payment-standing';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { assertFactorProved } from '../second-factor/authorise-factor-change.ts';
import { lockSellerPayment } from './lock-seller-payment.ts';
import { advanceTransfer } from './pay-sellers.ts';
import { startDebtRefund } from './start-debt-refund.ts';
import { startTransfer } from './start-transfer.ts';

/**
 * Makes the next try of a transfer, a payout or a reversal now, for an admin. The provider has refused the last try, or
 * the bank has sent the money back. The function runs the same steps as the reconciler, with the saved idempotency
 * keys, so that nothing is paid twice. A payment that does not wait for a try stays as it is.
 * @returns the number of payments that were tried: 1 or 0.
 * @throws DomainError NOT_FOUND, SECOND_FACTOR_PROOF_REQUIRED, PAYMENT_PROVIDER_UNAVAILABLE (the reconciler then goes
 *   on), and the errors of `authoriseAdmin`.
 */
export async function retryPayment(context: Context, actor: Actor, id: string): Promise<number> {
  const bookingId = requireId<'booking'>(id);
  if (!(await makeNextTryDue(context, actor, bookingId))) return 0;
  const sale = await findSale(context.database, bookingId);
  const transfers = await listTransfersOfSale(context.database, bookingId);
  if (sale?.state === 'confirmed') await startTransfer(context, bookingId);
  else if (sale?.debtRefund != null && transfers.length === 0) await startDebtRefund(context, bookingId);
  else for (const { id: transferId } of transfers) await advanceTransfer(context, transferId);
  return 1;
}

/** @returns false when the payment does not wait for a try. */
async function makeNextTryDue(context: Context, actor: Actor, bookingId: BookingId): Promise<boolean> {
  return inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    await assertFactorProved(context, trx, actor);
    if ((await findSale(trx, bookingId)) === undefined) throw new DomainError('NOT_FOUND');
    await lockSellerPayment(trx, bookingId);
    const now = context.now();
    const [payment] = await listSellerPayments(trx, { bookingId, order: 'newest-first' }, 1);
    if (payment === undefined) throw new DomainError('INTERNAL');
    const standing = decidePaymentStanding(payment, now);
    if (!isRetryable(standing) || !(await endTransferWaitingTimes(trx, bookingId, now))) return false;
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      noun: 'sale',
      action: 'retry-payment',
      nounId: bookingId,
      after: { reason: standing.reason },
    });
    return true;
  });
}
