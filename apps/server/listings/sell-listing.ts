import type { Actor } from '@carhouse/domain/account/account';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { changeFreeCar, type FreeCarOutcome } from '../payments/release-car.ts';
import { lockOwnListing } from './authorise-owner.ts';
import { removeFromSale } from './remove-from-sale.ts';

/**
 * Marks one of the seller's listings as sold elsewhere, which involves no payment on this server. If a buyer's charge has
 * already succeeded, it is settled first, and that sale remains valid.
 * @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD, CAR_RESERVED, HIDDEN_BY_ADMIN, ILLEGAL_TRANSITION (a draft).
 */
export async function sellListing(context: Context, actor: Actor, id: string): Promise<1> {
  return changeFreeCar(context, async (trx): Promise<FreeCarOutcome<1>> => {
    const seller = await authoriseActor(context, trx, actor);
    const car = await lockOwnListing(trx, seller, id);
    return removeFromSale(context, trx, seller, car, {
      event: 'sell',
      reason: 'The seller has sold the car elsewhere.',
    });
  });
}
