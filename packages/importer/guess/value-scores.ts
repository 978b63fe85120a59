import { findMakeInTitle, findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { CellFault } from '../read/cell-fault.ts';
import { cleanCell, normaliseDashes } from '../read/clean-cell.ts';
import type { Field } from '../read/field.ts';
import { makeFieldReader, readerNamesByField } from '../read/field-readers.ts';
import { readAvailability } from '../read/read-words.ts';
import type { ReaderName } from './mapping.ts';

/** The cleaned cells of one column in the first rows. Cells with an unknown value are left out. */
export type ColumnSample = {
  readonly header: string;
  readonly cells: readonly string[];
  /** Number of examined rows. */
  readonly rowCount: number;
};

/** The share of rows with a non-empty cell. */
export function computeFilledShare({ cells, rowCount: rows }: ColumnSample): number {
  return rows === 0 ? 0 : cells.length / rows;
}

/**
 * How well the values of a column fit a field, from 0 to 1. An empty column scores 0.5, because it neither supports nor
 * contradicts the field.
 */
export function scoreValues({ cells }: ColumnSample, field: Field, as?: ReaderName): number {
  if (cells.length === 0) return 0.5;
  // A column `low mileage car` with the values 1 and 0 answers a yes-or-no question and is no mileage.
  if (!yesNoFields.has(field) && cells.length >= 10 && cells.every((cell) => cell === '0' || cell === '1')) return 0;
  if (field === 'brand') return computeShare(cells, (cell) => findMakeName(makeKey(cell)) !== undefined);
  if (field === 'title') return computeShare(cells, isTitleOfCar);
  if (field === 'model') return computeShare(cells, (cell) => cell.length <= 120 && !/^https?:/i.test(cell));
  if (field === 'ref') return scoreReferences(cells);
  if (field === 'availability') return computeShare(cells, (cell) => readAvailability(cell) !== null);
  if (field === 'photos') return computeShare(cells, (cell) => /^https?:\/\/|\.(?:jpe?g|png|webp|avif)\b/i.test(cell));
  if (field === 'engine') return computeShare(cells, (cell) => /[a-z]/i.test(cell) && /\d/.test(cell));
  if (field === 'location') return computeShare(cells, (cell) => /\p{L}{2}/u.test(cell) && cell.length <= 120);
  // The values 0 and 1 could be read as yes and no, and 2017 as kilometres. A value must therefore also be plausible
  // for the field.
  const readCell = makeFieldReader({ field, as }, null);
  const isPlausible = plausibilityCheckByField[field];
  return computeShare(cells, (cell) => {
    try {
      const value = readCell(cell);
      if (value === null) return true;
      return isPlausible === undefined || typeof value === 'boolean' || isPlausible(value as number | bigint | string);
    } catch (error) {
      if (error instanceof CellFault) return field === 'resalePrice' && /is in [A-Z]{3},/.test(error.message);
      throw error;
    }
  });
}

/** Fields in which all values of a column may be 0 and 1, such as answers to a yes-or-no question. */
const yesNoFields: ReadonlySet<Field> = new Set<Field>([
  'availability',
  'coeRenewed',
  'offPeak',
  'owners',
  'yearsOfUse',
]);

type PlausibilityCheck = (value: number | bigint | string) => boolean;

const isBetween =
  (minimum: number, maximum: number): PlausibilityCheck =>
  (value) =>
    Number(value) >= minimum && Number(value) <= maximum;
const isPlausibleYear = isBetween(1900, 2100);

/**
 * For each field, a function that checks whether a value is plausible. A few implausible values are errors in rows.
 * Many implausible values show that the column belongs to another field.
 */
const plausibilityCheckByField: Partial<Readonly<Record<Field, PlausibilityCheck>>> = {
  resalePrice: isBetween(200_00, 20_000_000_00),
  originalPrice: isBetween(200_00, 20_000_000_00),
  omv: isBetween(100_00, 20_000_000_00),
  // In `COE: 2029` the number is the year in which the COE ends.
  coePremium: (cents) => Number(cents) % 100 !== 0 || !isBetween(1990, 2100)(Number(cents) / 100),
  yearsOfUse: isBetween(0, 120),
  yearOfPurchase: isPlausibleYear,
  manufacturedYear: isPlausibleYear,
  engineCc: isBetween(50, 20_000),
  powerKw: isBetween(5, 2_000),
  curbWeightKg: isBetween(300, 60_000),
  mileageKm: isBetween(0, 2_000_000),
  owners: isBetween(0, 20),
  doors: isBetween(0, 10),
  seats: isBetween(1, 80),
};

/** Guesses a column's field from its values alone, with a confidence. */
export function guessFieldFromValues(
  sample: ColumnSample,
): { readonly field: Field; readonly score: number } | undefined {
  const { cells } = sample;
  if (cells.length < 2 || computeFilledShare(sample) < 0.3) return undefined;
  const candidates: [Field, number][] = [
    ['title', computeShare(cells, isTitleOfCar)],
    ['brand', scoreValues(sample, 'brand')],
    ['mileageKm', computeShare(cells, (cell) => /^\d[\d,. ]* ?(?:km|kms|mi\.?|miles)$/i.test(cell))],
    ['fuel', computeShare(cells, isFuel)],
    ['transmission', computeShare(cells, isTransmission)],
    ['body', computeShare(cells, isKnownBody)],
    ['photos', computeShare(cells, (cell) => /\.(?:jpe?g|png|webp|avif)\b/i.test(cell))],
  ];
  const [field, score] = candidates.toSorted((a, b) => b[1] - a[1])[0] ?? ['title', 0];
  return score >= 0.8 ? { field, score: score * 0.75 } : undefined;
}

/** The reader that a column's values need when the default reader of the field cannot read them. */
export function guessReaderFromValues(field: Field, { header, cells }: ColumnSample): ReaderName | undefined {
  const name = header.toLowerCase();
  if (field === 'mileageKm') {
    if (/\b(?:mi|miles?)\b|_mi(?:les)?\b/.test(name.replaceAll('_', ' '))) return 'miles';
    return arePointsBetweenThousands(cells) ? 'points between thousands' : undefined;
  }
  if (field === 'powerKw') {
    if (/\bps\b/.test(name.replaceAll('_', ' '))) return 'PS';
    return /hp\b|horse/.test(name.replaceAll('_', ' ')) ? 'hp' : undefined;
  }
  if (field === 'engineCc') {
    const litresShare = computeShare(cells, (cell) => /^\d(?:[.,]\d{1,2})?(?: ?l)?$/i.test(cell));
    return cells.length > 0 && litresShare > 0.8 ? 'litres' : undefined;
  }
  if (field !== 'lifespanEndsOn' && readerNamesByField[field]?.includes('month first') === true) {
    return areDatesMonthFirst(cells) ? 'month first' : undefined;
  }
  if (field === 'ref')
    return computeShare(cells, (cell) => /^https?:\/\//i.test(cell)) > 0.5 ? 'id in an address' : undefined;
  if (field === 'resalePrice' || field === 'originalPrice' || field === 'omv' || field === 'arfPaid') {
    return arePointsBetweenThousands(cells) ? 'points between thousands' : undefined;
  }
  return undefined;
}

/**
 * Whether points separate thousands in a column; `12.500` alone is ambiguous. Points separate thousands when no cell
 * has a point before one or two digits, because no price has three decimals.
 */
function arePointsBetweenThousands(cells: readonly string[]): boolean {
  const thousandsPointCount = cells.filter((cell) => /(?:^|\D)\d{1,3}\.\d{3}(?!\d)/.test(cell)).length;
  const decimalPointCount = cells.filter((cell) => /\.\d{1,2}(?!\d)/.test(cell) || /\d,\d{3}(?!\d)/.test(cell)).length;
  return thousandsPointCount > 0 && decimalPointCount === 0;
}

function areDatesMonthFirst(cells: readonly string[]): boolean {
  const firstTwoNumbers = cells.flatMap((cell) => {
    const dateParts = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}\b/.exec(normaliseDashes(cell));
    return dateParts === null ? [] : [[Number(dateParts[1]), Number(dateParts[2])] as const];
  });
  return (
    firstTwoNumbers.some(([, secondNumber]) => secondNumber > 12) &&
    firstTwoNumbers.every(([firstNumber]) => firstNumber <= 12)
  );
}

function isTitleOfCar(cell: string): boolean {
  if (!/\s/.test(cell) || cell.length > 200) return false;
  const foundMake = findMakeInTitle(cell.replaceAll('\n', ' '), () => false);
  return foundMake !== undefined && cell.length > foundMake.length + 1;
}

function isFuel(cell: string): boolean {
  return /^(?:petrol|gasoline|diesel|electric|hybrid|(?:petrol|diesel)[ -]electric|plug-?in hybrid|e85 flex fuel)$/i.test(
    cell,
  );
}

function isTransmission(cell: string): boolean {
  return /^(?:auto|automatic|manual|semi-?auto(?:matic)?|cvt|[am]\/?t|\d+-speed (?:[am]\/t|automatic|manual))$/i.test(
    cell,
  );
}

function isKnownBody(cell: string): boolean {
  return /^(?:.{0,20}sedan|suv|mpv|hatchback|coupe|convertible|estate|station ?wagon|wagon|van|sports car|pick ?up.{0,10})$/i.test(
    cell,
  );
}

/**
 * The confidence that a column holds references. The confidence is high when nearly all values differ. Several listings
 * of one car do not lower the confidence.
 */
function scoreReferences(cells: readonly string[]): number {
  if (cells.some((cell) => cell.length > 400)) return 0;
  const distinctShare = new Set(cells).size / cells.length;
  return distinctShare > 0.97 ? distinctShare : distinctShare * 0.4;
}

function computeShare<T>(items: readonly T[], isMatch: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(isMatch).length / items.length;
}

/**
 * Maximum number of characters of a cell that are examined. The remaining characters of a longer value are not needed
 * to guess the field.
 */
const maxExaminedLength = 1_000;

/** The cleaned cells of each column. */
export function makeColumnSamples(
  header: readonly string[],
  rows: readonly { readonly cells: readonly string[] }[],
): readonly ColumnSample[] {
  return header.map((name, index) => ({
    header: name,
    rowCount: rows.length,
    cells: rows.flatMap(({ cells }) => cleanCell((cells[index] ?? '').slice(0, maxExaminedLength)) ?? []),
  }));
}
