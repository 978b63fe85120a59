import type { CarFacts } from '@carhouse/domain/car/car-facts';
import type { Cents } from '@carhouse/domain/money/money';

/** What a column that describes the engine says: `300.0HP 3.7L V6 Cylinder Engine`. */
export type EngineFacts = { readonly engineCc: number | null; readonly powerKw: number | null };

/** All fields that a feed may have for a car. An unknown field is absent. */
export type RowFields = {
  /** The dealer's own reference: the same car has the same one in every file of this seller. */
  ref: string;
  title: string;
  brand: string;
  /** Combined with the brand to make a title where the feed has none. */
  model: string;
  location: string;
  originalPrice: Cents;
  resalePrice: Cents;
  /** ISO code of the currency of this row's prices. */
  currency: string;
  yearsOfUse: number;
  yearOfPurchase: number;
  description: string;
  features: string;
  accessories: string;
  offPeak: boolean;
  /** Last day on which a commercial vehicle may be on the road at all, whatever its COE: 20 years for goods vehicles. */
  lifespanEndsOn: string;
  /** A description of the engine, for facts without a column. */
  engine: EngineFacts;
  /** Addresses, or names of files beside the data. */
  photos: readonly string[];
  /** Whether the car is on offer: lists of a whole stock contain sold cars too. */
  availability: boolean;
} & { [Fact in keyof CarFacts]: NonNullable<CarFacts[Fact]> };

export type Field = keyof RowFields;
