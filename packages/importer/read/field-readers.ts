import { type CarFact, carFacts, type FactName, factNames, mapFacts } from '@carhouse/domain/car/car-facts';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import type { CurrencyRule, ReaderName } from '../guess/mapping.ts';
import { CellFault } from './cell-fault.ts';
import type { Field, RowFields } from './field.ts';
import { readDate, readEndDate } from './read-date.ts';
import { makeDisplacementReader, makePowerReader, readEngine } from './read-engine.ts';
import { makeAmountReader, makeWholeNumberReader } from './read-number.ts';
import {
  makeNameReader,
  makeReferenceReader,
  makeTextReader,
  makeUrlReferenceReader,
  readAvailability,
  readBody,
  readCurrency,
  readFuel,
  readImages,
  readOffPeak,
  readTransmission,
  readYesNo,
} from './read-words.ts';

/**
 * Reads a cleaned, non-empty cell.
 * @returns null for "unknown"
 * @throws CellFault for an invalid value
 */
export type CellReader<T> = (cell: string) => T | null;

const yearBounds = { minimum: 1886, maximum: 2200 };
const kmPerMile = 1.609_344;
const kilometresByDistanceUnit = {
  km: 1,
  kms: 1,
  kilometers: 1,
  kilometres: 1,
  mi: kmPerMile,
  mls: kmPerMile,
  mile: kmPerMile,
  miles: kmPerMile,
  // Thousands of kilometres, as in `60k` and `60k km`.
  k: 1_000,
  'k km': 1_000,
  'k kms': 1_000,
};
const mileageOptions = { minimum: 0, maximum: 9_999_999, units: kilometresByDistanceUnit, isRounded: true } as const;

/** The default reader of each field. The ranges are those of the CHECK constraints of the table listing. */
export const fieldReaders: { readonly [F in Field]: CellReader<RowFields[F]> } = {
  ref: makeReferenceReader(120),
  title: makeNameReader(300),
  brand: makeNameReader(60),
  model: makeReferenceReader(120),
  location: makeNameReader(120),
  originalPrice: makeAmountReader({ isZeroUnknown: true }),
  resalePrice: makeAmountReader({ isZeroUnknown: true }),
  currency: readCurrency,
  yearsOfUse: makeWholeNumberReader({ minimum: 0, maximum: 150, units: { yr: 1, yrs: 1, year: 1, years: 1 } }),
  yearOfPurchase: makeWholeNumberReader({ ...yearBounds, isZeroUnknown: true }),
  description: makeTextReader(5000),
  features: makeTextReader(5000),
  accessories: makeTextReader(5000),
  offPeak: readOffPeak,
  lifespanEndsOn: readDate,
  engine: readEngine,
  photos: readImages,
  availability: readAvailability,
  ...makeFactReaders(),
};

/** Prices are in the feed's currency; COE, OMV and ARF are in Singapore dollars in every feed. */
export function isPriceField(field: Field): boolean {
  return field === 'originalPrice' || field === 'resalePrice';
}

/** The readers that a mapping may choose for a field instead of its default reader. */
export const readerNamesByField: { readonly [F in Field]?: readonly ReaderName[] } = {
  ref: ['id in an address'],
  ...findReaderNamesByFact(),
  mileageKm: ['miles', 'points between thousands'],
  powerKw: ['hp', 'PS'],
  engineCc: ['litres'],
  lifespanEndsOn: ['month first'],
  resalePrice: ['points between thousands'],
  originalPrice: ['points between thousands'],
};

/** Maximum number of characters of a cell with a number or a date, unless another limit is given. */
const defaultMaxCellLength = 100;
const maxCellLengthsByField: { readonly [F in Field]?: number } = {
  ref: 2_048,
  title: 500,
  brand: 500,
  model: 500,
  variant: 500,
  location: 500,
  body: 500,
  colour: 500,
  fuel: 500,
  transmission: 500,
  availability: 500,
  engine: 2_000,
  description: importBudgets.cellChars,
  features: importBudgets.cellChars,
  accessories: importBudgets.cellChars,
  photos: importBudgets.cellChars,
};

/**
 * The reader of a column: the default of its field, the reader that the mapping names, or a reader with the mapping's
 * currency. The reader rejects a cell that is too long before it examines the cell.
 */
export function makeFieldReader(
  column: { readonly field: Field; readonly as?: ReaderName | undefined },
  money: CurrencyRule | null,
): CellReader<unknown> {
  const maxLength = maxCellLengthsByField[column.field] ?? defaultMaxCellLength;
  const readCell = makeReaderWithoutLengthLimit(column, money);
  return (cell) => {
    if (cell.length > maxLength) throw new CellFault(`is longer than ${maxLength} characters`);
    return readCell(cell);
  };
}

