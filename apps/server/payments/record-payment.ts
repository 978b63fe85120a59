import { runPreparedStatement } from '@carhouse/database/connection/statement';
import { makeSelectChargeOwnerStatement } from '@carhouse/database/payments/settlement-statements';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { assertBusinessMode } from '@carhouse/domain/payment/business-mode';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Handles the browser's report that a charge has succeeded. The report is no proof, so the state of the charge is
 * read from the provider, unless its payment is on record. The charge must have been opened for this booking of this
 * buyer. Where buyers pay sellers directly, only a charge that was opened before the operator changed the business mode is
 * recorded, because its money has moved.
 * @throws DomainError PAYMENTS_NOT_TAKEN (there is no such charge and none can be opened), NOT_FOUND (another buyer's
 *   booking), PAYMENT_NOT_VERIFIED, PAYMENT_PENDING, PAYMENT_REFUNDED, PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function recordPayment(
  context: Context,
  actor: Actor,
  report: { readonly paymentId: string; readonly transactionId: string },
): Promise<PaymentId> {
  const bookingId = requireId<'booking'>(report.paymentId);
  const charge = await runPreparedStatement(
    context.pool,
    makeSelectChargeOwnerStatement(actor.accountId, bookingId, report.transactionId),
  );
  if (charge !== 'own') assertBusinessMode(context.config.businessMode, 'marketplace');
  if (charge === undefined) throw new DomainError('NOT_FOUND');
  if (charge === 'other') throw new DomainError('PAYMENT_NOT_VERIFIED');
  const settlement = await settlePayment(context, report.transactionId);
  if (settlement.kind === 'refunded') throw new DomainError('PAYMENT_REFUNDED');
  return settlement.paymentId;
}
