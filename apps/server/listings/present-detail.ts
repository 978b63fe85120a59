import type { ListingDetail as ListingDetailAnswer } from '@carhouse/contract/listing-detail';
import { publicName } from '@carhouse/domain/account/public-name';
import { computeMinimumParf } from '@carhouse/domain/car/depreciation';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { imageUrl } from '@carhouse/images/image-url';
import { presentFacts } from './present-facts.ts';
import { type ListingView, presentListing } from './present-listing.ts';
import { makeShareCardPath } from './present-share-card.ts';
import type { ListingDetail } from './show-detail.ts';

/**
 * Returns a listing as its detail page shows it, with the facts about its seller that buyers may see before a booking.
 */
export function presentDetail(detail: ListingDetail, view: ListingView): ListingDetailAnswer {
  const { listing, seller, viewer } = detail;
  const parf = computeMinimumParf(listing.facts, view.minimumParfRules);
  return {
    ...presentListing(listing, view),
    facts: presentFacts(listing.facts),
    pictures: detail.images.map(({ key, width, height }) => ({ url: imageUrl(key, 960), width, height })),
    sharePicture: makeShareCardPath(listing, view.now),
    heldUntil: detail.heldUntil?.toISOString() ?? null,
    soldAt: detail.soldAt?.toISOString() ?? null,
    seller: {
      publicName: publicName(listing.seller.id),
      name: listing.seller.name,
      verified: listing.seller.verified,
      kind: seller.kind,
      memberSince: toSingaporeDay(seller.since),
      carsOnOffer: seller.carsOnOffer,
    },
    minimumParf: parf === null ? null : dollarsFromCents(parf),
    viewer:
      viewer === null
        ? null
        : { own: viewer.own, wished: viewer.wishId !== null, wishId: viewer.wishId, bookingId: viewer.bookingId },
    comparables: detail.comparables
      .map((each) => ({ _id: each.id, resalePrice: dollarsFromCents(each.price), yearsOfUse: each.yearsOfUse }))
      .toSorted((a, b) => a.resalePrice - b.resalePrice),
    similar: detail.similarCars.map((each) => presentListing(each, view)),
  };
}
