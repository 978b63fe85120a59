import { recordAudit } from '@carhouse/database/audit/audit';
import { updateListing } from '@carhouse/database/listings/listing-writes';
import type { Actor } from '@carhouse/domain/account/account';
import { assertSeenPrice } from '@carhouse/domain/booking/booking-rules';
import type { Cents } from '@carhouse/domain/money/money';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { changeFreeCar, type FreeCarOutcome, findReleasableHold } from '../payments/release-car.ts';
import { lockOwnListing } from './authorise-owner.ts';
import { assertNoNewDuplicate, noteLookAlikes } from './check-duplicate.ts';

/**
 * Changes the price of the seller's listing and nothing else. Open bookings keep their price (docs/reliability.md I5).
 * @param given.seen the price that the seller saw: when it differs from the stored price, the car was changed meanwhile
 * @returns 0 when the new price equals the old one
 * @throws DomainError NOT_FOUND (another seller's listing), CAR_ALREADY_SOLD, CAR_RESERVED, PRICE_CHANGED,
 * EMAIL_UNCONFIRMED, DUPLICATE_LISTING.
 */
export async function changePrice(
  context: Context,
  actor: Actor,
  given: { readonly id: string; readonly seen: Cents; readonly price: Cents },
): Promise<0 | 1> {
  return changeFreeCar(context, async (trx): Promise<FreeCarOutcome<0 | 1>> => {
    const { actor: seller } = await authoriseConfirmed(context, trx, actor);
    const car = await lockOwnListing(trx, seller, given.id);
    if (car.resalePrice === given.price) return { kind: 'done', value: 0 };
    assertSeenPrice(given.seen, car.resalePrice);
    const now = context.now();
    const attempt = await findReleasableHold(trx, car.id, now);
    if (attempt !== undefined) return { kind: 'releasable', attempt };
    const changed = { ...car, resalePrice: given.price };
    if (car.status === 'available') await assertNoNewDuplicate(trx, car, changed);
    await updateListing(trx, car.id, changed, now);
    if (car.status === 'available') await noteLookAlikes(trx, changed, now);
    await recordAudit(context, trx, {
      actorId: actor.accountId,
      action: 'change',
      noun: 'listing',
      nounId: car.id,
      before: { priceCents: String(car.resalePrice) },
      after: { priceCents: String(given.price) },
    });
    return { kind: 'done', value: 1 };
  });
}
