import type { CarFacts } from '@carhouse/domain/car/car-facts';
import type { Cents } from '@carhouse/domain/money/money';

/** The content of a column that describes the engine: `300.0HP 3.7L V6 Cylinder Engine`. */
export type EngineFacts = { readonly engineCc: number | null; readonly powerKw: number | null };

/** All fields of a car in a feed. An unknown one is absent. */
export type RowFields = {
  /** The dealer's own reference, the same for a car in every file of this seller. */
  ref: string;
  title: string;
  brand: string;
  /** Joined with the brand to make a title when the feed has none. */
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
  /** Last day on which a commercial vehicle may be used, whatever its COE: 20 years for goods vehicles. */
  lifespanEndsOn: string;
  /** A description of the engine. It fills facts that have no column. */
  engine: EngineFacts;
  /** URLs, or names of files in the same archive. */
  photos: readonly string[];
  /** Whether the car is on offer: lists of a whole stock also contain sold cars. */
  availability: boolean;
} & { [Fact in keyof CarFacts]: NonNullable<CarFacts[Fact]> };

export type Field = keyof RowFields;
