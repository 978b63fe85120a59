import { findListingsLikeCopy } from '@carhouse/database/listings/listings';
import type { Actor } from '@carhouse/domain/account/account';
import { readPublicName } from '@carhouse/domain/account/public-name';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { readImageKey } from '@carhouse/images/image-url';
import type { Context } from '../context.ts';

export type CarReference = {
  readonly productId?: string | undefined;
  readonly sellerEmail?: string | undefined;
  readonly productModel?: string | undefined;
  readonly productImg?: string | null | undefined;
};

/**
 * Finds the listing of a booking or a wish by its `productId`. Without a `productId`, finds the only available listing
 * of this seller with this model and image (the specification's payload has no product id). The seller is identified by
 * their public name, or by their e-mail address if the caller has seen it in a booking. If other addresses were
 * accepted, callers could find out to whom an e-mail address belongs.
 * @throws DomainError NOT_FOUND for an unknown `productId`, LISTING_NOT_RESOLVED unless exactly one listing matches.
 */
export async function resolveListing(
  context: Context,
  { accountId }: Pick<Actor, 'accountId'>,
  car: CarReference,
): Promise<ListingId> {
  if (car.productId !== undefined) {
    const id = requireId<'listing'>(car.productId);
    return id;
  }
  if (car.sellerEmail === undefined || car.productModel === undefined) throw new DomainError('LISTING_NOT_RESOLVED');
  const image = car.productImg ?? '';
  const imageKey = readImageKey(image);
  if (image !== '' && imageKey === null) throw new DomainError('LISTING_NOT_RESOLVED');
  const id = readPublicName(car.sellerEmail);
  const matchingListings = await findListingsLikeCopy(context.database, {
    seller: id === undefined ? { email: car.sellerEmail.toLowerCase(), readerId: accountId } : { id },
    title: car.productModel,
    imageKey,
  });
  const [singleListing] = matchingListings;
  if (singleListing === undefined || matchingListings.length > 1) throw new DomainError('LISTING_NOT_RESOLVED');
  return singleListing;
}
