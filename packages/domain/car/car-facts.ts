import type { Cents } from '../money/money.ts';
import { fuels, transmissions } from './drivetrain.ts';

/** The kind of a fact's value. Days are ISO dates, amounts are cents of Singapore dollars, and bounds are inclusive. */
type FactKind =
  /** One line of text with at most `maximum` characters. */
  | { readonly kind: 'text'; readonly maximum: number }
  | {
      readonly kind: 'whole number';
      readonly minimum: number;
      readonly maximum: number;
      readonly unit?: string;
    }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'day' }
  | { readonly kind: 'money' }
  | { readonly kind: 'yes or no' };

/**
 * The description of one fact of a car. The value of a fact is public, and may be unknown. Data that must stay on the
 * server is not a fact.
 */
export type CarFact = FactKind & {
  /** Name of the fact's column in the table `listing`. */
  readonly column: string;
  /** English label: one for all screens, or one for each screen. */
  readonly label: string | { readonly form: string; readonly page: string; readonly import: string };
  /**
   * The number of the migration that added the column; absent for facts of the first version. The hash of an imported
   * row omits an unknown fact with `sinceMigration`, so that hashes from earlier imports remain valid
   * (packages/importer/read/read-row.ts).
   */
  readonly sinceMigration?: `${number}`;
  /** Whether the search index reads the fact (packages/database/listings/stock.ts). */
  readonly isInSearch?: true;
  /** How a cell of a dealer's file is read; absent when the cell is read like those of all facts of the same kind. */
  readonly cell?: {
    readonly minimum?: number;
    /** Units that may follow the number in a cell of a dealer's file. */
    readonly units?: readonly string[];
    /** Whether a zero means that the value is unknown. A real value of a fact with `isZeroUnknown` is never zero. */
    readonly isZeroUnknown?: true;
    /** Whether a number with decimals is rounded to a whole number: 98.5 becomes 99. */
    readonly isRounded?: true;
  };
  /** A description of what a cell should contain; the error message shows this description after `expected`. */
  readonly expected: string;
  /**
   * Column headers in dealers' files, normalised by `normaliseHeader` (packages/importer) and separated by `|`, the
   * most usual first.
   */
  readonly headers: string;
  /** Further headers of the column in files of this product's own import format. */
  readonly ownHeaders?: readonly string[];
};

/**
 * All facts of a car (docs/glossary.md explains OMV, ARF and COE); no other file lists them. API schemas, form, detail
 * page, import, export and database types are derived from this table, by default in this order. CONTRIBUTING.md says
 * how to add a fact.
 */
