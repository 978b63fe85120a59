import type { AccountId, SellerKind } from '@carhouse/domain/account/account';
import type { Fuel, ListingId, Transmission } from '@carhouse/domain/listing/listing';

/** What the catalogue holds of a car on offer. Every entry is on offer: whatever else happens to a car removes its entry. */
export type CatalogueEntry = {
  readonly id: ListingId;
  readonly sellerId: AccountId;
  readonly sellerKind: SellerKind;
  /** Whether the seller is verified now. */
  readonly verified: boolean;
  /** Microseconds since 1970, as PostgreSQL keeps the time. */
  readonly postedAt: number;
  /** Its place in the order `newest`, in the same unit: `postedAt` or earlier (packages/domain/listing/newest-place.ts). */
  readonly newestAt: number;
  /** Cents; a price of the domain is below 2^53 cents. */
  readonly price: number;
  readonly yearOfPurchase: number;
  readonly yearsOfUse: number;
  readonly mileageKm: number | null;
  readonly owners: number | null;
  /** Cents a year on the day of loading; null where a fact is missing or the COE has run out (packages/domain/car/depreciation.ts). */
  readonly depreciation: number | null;
  /** Day on which the COE ends, in days since 1970-01-01; null when unknown. */
  readonly coeExpiresOn: number | null;
  /** Stored name: `Mercedes_Benz`. */
  readonly brand: string;
  /** The specification's title: the model. */
  readonly title: string;
  readonly variant: string | null;
  readonly body: string | null;
  readonly colour: string | null;
  readonly fuel: Fuel | null;
  readonly transmission: Transmission | null;
  readonly location: string;
  readonly description: string;
};
