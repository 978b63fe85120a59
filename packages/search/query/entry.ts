import type { SellerKind } from '@carhouse/domain/account/account';
import type { Fuel, Transmission } from '@carhouse/domain/car/drivetrain';
import type { ListingId } from '@carhouse/domain/listing/listing';

/**
 * The data that the catalogue stores of a listing. Every entry is on offer: a listing that is no longer on offer is
 * removed.
 */
export type CatalogueEntry = {
  readonly id: ListingId;
  /**
   * The group of sellers of the listing: one seller, or all unverified sellers of one sign-up network. The limit of new
   * search terms counts all listings of a group together (text/seller-term-limit.ts).
   */
  readonly shareGroup: string;
  readonly sellerKind: SellerKind;
  /** Whether the seller is verified at present. */
  readonly verified: boolean;
  /** Time of posting in microseconds since 1970, the resolution of PostgreSQL. */
  readonly postedAt: number;
  /**
   * The sort key of the order `newest`, in microseconds since 1970: `postedAt` or earlier
   * (packages/domain/listing/newest-sort-time.ts).
   */
  readonly newestAt: number;
  /** The price in cents, below 2^53. */
  readonly price: number;
  readonly yearOfPurchase: number;
  readonly yearsOfUse: number;
  readonly mileageKm: number | null;
  /**
   * Kilometres a year, calculated for the day on which the catalogue was loaded and rounded up
   * (packages/domain/car/yearly-mileage.ts). The value is null when the mileage is unknown.
   */
  readonly yearlyMileage: number | null;
  readonly seats: number | null;
  readonly owners: number | null;
  /**
   * Depreciation in cents per year, calculated for the day on which the catalogue was loaded. The value is null when a
   * fact that the calculation needs is missing, or when the COE has expired (packages/domain/car/depreciation.ts).
   */
  readonly depreciation: number | null;
  /**
   * The instalment of the largest and longest loan for the car, in cents a month, as the car's page shows it. The value
   * is null when the end of the COE is unknown, or too near for a loan.
   */
  readonly instalment: number | null;
  /**
   * Depreciation and road tax in cents a month, as the car's page shows them. The value is null when the depreciation
   * is unknown.
   */
  readonly monthlyCost: number | null;
  /** The road tax in cents a year. The value is null when a fact that the calculation needs is missing. */
  readonly roadTax: number | null;
  /** The power in kilowatts. */
  readonly power: number | null;
  /** The size of the engine in cubic centimetres. */
  readonly engineCc: number | null;
  /** The open market value in cents. */
  readonly omv: number | null;
  /** The additional registration fee (ARF) paid, in cents. */
  readonly arf: number | null;
  /**
   * The PARF rebate at the end of the COE in cents, as the car's page shows it. The value is null when a fact that the
   * calculation needs is missing.
   */
  readonly parf: number | null;
  /** The category of the COE as a number: A is 1, E is 5. */
  readonly coeCategory: number | null;
  /** The day on which the COE ends, in days since 1970-01-01. The value is null when the day is unknown. */
  readonly coeExpiresOn: number | null;
  /** The brand as the API names it: `Mercedes_Benz`. */
  readonly brand: string;
  /** The model, which the specification calls the title. */
  readonly title: string;
  readonly variant: string | null;
  readonly body: string | null;
  readonly colour: string | null;
  readonly fuel: Fuel | null;
  readonly transmission: Transmission | null;
  readonly location: string;
  readonly description: string;
};
