import { recordAudit, recordCancellations } from '@carhouse/database/audit/audit';
import { cancelBookingsOfCar } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { saveHiddenListing } from '@carhouse/database/listings/hidden-listings';
import { changeListingStatus } from '@carhouse/database/listings/listings';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Listing } from '@carhouse/domain/listing/listing';
import { advanceListing, chooseStatusAfterHiding } from '@carhouse/domain/listing/listing-lifecycle';
import { findListingParty } from '@carhouse/domain/listing/listing-policy';
import type { Context } from '../context.ts';
import { completeCancellation } from '../payments/complete-cancellation.ts';
import { type FreeCarOutcome, findReleasableHold } from '../payments/release-car.ts';

/**
 * How a listing is taken off sale. `reason` is the text for buyers with an open booking. `reasonForSeller` is the
 * reason that the seller of a hidden listing reads.
 */
export type SaleRemoval =
  | { readonly event: 'withdraw' | 'sell'; readonly reason: string }
  | { readonly event: 'hide'; readonly reason: string; readonly reasonForSeller: string };

/**
 * Withdraws, sells or hides a listing that the caller has locked. The open bookings of the listing are cancelled with
 * the reason. While a buyer is paying for a listing, it cannot be withdrawn or marked as sold. An admin can hide a
 * listing while a buyer is paying for it; the caller then cancels the charge. A charge that succeeds after the
 * cancellation is refunded, because its booking is closed.
 * @throws DomainError NOT_FOUND, CAR_RESERVED, HIDDEN_BY_ADMIN, ILLEGAL_TRANSITION, ROLE_REQUIRED.
 */
export async function removeFromSale(
  context: Context,
  trx: Transaction,
  actor: CurrentActor,
  car: Listing,
  removal: SaleRemoval,
): Promise<FreeCarOutcome<1>> {
  const party = findListingParty(actor, car);
  if (party === null) throw new DomainError('NOT_FOUND');
  const nextStatus = advanceListing(car.status, removal.event, party);
  const now = context.now();
  if (removal.event === 'hide') {
    const { status } = car;
    await saveHiddenListing(
      trx,
      car.id,
      { from: status, statusAfterHiding: chooseStatusAfterHiding(status), reason: removal.reasonForSeller },
      now,
    );
  } else {
    const attempt = await findReleasableHold(trx, car.id, now);
    if (attempt !== undefined) return { kind: 'releasable', attempt };
    await changeListingStatus(trx, car.id, car.status, nextStatus, now);
  }
  const bookings = await cancelBookingsOfCar(trx, car.id, removal.reason, now);
  await recordAudit(context, trx, {
    actorId: actor.accountId,
    action: removal.event,
    noun: 'listing',
    nounId: car.id,
    before: { status: car.status },
    after: { status: nextStatus },
  });
  await recordCancellations(context, trx, actor.accountId, bookings);
  await completeCancellation(context, trx, bookings, { outcome: { end: 'admin-ended' }, endedAccountId: null });
  return { kind: 'done', value: 1 };
}
