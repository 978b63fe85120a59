import type { Fuel } from '@carhouse/domain/car/drivetrain';
import type { DemoBody, DemoDecor, DemoPaint, DemoScene, DemoWheels } from './demo-drawing.ts';
import type { DemoBrand } from './demo-listing.ts';
import type { SellerNumber } from './sellers.ts';
import type { Town } from './towns.ts';

/** One model as it was sold new. Every one in the stock is automatic. */
export interface DemoModel {
  readonly title: string;
  readonly variant: string;
  /** Body as a person says it. */
  readonly body: string;
  readonly shape: DemoBody;
  readonly doors: number;
  readonly seats: number;
  readonly fuel: Fuel;
  readonly cc: number | null;
  readonly kw: number;
  readonly kg: number;
  /** Open market value in dollars. */
  readonly omv: number;
  /** The dealer's share over value, duties and COE: 0.2 is a fifth on top. */
  readonly margin: number;
  /** How well it keeps its price; 1 falls in a straight line to its paper value. */
  readonly hold: number;
  readonly wheels: DemoWheels;
}

/** What a row may fix instead of leaving it to the rules. */
interface RowChoices {
  readonly key?: string;
  /** Dollars. */
  readonly original?: number;
  readonly resale?: number;
  readonly posted?: readonly [daysAgo: number, time: `${number}:${number}`];
  readonly scene?: readonly [DemoScene, DemoDecor];
  readonly wheels?: DemoWheels;
  readonly darkRims?: boolean;
  readonly rim?: string;
  readonly flip?: boolean;
  readonly advertised?: boolean;
}

/** One car: its model, first registration (ISO date), mileage, owners, paint, town, seller and what the seller says. */
export type DemoRow<Model extends string> = readonly [
  model: Model,
  registeredOn: string,
  mileageKm: number,
  owners: number,
  paint: DemoPaint,
  location: Town,
  seller: SellerNumber,
  description: string,
  choices?: RowChoices,
];

/** The stock of one brand. */
export interface BrandStock {
  readonly brand: DemoBrand;
  readonly models: Readonly<Record<string, DemoModel>>;
  readonly rows: readonly DemoRow<string>[];
}

/** Ties rows to the models of the same brand, so that an unknown model does not type-check. */
export function brandStock<Model extends string>(
  brand: DemoBrand,
  models: Readonly<Record<Model, DemoModel>>,
  rows: readonly DemoRow<NoInfer<Model>>[],
): BrandStock {
  return { brand, models, rows };
}
