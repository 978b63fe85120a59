import { recordAudit, recordCancellations } from '@carhouse/database/audit/audit';
import { cancelBookingsOfCar } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { saveHidden } from '@carhouse/database/listings/hidden-listings';
import { changeListingStatus } from '@carhouse/database/listings/listings';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { Listing } from '@carhouse/domain/listing/listing';
import { listingLifecycle } from '@carhouse/domain/listing/listing-lifecycle';
import { listingPartyOf } from '@carhouse/domain/listing/listing-policy';
import type { Context } from '../context.ts';
import { announceCancellation } from '../payments/announce-cancellation.ts';
import { type FreeCarOutcome, findReleasableHold } from '../payments/release-car.ts';

export type Removal = {
  readonly event: 'withdraw' | 'sell' | 'hide';
  /** The reason shown to buyers with an open booking. */
  readonly reason: string;
  /** The reason that the seller of a hidden listing can read. */
  readonly forSeller?: string;
};

/**
 * Withdraws, sells or hides a listing that the caller has locked. The call fails while a buyer is paying for the listing;
 * otherwise its open bookings are cancelled with the reason. With `despiteHold` an admin ends a hold; the caller then
 * cancels its charge. A charge that succeeds nevertheless is refunded, because its booking is closed.
 * @throws DomainError
 * CAR_RESERVED, ILLEGAL_TRANSITION.
 */
export async function hideListing(
  context: Context,
  trx: Transaction,
  actor: CurrentActor,
  car: Listing,
  removal: Removal,
  despiteHold = false,
): Promise<FreeCarOutcome<1>> {
  const party = listingPartyOf(actor, car);
  if (party === null) throw new DomainError('NOT_FOUND');
  const after = advance(listingLifecycle, car.status, removal.event, party);
  const now = context.now();
  const attempt = despiteHold ? undefined : await findReleasableHold(trx, car.id, now);
  if (attempt !== undefined) return { kind: 'releasable', attempt };
  if (after === 'hidden') await saveHidden(trx, car.id, removal.forSeller ?? removal.reason, now);
  else await changeListingStatus(trx, car.id, car.status, after, now);
  const bookings = await cancelBookingsOfCar(trx, car.id, removal.reason, now);
  await recordAudit(context, trx, {
    actorId: actor.accountId,
    action: removal.event,
    noun: 'listing',
    nounId: car.id,
    before: { status: car.status },
    after: { status: after },
  });
  await recordCancellations(context, trx, actor.accountId, bookings);
  await announceCancellation(context, trx, bookings, actor.accountId);
  return { kind: 'done', value: 1 };
}
