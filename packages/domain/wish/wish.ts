import type { AccountId, Role } from '../account/account.ts';
import type { Id } from '../ids/id.ts';
import type { ListedCar, ListingId, ListingStatus } from '../listing/listing.ts';
import type { Cents } from '../money/money.ts';

export type WishId = Id<'wish'>;

/** Maximum number of cars on one wish list (docs/reliability.md, calls). */
export const wishesMaximum = 200;

/** A listing that a user wishes for, with a copy of its data at the time of the wish. */
export type Wish = {
  readonly id: WishId;
  readonly listingId: ListingId;
  readonly wisherRole: Role;
  readonly wishedAt: Date;
  /** The current data of the listing and its seller, which is read and never stored. */
  readonly now: {
    readonly status: ListingStatus;
    readonly price: Cents;
    readonly facts: ListedCar['facts'];
    readonly sellerId: AccountId;
    readonly sellerVerified: boolean;
  };
  readonly snapshot: WishSnapshot;
};

/** The data of a wish that its user has removed. */
export type RemovedWish = Pick<Wish, 'id' | 'listingId' | 'wishedAt' | 'snapshot'>;

/** The part of a removed wish's data that is needed to restore the wish. */
export type WishToRestore = Pick<Wish, 'id' | 'listingId' | 'wishedAt'> & {
  /** The price when the user made the wish. */
  readonly resalePrice: Cents;
  /**
   * A digest of the listing's data that the wish stores. The client sends a short text to restore the wish, and the
   * full data would make this text too long.
   */
  readonly digest: string;
};

export type WishSnapshot = {
  readonly image: string | null;
  readonly brand: string;
  readonly title: string;
  readonly author: string;
  readonly authorEmail: string;
  readonly location: string;
  readonly originalPrice: Cents | null;
  readonly resalePrice: Cents;
  readonly yearsOfUse: number;
  readonly yearOfPurchase: number;
  readonly description: string;
  readonly postedAt: Date;
};
