import { findBookingOfBuyer } from '@carhouse/database/bookings/bookings';
import { findAttemptOfVisit, markReleased } from '@carhouse/database/payments/holds';
import { findAttempt } from '@carhouse/database/payments/payment-attempts';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import { parseId, requireId } from '@carhouse/domain/ids/id';
import type { Context } from '../context.ts';
import { releaseHold } from './release-hold.ts';

/**
 * Frees the listing when its buyer leaves the payment page, or when the card form failed to load. Only the page that
 * opened the payment last may free the listing. While a card is being charged, the provider's response to the
 * cancellation decides. A charge that has succeeded is settled. If the provider does not answer, the reconciler frees
 * the listing later. Until the listing is free, only the same buyer can pay for it.
 * @returns whether the hold has ended.
 * @throws DomainError NOT_FOUND (another buyer's booking).
 */
export async function releasePage(
  context: Context,
  actor: Actor,
  pageVisit: { readonly bookingId: string; readonly visitId: string },
): Promise<boolean> {
  const bookingId = requireId<'booking'>(pageVisit.bookingId);
  const booking = await findBookingOfBuyer(context.database, actor.accountId, bookingId);
  if (booking === undefined) throw new DomainError('NOT_FOUND');
  const visitId = parseId<'visit'>(pageVisit.visitId);
  const foundAttempt = visitId && (await findAttemptOfVisit(context.database, booking.id, visitId));
  if (foundAttempt === undefined || visitId === undefined) return false;
  try {
    const intent = foundAttempt.intentId === null ? null : await context.cardProvider.findIntent(foundAttempt.intentId);
    if (intent?.isConfirming === true) return false;
    if (!(await markReleased(context.database, foundAttempt.id, visitId, context.now()))) return false;
    const attempt = await findAttempt(context.database, foundAttempt.id);
    if (attempt?.state === 'open') await releaseHold(context, attempt);
    return true;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    context.log.warn(
      { attemptId: foundAttempt.id, code: error.code },
      'the hold of a page that was left goes to the reconciler',
    );
    return false;
  }
}
