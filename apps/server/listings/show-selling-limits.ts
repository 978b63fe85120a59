import type { SellingLimits } from '@carhouse/contract/selling-limits';
import { findAccount } from '@carhouse/database/accounts/accounts';
import { countAdvertisedCars, countCarsOnSale } from '@carhouse/database/accounts/sellers';
import type { Actor } from '@carhouse/domain/account/account';
import { listLimitIncreases } from '@carhouse/domain/account/seller-limits-text';
import { findSharedLimitStart, judgeSellerTrust } from '@carhouse/domain/account/seller-trust';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';

/**
 * Returns how much of their limits a seller has used. The forms for cars show the seller's limits before the seller
 * fills in a form. The counts are the same that `assertRoomForCar` and `addAdvertisement` check.
 * @returns null for trusted sellers, because their limit only protects the server against misuse (decision 0038).
 * @throws DomainError UNAUTHENTICATED for a deleted account.
 */
export async function showSellingLimits(context: Context, actor: Actor): Promise<SellingLimits | null> {
  const { database, config } = context;
  const seller = await findAccount(database, actor.accountId);
  if (seller === undefined) throw new DomainError('UNAUTHENTICATED');
  const { tier, cars, advertisements } = judgeSellerTrust(seller, config.trust, context.now());
  if (tier === 'trusted') return null;
  const sellers = {
    sellerId: seller.id,
    accountsCountedSince: findSharedLimitStart(seller, config.trust, context.now()),
  };
  return {
    countsMarkedSales: sellers.accountsCountedSince !== undefined,
    cars: { used: await countCarsOnSale(database, sellers, cars), most: cars },
    advertisements: { used: await countAdvertisedCars(database, sellers, advertisements), most: advertisements },
    steps: [...listLimitIncreases(tier, config.trust)],
  };
}
