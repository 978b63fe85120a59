import type { AccountId } from '../account/account.ts';
import type { Id } from '../ids/id.ts';
import type { PictureSize } from '../image/picture-widths.ts';
import type { Cents } from '../money/money.ts';

export const listingStatuses = ['draft', 'available', 'sold', 'withdrawn'] as const;
export type ListingStatus = (typeof listingStatuses)[number];
export type ListingId = Id<'listing'>;

/** So many cars of a seller are counted for the page of a car: what a count costs ends here, however many somebody has on offer. */
export const carsCountedAtMost = 1_000;

export const fuels = ['petrol', 'diesel', 'hybrid', 'plug-in hybrid', 'electric'] as const;
export type Fuel = (typeof fuels)[number];
export const transmissions = ['automatic', 'manual'] as const;
export type Transmission = (typeof transmissions)[number];

/** What is known of the car itself; every fact may be missing (docs/glossary.md explains OMV, ARF and COE). */
export type CarFacts = {
  readonly variant: string | null;
  readonly body: string | null;
  readonly colour: string | null;
  readonly doors: number | null;
  readonly seats: number | null;
  readonly transmission: Transmission | null;
  readonly fuel: Fuel | null;
  readonly engineCc: number | null;
  readonly powerKw: number | null;
  readonly curbWeightKg: number | null;
  readonly manufacturedYear: number | null;
  /** First registration in Singapore, ISO date. */
  readonly registeredOn: string | null;
  readonly coeCategory: string | null;
  readonly coePremium: Cents | null;
  /** The day on which the COE was obtained: that of its bidding exercise, ISO date. The law of the PARF rebate goes by it. */
  readonly coeObtainedOn: string | null;
  /** ISO date. */
  readonly coeExpiresOn: string | null;
  readonly coeRenewed: boolean | null;
  readonly omv: Cents | null;
  readonly arfPaid: Cents | null;
  readonly owners: number | null;
  readonly mileageKm: number | null;
};

export const noFacts: CarFacts = {
  variant: null,
  body: null,
  colour: null,
  doors: null,
  seats: null,
  transmission: null,
  fuel: null,
  engineCc: null,
  powerKw: null,
  curbWeightKg: null,
  manufacturedYear: null,
  registeredOn: null,
  coeCategory: null,
  coePremium: null,
  coeObtainedOn: null,
  coeExpiresOn: null,
  coeRenewed: null,
  omv: null,
  arfPaid: null,
  owners: null,
  mileageKm: null,
};

/** A car as lists show it: of its facts those that its cost of a year is counted from. */
export type ListedCar = Omit<Listing, 'facts'> & {
  readonly facts: Pick<CarFacts, 'registeredOn' | 'coeObtainedOn' | 'coeExpiresOn' | 'coeRenewed' | 'arfPaid'>;
};

/** A car on offer, with its seller as he stands now: the verified tick is read at this moment, never copied. */
export type Listing = {
  readonly id: ListingId;
  readonly brand: string;
  readonly title: string;
  readonly location: string;
  /** Unknown for most imported cars. */
  readonly originalPrice: Cents | null;
  readonly resalePrice: Cents;
  readonly yearsOfUse: number;
  readonly yearOfPurchase: number;
  readonly description: string;
  readonly status: ListingStatus;
  readonly postedAt: Date;
  /** Keys of the stored pictures, cover first. */
  readonly images: readonly string[];
  /** Of the cover; null when there is none. */
  readonly coverSize: PictureSize | null;
  readonly facts: CarFacts;
  readonly seller: {
    readonly id: AccountId;
    readonly name: string;
    readonly email: string;
    readonly verified: boolean;
  };
};
