import type { AccountId } from '../account/account.ts';
import type { CarFacts } from '../car/car-facts.ts';
import type { Id } from '../ids/id.ts';
import type { ImageSize } from '../image/image-widths.ts';
import type { Cents } from '../money/money.ts';

export const listingStatuses = ['draft', 'available', 'sold', 'withdrawn', 'hidden'] as const;
export type ListingStatus = (typeof listingStatuses)[number];
export type ListingId = Id<'listing'>;

/**
 * Maximum number of a seller's cars that are counted for the detail page. The limit bounds the cost of the query that
 * counts these cars.
 */
export const countedSellerCarsMaximum = 1_000;

/**
 * A listing with only the facts that a card in a list needs: the facts that the card shows, and the facts from which
 * its yearly cost is computed.
 */
export type ListedCar = Omit<Listing, 'facts'> & {
  readonly facts: Pick<
    CarFacts,
    'registeredOn' | 'coeObtainedOn' | 'coeExpiresOn' | 'coeRenewed' | 'arfPaid' | 'mileageKm' | 'owners'
  >;
};

/**
 * A listing with its seller's current data. Whether the seller is verified is read from the seller's account, and is
 * not stored in the listing.
 */
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
