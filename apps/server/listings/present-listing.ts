import type { Product } from '@carhouse/contract/listings';
import { publicName } from '@carhouse/domain/account/public-name';
import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { ListedCar, Listing } from '@carhouse/domain/listing/listing';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { formatTimestamp } from '@carhouse/domain/text/stamp';
import { imageUrl } from '@carhouse/images/image-url';
import { presentCarFigures, presentDepreciation } from './present-figures.ts';

export type ListingView = {
  /**
   * Whether the result has the field `email`, which contains the seller's public name. The field is included for
   * signed-in callers. No product contains an e-mail address.
   */
  readonly withPublicName: boolean;
  readonly now: Date;
  readonly minimumParfRules: readonly MinimumParfRule[];
};

/** Returns a listing in the field names of the specification. */
export function presentListing(listing: ListedCar, view: ListingView): Product {
  const today = toSingaporeDay(view.now);
  const { facts, resalePrice: price } = listing;
  return {
    _id: listing.id,
    title: listing.title,
    category: listing.brand,
    location: listing.location,
    originalPrice: listing.originalPrice === null ? null : dollarsFromCents(listing.originalPrice),
    resalePrice: dollarsFromCents(listing.resalePrice),
    yearsOfUse: listing.yearsOfUse,
    yearOfPurchase: listing.yearOfPurchase,
    description: listing.description,
    image: makeCoverUrl(listing),
    time: formatTimestamp(listing.postedAt),
    author: listing.seller.name,
    ...(view.withPublicName ? { email: publicName(listing.seller.id) } : {}),
    verification: listing.seller.verified ? 'Verified' : '',
    role: 'Seller',
    status: listing.status,
    postedAt: listing.postedAt.toISOString(),
    images: listing.images.map((key) => imageUrl(key, 960)),
    imageSize: listing.coverSize,
    ...presentCarFigures(facts, today),
    depreciationPerYear: presentDepreciation({ price, facts }, view.minimumParfRules, today),
  };
}

/** Returns the URL of the cover image; `''` for a car without images. */
export function makeCoverUrl(listing: Pick<Listing, 'images'>): string {
  const coverKey = listing.images[0];
  return coverKey === undefined ? '' : imageUrl(coverKey, 960);
}
