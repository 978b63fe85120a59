import type { SellerKind } from '@carhouse/domain/account/account';
import type { Fuel, Transmission } from '@carhouse/domain/car/drivetrain';
import type { ListingId } from '@carhouse/domain/listing/listing';

/**
 * What the catalogue stores of a listing. Every entry is on offer: a listing that is no longer on offer is
 * removed.
 */
export type CatalogueEntry = {
  readonly id: ListingId;
  /** The group whose new search terms count together: the seller, or all unverified sellers of one sign-up network. */
  readonly shareGroup: string;
  readonly sellerKind: SellerKind;
  /** Whether the seller is verified now. */
  readonly verified: boolean;
  /** Microseconds since 1970, as PostgreSQL keeps the time. */
  readonly postedAt: number;
  /**
   * Sort key of the order `newest`, in the same unit: `postedAt` or earlier
   * (packages/domain/listing/newest-place.ts).
   */
  readonly newestAt: number;
  /** Cents, below 2^53. */
  readonly price: number;
  readonly yearOfPurchase: number;
  readonly yearsOfUse: number;
  readonly mileageKm: number | null;
  /** Kilometres a year of use, rounded up (packages/domain/car/yearly-mileage.ts); null when the mileage is unknown. */
  readonly yearlyMileage: number | null;
  readonly seats: number | null;
  readonly owners: number | null;
  /**
   * Cents per year on the day of loading; null when a fact is missing or the COE has expired
   * (packages/domain/car/depreciation.ts).
   */
  readonly depreciation: number | null;
  /** Day on which the COE ends, in days since 1970-01-01; null when unknown. */
  readonly coeExpiresOn: number | null;
  /** Stored name of the brand: `Mercedes_Benz`. */
  readonly brand: string;
  /** The model: the specification calls it title. */
  readonly title: string;
  readonly variant: string | null;
  readonly body: string | null;
  readonly colour: string | null;
  readonly fuel: Fuel | null;
  readonly transmission: Transmission | null;
  readonly location: string;
  readonly description: string;
};
