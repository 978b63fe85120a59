import { lockAccount } from '@carhouse/database/accounts/accounts';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import { findSharedLimitStart } from '@carhouse/domain/account/seller-trust';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { changeFreeCar, type FreeCarOutcome } from '../payments/release-car.ts';
import { lockOwnListing } from './authorise-owner.ts';
import { assertRoomForCar } from './check-new-offer.ts';
import { removeFromSale } from './remove-from-sale.ts';

/**
 * Marks one of the seller's listings as sold elsewhere, which involves no payment on this server. If a buyer's charge
 * has already succeeded, it is settled first, and the buyer's purchase stays valid. A listing that is marked as sold is
 * public. A new seller needs room within the limit of cars on sale to mark a withdrawn listing as sold, because the
 * listing becomes public.
 * @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD, CAR_RESERVED, HIDDEN_BY_ADMIN, CARS_LIMIT, ILLEGAL_TRANSITION (a
 *   draft).
 */
export async function sellListing(context: Context, actor: Actor, id: string): Promise<1> {
  return changeFreeCar(context, async (trx): Promise<FreeCarOutcome<1>> => {
    const seller = await authoriseActor(context, trx, actor);
    const car = await lockOwnListing(trx, seller, id);
    if (car.status === 'withdrawn') await assertRoomToSell(context, trx, seller.accountId);
    return removeFromSale(context, trx, seller, car, {
      event: 'sell',
      reason: 'The seller has sold the car elsewhere.',
    });
  });
}

/**
 * Checks that a new seller may mark one more listing as sold. For other sellers, listings that are marked as sold do
 * not count towards the limit. The caller must have locked the seller.
 */
async function assertRoomToSell(context: Context, trx: Transaction, id: AccountId): Promise<void> {
  const newSeller = await lockAccount(trx, id);
  if (newSeller === undefined || findSharedLimitStart(newSeller, context.config.trust, context.now()) === undefined)
    return;
  await assertRoomForCar(context, trx, newSeller);
}
