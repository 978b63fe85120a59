import type { Transaction } from '@carhouse/database/connection/transaction';
import { findRefundedReservationTime } from '@carhouse/database/payments/payment-parts';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { computeSecondsUntil } from '@carhouse/domain/errors/seconds-until';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { reservationEnd } from '@carhouse/domain/payment/payment-plan';

/**
 * Checks that a buyer may reserve a car by paying a part of its price. After a refunded reservation the buyer must wait
 * as long as that reservation could have lasted.
 * @throws DomainError HOLD_COOLDOWN.
 */
export async function assertMayReserve(
  trx: Transaction,
  of: { readonly buyerId: AccountId; readonly listingId: ListingId },
  now: Date,
): Promise<void> {
  const refundedAt = await findRefundedReservationTime(trx, of);
  if (refundedAt === null || reservationEnd(refundedAt) <= now) return;
  const retryAfter = computeSecondsUntil(reservationEnd(refundedAt), now);
  const detail = 'Your last payments for this car were refunded a short time ago.';
  throw new DomainError('HOLD_COOLDOWN', { detail, retryAfter });
}
