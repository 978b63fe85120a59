import type { Fuel } from '@carhouse/domain/car/drivetrain';
import type { DemoBrand } from './demo-listing.ts';
import type { Body } from './drawing/bodies.ts';
import type { Decor } from './drawing/decor.ts';
import type { Paint } from './drawing/paints.ts';
import type { Scene } from './drawing/scenes.ts';
import type { Wheels } from './drawing/wheels.ts';
import type { DemoSellerNumber } from './sellers.ts';
import type { Town } from './towns.ts';

/** One model as a new car. All models of the stock have automatic gearboxes. */
export interface DemoModel {
  readonly title: string;
  readonly variant: string;
  /** Body type as shown to users. */
  readonly body: string;
  readonly shape: Body;
  readonly doors: number;
  readonly seats: number;
  readonly fuel: Fuel;
  /** Engine size in cubic centimetres; null for an electric car. */
  readonly cc: number | null;
  /** Power in kilowatts. */
  readonly kw: number;
  /** Curb weight in kilograms. */
  readonly kg: number;
  /** Open market value in dollars. */
  readonly omv: number;
  /** The dealer's margin on value, duties and COE. A margin of 0.2 adds a fifth. */
  readonly margin: number;
  /**
   * A factor on the computed price of a used car of this model. With the factor 1 the price falls linearly to the
   * rebates at the end. A model that loses less value has a higher factor.
   */
  readonly resaleValueFactor: number;
  readonly wheels: Wheels;
}

/** Values that a row may set. A value that the row does not set is computed. */
interface RowChoices {
  readonly key?: string;
  /** Original price in dollars. */
  readonly originalPrice?: number;
  /** Asking price in dollars. */
  readonly askingPrice?: number;
  readonly posted?: readonly [daysAgo: number, time: `${number}:${number}`];
  readonly scene?: readonly [Scene, Decor];
  readonly wheels?: Wheels;
  readonly darkRims?: boolean;
  readonly rim?: string;
  readonly flip?: boolean;
  readonly advertised?: boolean;
  /** The deposit in dollars for which buyers can reserve the car. */
  readonly deposit?: number;
}

/**
 * One car: its model, first registration (ISO date), mileage, number of owners, paint, town, seller and the seller's
 * text.
 */
export type DemoRow<Model extends string> = readonly [
  model: Model,
  registeredOn: string,
  mileageKm: number,
  owners: number,
  paint: Paint,
  location: Town,
  seller: DemoSellerNumber,
  description: string,
  choices?: RowChoices,
];

/** The stock of one brand. */
export interface BrandStock {
  readonly brand: DemoBrand;
  readonly models: Readonly<Record<string, DemoModel>>;
  readonly rows: readonly DemoRow<string>[];
}

/** The stock of one brand. The type of the rows accepts only models that `models` contains. */
export function makeBrandStock<Model extends string>(
  brand: DemoBrand,
  models: Readonly<Record<Model, DemoModel>>,
  rows: readonly DemoRow<NoInfer<Model>>[],
): BrandStock {
  return { brand, models, rows };
}
