import { findBookingOfBuyer } from '@carhouse/database/bookings/bookings';
import { listParts } from '@carhouse/database/payments/payment-parts';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Id } from '@carhouse/domain/ids/id';
import { requireId } from '@carhouse/domain/ids/id';
import { assertFitsPaynow } from '@carhouse/domain/payment/payment-method';
import { findNextPart } from '@carhouse/domain/payment/payment-plan';
import type { PaynowCode } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { openPayment } from './open-payment.ts';
import { settlePayment } from './settle-payment.ts';

export type ShownCode = {
  readonly code: PaynowCode;
  /** The code can be paid until the hold ends, because the end of the hold cancels the charge. */
  readonly holdEndsAt: Date;
  readonly visitId: Id<'visit'>;
};

/**
 * Holds the car for the buyer of the booking, as for a card payment, and returns a PayNow code for the same charge. A
 * code that can still be paid is returned again. Card and PayNow share one charge, so a buyer who tries both pays at
 * most once.
 * @throws DomainError NOT_FOUND (another buyer's booking), AMOUNT_TOO_LARGE, AMOUNT_TOO_SMALL, PAYNOW_UNAVAILABLE (the
 *   provider does not offer PayNow for this charge), ILLEGAL_TRANSITION (the hold ended meanwhile), and the errors of
 *   `openPayment`.
 */
export async function showPaynowCode(
  context: Context,
  actor: Actor,
  id: string,
  /** A keyed hash of the buyer's network. */
  addressKey: string,
): Promise<ShownCode> {
  const booking = await findBookingOfBuyer(context.database, actor.accountId, requireId<'booking'>(id));
  if (booking === undefined) throw new DomainError('NOT_FOUND');
  if (booking.status === 'unpaid') {
    const part = booking.inParts ? findNextPart(await listParts(context.database, booking.id)) : undefined;
    assertFitsPaynow(part?.amount ?? booking.price);
  }
  const { intent, holdEndsAt, visitId } = await openPayment(context, actor, { paymentId: booking.id }, addressKey);
  if (intent.paynowCode !== null) return { code: intent.paynowCode, holdEndsAt, visitId };
  if (!intent.takesPaynow) throw new DomainError('PAYNOW_UNAVAILABLE');
  const { intentId } = intent;
  const intentWithCode = await context.cardProvider.showPaynowCode({
    intentId,
    payer: { name: booking.snapshot.buyerName, email: booking.snapshot.buyerEmail },
    returnUrl: `${context.config.publicUrl}/dashboard/myOrders/${booking.id}`,
  });
  if (intentWithCode?.status === 'succeeded' || intentWithCode?.status === 'processing') {
    await settlePayment(context, intentId);
    throw new DomainError('ALREADY_PAID');
  }
  if (intentWithCode === null || intentWithCode.paynowCode === null) throw new DomainError('ILLEGAL_TRANSITION');
  return { code: intentWithCode.paynowCode, holdEndsAt, visitId };
}
