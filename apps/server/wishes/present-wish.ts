import type { Wish as WishAnswer } from '@carhouse/contract/wishes';
import { publicName } from '@carhouse/domain/account/public-name';
import { coeYearsLeft } from '@carhouse/domain/car/coe';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import { stamp } from '@carhouse/domain/text/stamp';
import type { Wish } from '@carhouse/domain/wish/wish';

/** A wish in the field names of the specification, as its user sees it. */
export function presentWish(wish: Wish, wisherEmail: string, now: Date): WishAnswer {
  const { snapshot } = wish;
  return {
    _id: wish.id,
    productId: wish.listingId,
    author: snapshot.author,
    authorEmail: publicName(wish.now.sellerId),
    productImage: snapshot.image ?? '',
    authorLocation: snapshot.location,
    originalPrice: snapshot.originalPrice === null ? null : dollarsFromCents(snapshot.originalPrice),
    resalePrice: dollarsFromCents(snapshot.resalePrice),
    postedTime: stamp(snapshot.postedAt),
    productTitle: snapshot.title,
    yearOfPurchase: snapshot.yearOfPurchase,
    yearsOfUse: snapshot.yearsOfUse,
    category: snapshot.brand,
    description: snapshot.description,
    email: wisherEmail,
    wishTime: stamp(wish.wishedAt),
    wisher: wish.wisherRole,
    available: wish.now.status === 'available',
    status: wish.now.status,
    priceNow: dollarsFromCents(wish.now.price),
    coeYearsLeft: coeYearsLeft(wish.now.coeExpiresOn, singaporeDay(now)),
    postedAt: snapshot.postedAt.toISOString(),
    wishedAt: wish.wishedAt.toISOString(),
    verification: wish.now.sellerVerified ? 'Verified' : '',
  };
}