function makeReaderWithoutLengthLimit(
  { field, as }: { readonly field: Field; readonly as?: ReaderName | undefined },
  money: CurrencyRule | null,
): CellReader<unknown> {
  const fact = findFactOfField(field);
  if (isPriceField(field) || fact?.kind === 'money') {
    const isZeroUnknown = isPriceField(field) || fact?.cell?.isZeroUnknown === true;
    const options = { isZeroUnknown, hasPointsBetweenThousands: as === 'points between thousands' };
    return makeAmountReader(options, isPriceField(field) ? money : null);
  }
  if (as === undefined) return fieldReaders[field];
  if (field === 'ref') return makeUrlReferenceReader(120);
  if (field === 'mileageKm' && as === 'miles') return makeWholeNumberReader({ ...mileageOptions, factor: kmPerMile });
  if (field === 'mileageKm') return makeWholeNumberReader({ ...mileageOptions, hasPointsBetweenThousands: true });
  if (field === 'powerKw') return makePowerReader(as === 'hp' ? 'hp' : 'PS');
  if (field === 'engineCc') return makeDisplacementReader('L');
  if (field === 'coeExpiresOn') return (cell) => readEndDate(cell, 'month first');
  if (fact?.kind === 'day' || field === 'lifespanEndsOn') return (cell) => readDate(cell, 'month first');
  return fieldReaders[field];
}

/** The readers of those facts whose reader does not follow from the kind of the fact (number, amount, date). */
function makeSpecialReaders() {
  return {
    body: readBody,
    transmission: readTransmission,
    fuel: readFuel,
    engineCc: makeDisplacementReader(),
    powerKw: makePowerReader(),
    coeCategory: readCoeCategory,
    coeExpiresOn: readEndDate,
    mileageKm: makeWholeNumberReader(mileageOptions),
  } as const;
}

type FactReaders = { readonly [Name in FactName]: CellReader<RowFields[Name]> };

/** The default reader of each fact: a special reader, or the reader of the fact's kind with the fact's bounds. */
function makeFactReaders(): FactReaders {
  const readersByFact: Partial<Record<FactName, CellReader<unknown>>> = makeSpecialReaders();
  return mapFacts((name, fact) => readersByFact[name] ?? makeReaderOfKind(fact)) as FactReaders;
}

function makeReaderOfKind(fact: CarFact): CellReader<unknown> {
  const { minimum, units = [], ...options } = fact.cell ?? {};
  if (fact.kind === 'text') return makeNameReader(fact.maximum);
  if (fact.kind === 'day') return readDate;
  if (fact.kind === 'money') return makeAmountReader(options);
  if (fact.kind === 'yes or no') return readYesNo;
  if (fact.kind === 'choice') return makeChoiceReader(fact.values);
  const factBounds = { minimum: minimum ?? fact.minimum, maximum: fact.maximum };
  return makeWholeNumberReader({
    ...factBounds,
    units: Object.fromEntries(units.map((unit) => [unit, 1])),
    ...options,
  });
}

function makeChoiceReader(values: readonly string[]): CellReader<string> {
  return (cell) => {
    const value = values.find((allowedValue) => allowedValue.toLowerCase() === cell.toLowerCase());
    if (value === undefined) throw new CellFault(`is none of ${values.join(', ')}`);
    return value;
  };
}

/** The readers that a mapping may choose for a fact instead of its default reader. */
function findReaderNamesByFact(): { readonly [F in Field]?: readonly ReaderName[] } {
  const names: Partial<Record<CarFact['kind'], readonly ReaderName[]>> = {
    day: ['month first'],
    money: ['points between thousands'],
  };
  return Object.fromEntries(
    factNames.flatMap((fact) => {
      const readers = names[carFacts[fact].kind];
      return readers === undefined ? [] : [[fact, readers]];
    }),
  );
}

function findFactOfField(field: Field): CarFact | undefined {
  const facts: Partial<Record<Field, CarFact>> = carFacts;
  return facts[field];
}

function readCoeCategory(cell: string): RowFields['coeCategory'] {
  const categoryLetter = /^(?:cat(?:egory)?\.? ?)?([a-e])\b(?: .*)?$/i.exec(cell)?.[1];
  if (categoryLetter === undefined) throw new CellFault('is no COE category');
  return categoryLetter.toUpperCase() as RowFields['coeCategory'];
}
