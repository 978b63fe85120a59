import { countCarsOnSale, lockSignUpNetwork } from '@carhouse/database/accounts/sellers';
import { isListableBrand } from '@carhouse/database/brands/brands';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { countCarsPutOnSaleByShareGroup, countListingsAddedSince } from '@carhouse/database/listings/listing-writes';
import type { Account, AccountId } from '@carhouse/domain/account/account';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { describeLimit } from '@carhouse/domain/account/seller-limits-text';
import { findSharedLimitStart, judgeSellerTrust } from '@carhouse/domain/account/seller-trust';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { dailyListingsMaximum } from '@carhouse/domain/listing/listing-terms';
import { computeCountedCarsMaximum, computeNewestSortTime } from '@carhouse/domain/listing/newest-sort-time';
import { findStartOfToday } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';

const msPerDay = 86_400_000;

/**
 * Checks that a seller may add this listing within the daily limit. The caller must have locked the seller, so that the
 * limit holds for concurrent calls.
 * @throws DomainError LISTING_LIMIT with the number of seconds until midnight in Singapore.
 */
export async function assertBelowDailyLimit(
  trx: Transaction,
  seller: CurrentActor,
  now: Date,
  id: ListingId,
): Promise<void> {
  const dayStart = findStartOfToday(now);
  if ((await countListingsAddedSince(trx, seller.accountId, dayStart, id)) < dailyListingsMaximum) return;
  const retryAfter = Math.ceil((dayStart.getTime() + msPerDay - now.getTime()) / 1000);
  throw new DomainError('LISTING_LIMIT', { retryAfter });
}

/**
 * Checks that a seller may have one more listing on sale within the limit of their trust tier. New sellers have a low
 * limit, which all new sellers of one sign-up network share. The caller must have locked the seller.
 * @throws DomainError CARS_LIMIT with the limit and with how the seller can raise it.
 */
export async function assertRoomForCar(context: Context, trx: Transaction, seller: Account): Promise<void> {
  const rules = context.config.trust;
  const { tier, cars } = judgeSellerTrust(seller, rules, context.now());
  const accountsCountedSince = findSharedLimitStart(seller, rules, context.now());
  if (accountsCountedSince !== undefined) await lockSignUpNetwork(trx, seller.id);
  if ((await countCarsOnSale(trx, { sellerId: seller.id, accountsCountedSince }, cars)) < cars) return;
  throw new DomainError('CARS_LIMIT', { detail: describeLimit('cars', tier, rules) });
}

/**
 * Returns the time by which newest-first lists sort a listing that goes on sale now; null when the listing is sorted by
 * its posting time. The caller must have locked the seller, and the listing must not be saved yet.
 */
export async function findNewestSortTime(
  context: Context,
  trx: Transaction,
  sellerId: AccountId,
  now: Date,
): Promise<Date | null> {
  const { maxNewestPerDay } = context.config.trust;
  const carsPutOnSaleCount = await countCarsPutOnSaleByShareGroup(
    trx,
    sellerId,
    findStartOfToday(now),
    computeCountedCarsMaximum(maxNewestPerDay),
  );
  return computeNewestSortTime(now, carsPutOnSaleCount, maxNewestPerDay);
}

/** @throws DomainError BRAND_CLOSED for a brand that is unknown, coming soon or closed by an admin. */
export async function assertListableBrand(trx: Transaction, brand: string): Promise<void> {
  if (await isListableBrand(trx, brand)) return;
  const errors = [{ path: 'category', code: 'closed', message: 'Cars of this brand cannot be listed yet' }];
  throw new DomainError('BRAND_CLOSED', { errors });
}