export const carFacts = {
  variant: {
    column: 'variant',
    isInSearch: true,
    kind: 'text',
    maximum: 120,
    label: 'Variant',
    expected: 'some words',
    headers:
      'variant|trim|version|vehicle version|sub model|submodel|derivative|trim level|grade|edition|trim name|ausstattung',
  },
  body: {
    column: 'body',
    isInSearch: true,
    kind: 'text',
    maximum: 40,
    label: 'Body',
    expected: 'a body such as SUV',
    headers: `body|body type|body style|vehicle type|type of vehicle|type of veh|typeofveh|car type|vehicle class|bodytype|bodystyle|
      karosserie|carrosserie|nadwozie|segment|veh type|type|shape|car category|vehicle category`,
  },
  colour: {
    column: 'colour',
    isInSearch: true,
    kind: 'text',
    maximum: 40,
    label: 'Colour',
    expected: 'a colour such as red',
    ownHeaders: ['color'],
    headers: `colour|color|ext col|ext color|ext colour|exterior color|exterior colour|paint|paint color|farbe|couleur|kolor|
      body colour|body color|car colour|car color|vehicle colour`,
  },
  doors: {
    column: 'doors',
    kind: 'whole number',
    minimum: 0,
    maximum: 20,
    label: 'Doors',
    cell: { units: ['doors', 'door', 'dr'] },
    expected: 'a number of doors such as 5',
    headers: 'doors|doors number|number of doors|no of doors|num doors|door count|turen|portes|door',
  },
  seats: {
    column: 'seats',
    isInSearch: true,
    kind: 'whole number',
    minimum: 1,
    maximum: 100,
    label: 'Seats',
    cell: { units: ['seats', 'seater'], isZeroUnknown: true },
    expected: 'a number of seats such as 5',
    headers:
      'seats|number of seats|no of seats|seating capacity|num seats|seat count|seating|seater|sitze|places|capacity seats|pax',
  },
  transmission: {
    column: 'transmission',
    isInSearch: true,
    kind: 'choice',
    values: transmissions,
    label: 'Transmission',
    expected: 'auto or manual',
    headers:
      'transmission|gearbox|gear|gears|gear type|transmission type|trans|getriebe|boite|skrzynia biegow|gear box|tx|shift',
  },
  fuel: {
    column: 'fuel',
    isInSearch: true,
    kind: 'choice',
    values: fuels,
    label: 'Fuel',
    expected: 'petrol, diesel, hybrid, plug-in hybrid or electric',
    headers: `fuel|fuel type|fueltype|type of fuel|petrol type|fuel source|kraftstoff|carburant|paliwo|power source|engine fuel|fuel kind|
      propulsion`,
  },
  engineCc: {
    column: 'engine_cc',
    isInSearch: true,
    kind: 'whole number',
    minimum: 1,
    maximum: 100_000,
    unit: 'cc',
    label: { form: 'Engine size', page: 'Engine', import: 'Engine size' },
    expected: 'a size in cc such as 1,598',
    headers: `engine cc|engine capacity|engine cap|engine capacity cc|engine size|engine size cc|engine size l|engine size litres|
      engine litres|displacement|displacement cc|displacement cm3|cc|capacity|capacity cc|engine volume|hubraum|cylindree|
      engine displacement|enginesize|cubic capacity|litres|engine`,
  },
  powerKw: {
    column: 'power_kw',
    isInSearch: true,
    kind: 'whole number',
    minimum: 1,
    maximum: 5_000,
    unit: 'kW',
    label: 'Power',
    expected: 'a power in kW such as 110',
    headers: `power|power kw|engine power|kw|max power|power output|power hp|power ps|power bhp|hp|bhp|horsepower|ps|leistung|moc|
      power in kw|power in ps|power in hp|enginepower|output`,
  },
  curbWeightKg: {
    column: 'curb_weight_kg',
    kind: 'whole number',
    minimum: 1,
    maximum: 200_000,
    unit: 'kg',
    label: { form: 'Curb weight', page: 'Kerb weight', import: 'Curb weight' },
    cell: { units: ['kg', 'kgs'], isZeroUnknown: true, isRounded: true },
    expected: 'a weight in kg such as 1,350',
    headers: `curb weight|curb weight kg|kerb weight|kerb weight kg|curbweight|kerbweight|weight|unladen weight|weight kg|
      mass|vehicle weight`,
  },
  manufacturedYear: {
    column: 'manufactured_year',
    kind: 'whole number',
    minimum: 1900,
    maximum: 2200,
    label: { form: 'Year of manufacture', page: 'Manufactured', import: 'Year of manufacture' },
    cell: { minimum: 1886, isZeroUnknown: true },
    expected: 'a year such as 2017',
    headers: `manufactured|manufactured year|manufacture year|year of manufacture|year manufactured|mfg year|mfd year|
      year made|m date|model year|production year|year of production|built|build year|year built|year|yr|myear|car year|vehicle year|
      baujahr|annee|rok produkcji|rok|registration year|reg year|year of registration|first registration year|jahr|make year`,
  },
  /** The first registration in Singapore. */
  registeredOn: {
    column: 'registered_on',
    isInSearch: true,
    kind: 'day',
    label: { form: 'First registration', page: 'Registered', import: 'Registration date' },
    expected: 'a date such as 10-Nov-2017',
    headers: `registered on|reg date|registration date|date of registration|registered|first registration|first registration date|
      first reg|first reg date|original reg date|date registered|date of first registration|date of reg|erstzulassung|registration|
      registered date|reg|regdate|date first registered|first registered`,
  },
  coeCategory: {
    column: 'coe_category',
    isInSearch: true,
    kind: 'choice',
    values: ['A', 'B', 'C', 'D', 'E'],
    label: 'COE category',
    expected: 'a letter from A to E',
    headers: 'coe category|coe cat|cat|coe class',
  },
  coePremium: {
    column: 'coe_premium_cents',
    kind: 'money',
    label: 'COE premium',
    expected: 'an amount such as 41,617',
    headers:
      'coe|coe premium|coe price|coe paid|qp|quota premium|coe from scrape date|coe value|coe amount|qp paid|coe cost',
  },
  /**
   * The day of the bidding exercise in which the COE was obtained. The day on which the COE was obtained decides which
   * rule of the PARF rebate applies (packages/domain/car/depreciation.ts).
   */
  coeObtainedOn: {
    column: 'coe_obtained_on',
    isInSearch: true,
    kind: 'day',
    sinceMigration: '0036',
    label: { form: 'COE obtained on', page: 'COE obtained', import: 'COE obtained on' },
    expected: 'a date such as 10-Nov-2017',
    headers: `coe obtained on|coe obtained|coe obtained date|date coe obtained|coe bidding date|coe bid date|coe award date|coe awarded on|
      coe awarded|coe issue date|coe exercise date`,
  },
  coeExpiresOn: {
    column: 'coe_expires_on',
    isInSearch: true,
    kind: 'day',
    label: { form: 'COE until', page: 'COE ends', import: 'COE end' },
    expected: 'a date such as 10-Nov-2017',
    headers: `coe expires on|coe expiry|coe expiry date|coe expires|coe till|coe until|coe end|coe end date|coe exp|expiry of coe|
      coe valid till|coe validity`,
  },
  coeRenewed: {
    column: 'coe_renewed',
    isInSearch: true,
    kind: 'yes or no',
    label: 'COE renewed',
    expected: 'yes or no',
    headers: 'coe renewed|renewed coe|coe renewal',
  },
  omv: {
    column: 'omv_cents',
    isInSearch: true,
    kind: 'money',
    label: 'OMV',
    cell: { isZeroUnknown: true },
    expected: 'an amount such as 41,617',
    headers: 'omv|open market value|omv sgd|omv value',
  },
  arfPaid: {
    column: 'arf_paid_cents',
    isInSearch: true,
    kind: 'money',
    label: 'ARF paid',
    expected: 'an amount such as 41,617',
    headers: 'arf paid|arf|arfpaid|additional registration fee|arf amount|arf value',
  },
  owners: {
    column: 'owners',
    isInSearch: true,
    kind: 'whole number',
    minimum: 0,
    maximum: 100,
    label: 'Owners',
    cell: { units: ['owner', 'owners'] },
    expected: 'a number such as 2',
    headers: `owners|number of owners|no of owners|no owners|owner count|previous owners|prev owners|num owners|noofowners|owner|
      no of previous owners|ownership|past owners|vorbesitzer|transfers|number of previous owners`,
  },
  mileageKm: {
    column: 'mileage_km',
    isInSearch: true,
    kind: 'whole number',
    minimum: 0,
    maximum: 9_999_999,
    unit: 'km',
    label: 'Mileage',
    expected: 'a distance such as 98,000 km',
    ownHeaders: ['mileage'],
    headers: `mileage|mileage km|mileage in km|mileage kms|milage|odometer|odometer km|odo|kilometers|kilometres|km|kms|km driven|
      kms driven|distance|distance travelled|mileage miles|miles|mileage mi|odometer miles|mileage in miles|kilometerstand|laufleistung|
      kilometrage|przebieg|odometer reading|mileage reading|kilometer`,
  },
} as const satisfies Readonly<Record<string, CarFact>>;

