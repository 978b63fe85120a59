import { countAdvertisedCars, lockSignUpNetwork } from '@carhouse/database/accounts/sellers';
import { findAdvertisedListings, insertAdvertisement } from '@carhouse/database/advertisements/advertisements';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import type { Account, Actor } from '@carhouse/domain/account/account';
import { describeLimit } from '@carhouse/domain/account/seller-limits-text';
import { findSharedLimitStart, judgeSellerTrust } from '@carhouse/domain/account/seller-trust';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';

/**
 * Advertises one of the seller's available listings. Repeating the call changes nothing.
 * @throws DomainError NOT_FOUND (another seller's listing), CAR_ALREADY_SOLD, CAR_NOT_AVAILABLE, EMAIL_UNCONFIRMED,
 *   ADVERTISEMENT_LIMIT.
 */
export async function addAdvertisement(context: Context, actor: Actor, id: string): Promise<ListingId> {
  const listingId = requireId<'listing'>(id);
  return inTransaction(context.database, async (trx) => {
    // The account is locked before the listing. Two concurrent requests of one seller therefore wait for each other.
    const { account: seller } = await authoriseConfirmed(context, trx, actor);
    const car = await lockListing(trx, listingId, 'share');
    if (car === undefined || car.listing.seller.id !== actor.accountId) throw new DomainError('NOT_FOUND');
    if (car.listing.status === 'sold') throw new DomainError('CAR_ALREADY_SOLD');
    if (!isOnSale(car.listing.status)) throw new DomainError('CAR_NOT_AVAILABLE');
    if ((await findAdvertisedListings(trx, [listingId])).has(listingId)) return listingId;
    await assertRoomForAdvertisement(context, trx, seller);
    await insertAdvertisement(trx, listingId, context.now());
    await recordAudit(context, trx, {
      actorId: seller.id,
      action: 'advertise',
      noun: 'listing',
      nounId: listingId,
      before: { advertised: false },
      after: { advertised: true },
    });
    return listingId;
  });
}

async function assertRoomForAdvertisement(context: Context, trx: Transaction, seller: Account): Promise<void> {
  const trustRules = context.config.trust;
  const { tier, advertisements } = judgeSellerTrust(seller, trustRules, context.now());
  const accountsCountedSince = findSharedLimitStart(seller, trustRules, context.now());
  if (accountsCountedSince !== undefined) await lockSignUpNetwork(trx, seller.id);
  if ((await countAdvertisedCars(trx, { sellerId: seller.id, accountsCountedSince }, advertisements)) < advertisements)
    return;
  throw new DomainError('ADVERTISEMENT_LIMIT', { detail: describeLimit('advertisements', tier, trustRules) });
}
