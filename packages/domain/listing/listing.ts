import type { AccountId } from '../account/account.ts';
import type { CarFacts } from '../car/car-facts.ts';
import type { Id } from '../ids/id.ts';
import type { ImageSize } from '../image/image-widths.ts';
import type { Cents } from '../money/money.ts';

export const listingStatuses = ['draft', 'available', 'sold', 'withdrawn', 'hidden'] as const;
export type ListingStatus = (typeof listingStatuses)[number];
export type ListingId = Id<'listing'>;

/** Maximum number of a seller's cars that the detail page counts, so that the cost is bounded. */
export const carsCountedAtMost = 1_000;

/** A listing as lists show it: with the facts of its card, and the facts from which its yearly cost is computed. */
export type ListedCar = Omit<Listing, 'facts'> & {
  readonly facts: Pick<
    CarFacts,
    'registeredOn' | 'coeObtainedOn' | 'coeExpiresOn' | 'coeRenewed' | 'arfPaid' | 'mileageKm' | 'owners'
  >;
};

/** A listing with its seller's current data: the verification is always read and never copied. */
export type Listing = {
  readonly id: ListingId;
  readonly brand: string;
  readonly title: string;
  readonly location: string;
  /** Price of the car when it was new; null when unknown, as for most imported cars. */
  readonly originalPrice: Cents | null;
  readonly resalePrice: Cents;
  readonly yearsOfUse: number;
  readonly yearOfPurchase: number;
  readonly description: string;
  readonly status: ListingStatus;
  readonly postedAt: Date;
  /** Keys of the stored images, cover first. */
  readonly images: readonly string[];
  /** The size of the cover image; null when there is none. */
  readonly coverSize: ImageSize | null;
  readonly facts: CarFacts;
  readonly seller: {
    readonly id: AccountId;
    readonly name: string;
    readonly email: string;
    readonly verified: boolean;
  };
};