type CarFactTable = typeof carFacts;
export type FactName = keyof CarFactTable;
export type FactColumn = CarFactTable[FactName]['column'];

/** The names of the facts whose values are of this kind. */
export type FactOfKind<Kind extends CarFact['kind']> = {
  [Name in FactName]: CarFactTable[Name]['kind'] extends Kind ? Name : never;
}[FactName];

/** The value type for each kind of fact; a choice has its own type. */
type ValueTypesByKind = { text: string; 'whole number': number; day: string; money: Cents; 'yes or no': boolean };
export type ChoiceOf<Name extends FactName> = CarFactTable[Name] extends { readonly values: readonly (infer Value)[] }
  ? Value
  : never;
export type FactValue<Name extends FactName> = CarFactTable[Name]['kind'] extends keyof ValueTypesByKind
  ? ValueTypesByKind[CarFactTable[Name]['kind']]
  : ChoiceOf<Name>;

/** The facts of one car; an unknown fact is null. */
export type CarFacts = { readonly [Name in FactName]: FactValue<Name> | null };

/** A fact that the search index reads, with its column. */
export type SearchedFact = {
  [Name in FactName]: CarFactTable[Name] extends { readonly isInSearch: true } ? Name : never;
}[FactName];

/** The names of all facts, in the order of the table. */
export const factNames = Object.keys(carFacts) as readonly FactName[];

/** Returns an object with one value for each fact. */
export function mapFacts<Value>(value: (name: FactName, fact: CarFact) => Value): { [Name in FactName]: Value } {
  return Object.fromEntries(factNames.map((name) => [name, value(name, carFacts[name])])) as {
    [Name in FactName]: Value;
  };
}

export const noFacts = mapFacts(() => null) satisfies CarFacts;

/** The order of facts in the form, two in a row; facts that are not listed come last. */
export const formOrder = appendOtherFacts([
  ...(['variant', 'body', 'colour', 'mileageKm', 'transmission', 'fuel', 'engineCc', 'powerKw'] as const),
  ...(['doors', 'seats', 'owners', 'curbWeightKg', 'manufacturedYear', 'registeredOn'] as const),
  ...(['coeCategory', 'coePremium', 'coeObtainedOn', 'coeExpiresOn', 'coeRenewed', 'omv', 'arfPaid'] as const),
]);

/**
 * The order of facts on the detail page; facts that are not listed come last. `coeRenewed` is left out, because the
 * page says beside the COE whether it was renewed.
 */
export const detailPageOrder = appendOtherFacts([
  ...(['mileageKm', 'owners', 'variant', 'body', 'colour', 'transmission', 'fuel', 'engineCc', 'powerKw'] as const),
  ...(['curbWeightKg', 'doors', 'seats', 'manufacturedYear', 'registeredOn', 'coeCategory'] as const),
  ...(['coeObtainedOn', 'coeExpiresOn', 'coePremium', 'omv', 'arfPaid'] as const),
]).filter((name) => name !== 'coeRenewed');

function appendOtherFacts(firstFacts: readonly FactName[]): readonly FactName[] {
  return [...firstFacts, ...factNames.filter((name) => !firstFacts.includes(name))];
}
