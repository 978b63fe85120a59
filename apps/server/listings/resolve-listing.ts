import { matchListings } from '@carhouse/database/listings/listings';
import type { Actor } from '@carhouse/domain/account/account';
import { readPublicName } from '@carhouse/domain/account/public-name';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { imageKeyOf } from '@carhouse/images/image-url';
import type { Context } from '../context.ts';

export type NamedCar = {
  readonly productId?: string | undefined;
  readonly sellerEmail?: string | undefined;
  readonly productModel?: string | undefined;
  readonly productImg?: string | null | undefined;
};

/**
 * Finds the listing of a booking or a wish by its `productId`. Without one, finds the only available listing of this seller
 * with this model and image (the specification's payload has no product id). The seller is identified by their public name,
 * or by an e-mail address that the caller has seen in a booking: otherwise callers could test whose address it is.
 * @throws DomainError NOT_FOUND for an unknown `productId`, LISTING_NOT_RESOLVED unless exactly one listing matches.
 */
export async function resolveListing(
  context: Context,
  { accountId }: Pick<Actor, 'accountId'>,
  car: NamedCar,
): Promise<ListingId> {
  if (car.productId !== undefined) {
    const id = requireId<'listing'>(car.productId);
    return id;
  }
  if (car.sellerEmail === undefined || car.productModel === undefined) throw new DomainError('LISTING_NOT_RESOLVED');
  const image = car.productImg ?? '';
  const imageKey = imageKeyOf(image);
  if (image !== '' && imageKey === null) throw new DomainError('LISTING_NOT_RESOLVED');
  const id = readPublicName(car.sellerEmail);
  const matches = await matchListings(context.database, {
    seller: id === undefined ? { email: car.sellerEmail.toLowerCase(), reader: accountId } : { id },
    title: car.productModel,
    imageKey,
  });
  const [only] = matches;
  if (only === undefined || matches.length > 1) throw new DomainError('LISTING_NOT_RESOLVED');
  return only;
}
