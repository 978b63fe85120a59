import type { CarFacts } from '@carhouse/domain/car/car-facts';
import type { Cents } from '@carhouse/domain/money/money';

/** Facts from a column that describes the engine: `300.0HP 3.7L V6 Cylinder Engine`. */
export type EngineFacts = { readonly engineCc: number | null; readonly powerKw: number | null };

/** All fields of a car in a feed. An unknown field is absent. */
export type RowFields = {
  /** The dealer's reference of the car, which is the same in every file of this dealer. */
  ref: string;
  title: string;
  brand: string;
  /** The model, which is joined with the brand when the feed has no title. */
  model: string;
  location: string;
  originalPrice: Cents;
  resalePrice: Cents;
  /** ISO code of the currency of the prices in this row. */
  currency: string;
  yearsOfUse: number;
  yearOfPurchase: number;
  description: string;
  features: string;
  accessories: string;
  offPeak: boolean;
  /**
   * The last day on which a commercial vehicle may be used, regardless of its COE: after 20 years for goods vehicles.
   */
  lifespanEndsOn: string;
  /**
   * Facts from a description of the engine. The facts of the engine are used when the feed has no separate columns for
   * them.
   */
  engine: EngineFacts;
  /** URLs of images, or names of files in the same archive. */
  photos: readonly string[];
  /** Whether the car is on offer. Some dealers export their whole stock, including sold cars. */
  availability: boolean;
} & { [Fact in keyof CarFacts]: NonNullable<CarFacts[Fact]> };

export type Field = keyof RowFields;
