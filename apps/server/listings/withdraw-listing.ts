import type { Actor } from '@carhouse/domain/account/account';
import { assertRole } from '@carhouse/domain/account/account-policy';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { changeFreeCar, type FreeCarOutcome } from '../payments/release-car.ts';
import { lockOwnListing } from './authorise-owner.ts';
import { hideListing } from './hide-listing.ts';
import { removeFromSale } from './remove-from-sale.ts';

/** The reason that the seller of a hidden listing reads when the admin gave none. */
const defaultHideReason = 'No reason was given. Please write to an admin.';

/**
 * Takes a listing off sale. When the seller of the listing calls this function, the listing is withdrawn, and the
 * seller can relist it later. While a buyer is paying, the seller's call is refused. When an admin calls this function,
 * the listing is hidden (`hideListing`), so that its seller cannot relist it.
 * @returns 0 when the listing is already withdrawn (sellers) or hidden (admins).
 * @throws DomainError ROLE_REQUIRED, NOT_FOUND (another seller's listing), CAR_ALREADY_SOLD, CAR_RESERVED (sellers
 * only), HIDDEN_BY_ADMIN (sellers only), ILLEGAL_TRANSITION (a draft, sellers only), and the errors of
 * `authoriseActor`.
 */
export async function withdrawListing(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  if (actor.role === 'admin') return hideListing(context, actor, id, defaultHideReason);
  assertRole(actor, 'Seller');
  return changeFreeCar(context, async (trx): Promise<FreeCarOutcome<0 | 1>> => {
    const seller = await authoriseActor(context, trx, actor);
    const car = await lockOwnListing(trx, seller, id);
    if (car.status === 'withdrawn') return { kind: 'done', value: 0 };
    const removal = { event: 'withdraw', reason: 'The seller has withdrawn the car.' } as const;
    return removeFromSale(context, trx, seller, car, removal);
  });
}
