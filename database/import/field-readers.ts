import type { CarFacts } from '@carhouse/core/listing/listing';
import type { Cents } from '@carhouse/core/money/money';
import { CellFault } from './cell-fault.ts';
import { readDate } from './read-date.ts';
import { amount, wholeNumber } from './read-number.ts';
import { name, readBody, readFuel, readOffPeak, readTransmission, readYesNo, reference, text } from './read-words.ts';

/** Everything a feed may say about a car. A field that it does not know is absent. */
export type RowFields = {
  /** The dealer's own reference: the same car has the same one in every file of this seller. */
  ref: string;
  title: string;
  brand: string;
  location: string;
  originalPrice: Cents;
  resalePrice: Cents;
  yearsOfUse: number;
  yearOfPurchase: number;
  description: string;
  features: string;
  accessories: string;
  offPeak: boolean;
  /** Last day on which a commercial vehicle may be on the road at all, whatever its COE: 20 years for goods vehicles. */
  lifespanEndsOn: string;
} & { [Fact in keyof CarFacts]: NonNullable<CarFacts[Fact]> };

export type Field = keyof RowFields;

/** Reads a cleaned cell that is not empty. Null means that the cell says nothing; a CellFault, that it cannot be meant. */
export type Reader<T> = (cell: string) => T | null;

const year = { minimum: 1886, maximum: 2200 };

/** How each field is read. The ranges are those of the CHECKs of table listing. */
export const fieldReaders: { readonly [F in Field]: Reader<RowFields[F]> } = {
  ref: reference(120),
  title: name(300),
  brand: name(60),
  location: name(120),
  originalPrice: amount({ zeroIsUnknown: true }),
  resalePrice: amount({ zeroIsUnknown: true }),
  yearsOfUse: wholeNumber({ minimum: 0, maximum: 150 }),
  yearOfPurchase: wholeNumber({ ...year, zeroIsUnknown: true }),
  description: text(5000),
  features: text(5000),
  accessories: text(5000),
  offPeak: readOffPeak,
  lifespanEndsOn: readDate,
  variant: name(120),
  body: readBody,
  colour: name(40),
  doors: wholeNumber({ minimum: 0, maximum: 20 }),
  seats: wholeNumber({ minimum: 1, maximum: 100, zeroIsUnknown: true }),
  transmission: readTransmission,
  fuel: readFuel,
  engineCc: wholeNumber({ minimum: 1, maximum: 100_000, units: ['cc'], zeroIsUnknown: true, rounded: true }),
  powerKw: wholeNumber({ minimum: 1, maximum: 5_000, units: ['kw'], zeroIsUnknown: true, rounded: true }),
  curbWeightKg: wholeNumber({ minimum: 1, maximum: 200_000, units: ['kg'], zeroIsUnknown: true, rounded: true }),
  manufacturedYear: wholeNumber({ ...year, zeroIsUnknown: true }),
  registeredOn: readDate,
  coeCategory: readCoeCategory,
  coePremium: amount(),
  coeExpiresOn: readDate,
  coeRenewed: readYesNo,
  omv: amount({ zeroIsUnknown: true }),
  arfPaid: amount(),
  owners: wholeNumber({ minimum: 0, maximum: 100 }),
  mileageKm: wholeNumber({ minimum: 0, maximum: 9_999_999, units: ['km', 'kms'], rounded: true }),
};

function readCoeCategory(cell: string): string {
  const letter = /^(?:cat(?:egory)?\.? ?)?([a-e])$/i.exec(cell)?.[1];
  if (letter === undefined) throw new CellFault('is no COE category (A to E)');
  return letter.toUpperCase();
}
