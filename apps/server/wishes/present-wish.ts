import type { Wish as WishAnswer } from '@carhouse/contract/wishes';
import { publicName } from '@carhouse/domain/account/public-name';
import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { formatTimestamp } from '@carhouse/domain/text/stamp';
import type { Wish } from '@carhouse/domain/wish/wish';
import { presentCarFigures, presentDepreciation } from '../listings/present-figures.ts';

type WishView = { readonly now: Date; readonly minimumParfRules: readonly MinimumParfRule[] };

/** Returns a wish in the field names of the specification, as its user sees it. */
export function presentWish(wish: Wish, wisherEmail: string, view: WishView): WishAnswer {
  const { snapshot } = wish;
  const today = toSingaporeDay(view.now);
  return {
    _id: wish.id,
    productId: wish.listingId,
    author: snapshot.author,
    authorEmail: publicName(wish.now.sellerId),
    productImage: snapshot.image ?? '',
    authorLocation: snapshot.location,
    originalPrice: snapshot.originalPrice === null ? null : dollarsFromCents(snapshot.originalPrice),
    resalePrice: dollarsFromCents(snapshot.resalePrice),
    postedTime: formatTimestamp(snapshot.postedAt),
    productTitle: snapshot.title,
    yearOfPurchase: snapshot.yearOfPurchase,
    yearsOfUse: snapshot.yearsOfUse,
    category: snapshot.brand,
    description: snapshot.description,
    email: wisherEmail,
    wishTime: formatTimestamp(wish.wishedAt),
    wisher: wish.wisherRole,
    available: wish.now.status === 'available',
    status: wish.now.status,
    priceNow: dollarsFromCents(wish.now.price),
    ...presentCarFigures(wish.now.facts, today),
    depreciationPerYear: presentDepreciation(wish.now, view.minimumParfRules, today),
    postedAt: snapshot.postedAt.toISOString(),
    wishedAt: wish.wishedAt.toISOString(),
    verification: wish.now.sellerVerified ? 'Verified' : '',
  };
}
