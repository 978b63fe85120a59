import type { Product } from '@carhouse/contract/listings';
import { publicName } from '@carhouse/domain/account/public-name';
import { coeYearsLeft } from '@carhouse/domain/car/coe';
import { depreciationPerYear, type MinimumParfRule, roundedAsTradeWrites } from '@carhouse/domain/car/depreciation';
import type { ListedCar, Listing } from '@carhouse/domain/listing/listing';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import { stamp } from '@carhouse/domain/text/stamp';
import { imageUrl } from '@carhouse/images/image-url';

export type ListingView = {
  /**
   * Whether the field `email` contains the seller's public name, for signed-in callers only. No product contains an e-mail
   * address.
   */
  readonly withPublicName: boolean;
  readonly now: Date;
  readonly minimumParfRules: readonly MinimumParfRule[];
};

/** A listing in the field names of the specification. */
export function presentListing(listing: ListedCar, view: ListingView): Product {
  const today = singaporeDay(view.now);
  const { coeExpiresOn, mileageKm, owners, registeredOn } = listing.facts;
  const depreciation = depreciationPerYear(
    { price: listing.resalePrice, ...listing.facts },
    view.minimumParfRules,
    today,
  );
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
    image: coverUrl(listing),
    time: stamp(listing.postedAt),
    author: listing.seller.name,
    ...(view.withPublicName ? { email: publicName(listing.seller.id) } : {}),
    verification: listing.seller.verified ? 'Verified' : '',
    role: 'Seller',
    status: listing.status,
    postedAt: listing.postedAt.toISOString(),
    images: listing.images.map((key) => imageUrl(key, 960)),
    imageSize: listing.coverSize,
    coeYearsLeft: coeYearsLeft(coeExpiresOn, today),
    depreciationPerYear: depreciation === null ? null : dollarsFromCents(roundedAsTradeWrites(depreciation)),
    mileageKm,
    owners,
    registeredOn,
  };
}

/** URL of the cover image; `''` for a car without images. */
export function coverUrl(listing: Pick<Listing, 'images'>): string {
  const cover = listing.images[0];
  return cover === undefined ? '' : imageUrl(cover, 960);
}
