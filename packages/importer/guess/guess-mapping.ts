import { findOtherMakeAtStart } from '@carhouse/domain/brand/brand-spellings';
import type { Field } from '../read/field.ts';
import { findCurrency, listingCurrency, splitMoney } from '../read/money-marks.ts';
import type { TableHead } from '../read/table-head.ts';
import { findCurrencyInHeader, headerWordsByField, ignoredHeaders, normaliseHeader } from './header-words.ts';
import { type MappedColumn, type Mapping, makeDistinctHeaders, type ReaderName } from './mapping.ts';
import {
  type ColumnSample,
  computeFilledShare,
  guessFieldFromValues,
  guessReaderFromValues,
  makeColumnSamples,
  scoreValues,
} from './value-scores.ts';

/** The guessed field of a column, and the confidence of the guess from 0 to 1. */
export type GuessedColumn = {
  readonly header: string;
  /** The field of the column. The field is null when the column is not imported. */
  readonly field: Field | null;
  readonly as?: ReaderName;
  readonly confidence: number;
};

export type GuessedMapping = {
  readonly mapping: Mapping;
  /** One entry for each column of the file, in the order of the file. */
  readonly columns: readonly GuessedColumn[];
  /** Warnings, as sentences, for the user who confirms the mapping. */
  readonly doubts: readonly string[];
};

/** The required facts of a listing, each with the fields that can provide the fact. */
export const neededFields: readonly { readonly name: string; readonly oneOf: readonly Field[] }[] = [
  { name: 'the price', oneOf: ['resalePrice'] },
  { name: 'the name of the car', oneOf: ['title', 'model'] },
  { name: 'the year or the date of registration', oneOf: ['registeredOn', 'manufacturedYear', 'yearOfPurchase'] },
];

type ColumnCandidate = {
  readonly index: number;
  readonly field: Field;
  readonly as: ReaderName | undefined;
  readonly confidence: number;
};

/** Minimum confidence of a guessed column. A column whose confidence is below this minimum is not imported. */
const minConfidence = 0.45;
const guessedFields = Object.keys(headerWordsByField) as Field[];

/**
 * Guesses the fields of an unknown file's columns by their headers, in many spellings, and by the first rows. The
 * header of a column counts only if the column's values agree with it: a column BRAND that contains `FORD FOCUS RS 2.3`
 * is the title.
 */
export function guessMapping({ header: written, sample: rows }: TableHead): GuessedMapping {
  const header = makeDistinctHeaders(written);
  const samples = makeColumnSamples(header, rows);
  const candidates = samples.flatMap((sample, index) => listCandidates(sample, index));
  const chosenColumns = chooseBestCandidates(candidates);
  const columns = header.map((name, index): GuessedColumn => {
    const chosenColumn = chosenColumns.get(index);
    if (chosenColumn === undefined)
      return { header: name, field: null, confidence: computeIgnoreConfidence(samples[index]) };
    const as = chosenColumn.as === undefined ? {} : { as: chosenColumn.as };
    return { header: name, field: chosenColumn.field, ...as, confidence: roundToHundredth(chosenColumn.confidence) };
  });
  const currencyRule = makeCurrencyRule(samples, columns);
  const mapping: Mapping = {
    name: 'guessed',
    about: 'guessed from the headers and the first rows',
    columns: mappedColumns(columns),
    leftOut: columns.flatMap(({ header: name, field }) => (field === null ? [name] : [])),
    defaultLocation: 'Singapore',
    impliedFuel: null,
    money: currencyRule,
  };
  return {
    mapping,
    columns,
    doubts: [...listDoubts(mapping, columns, samples), ...listDoubtsAboutMake(columns, rows)],
  };
}

/** The used columns in the format of a mapping. */
export function mappedColumns(columns: readonly GuessedColumn[]): readonly MappedColumn[] {
  return columns.flatMap(({ header, field, as }) =>
    field === null ? [] : [{ header: [header], field, ...(as === undefined ? {} : { as }) }],
  );
}

/**
 * Returns the names of the required fields for which a mapping has no column. The names are those of `neededFields`.
 */
export function listMissingFields(mapping: Pick<Mapping, 'columns'>): readonly string[] {
  const fields = new Set(mapping.columns.map((column) => column.field));
  return neededFields.filter(({ oneOf }) => !oneOf.some((field) => fields.has(field))).map(({ name }) => name);
}

function listCandidates(sample: ColumnSample, index: number): ColumnCandidate[] {
  const name = normaliseHeader(sample.header);
  const isIgnoredHeader = ignoredHeaders.has(name);
  const candidates: ColumnCandidate[] = [];
  for (const field of guessedFields) {
    const headerConfidence = scoreHeader(sample.header, field);
    if (headerConfidence === 0 || (isIgnoredHeader && headerConfidence < 1)) continue;
    const as = guessReaderFromValues(field, sample);
    const valueConfidence = scoreValues(sample, field, as);
    // The header of a column alone is not enough; the values must not contradict the header.
    if (valueConfidence < computeMinReadableShare(field, headerConfidence)) continue;
    const filledCellsFactor = sample.cells.length === 0 ? 0.8 : 0.9 + 0.1 * computeFilledShare(sample);
    const confidence = headerConfidence * (0.45 + 0.55 * valueConfidence) * filledCellsFactor;
    if (confidence >= minConfidence) candidates.push({ index, field, as, confidence });
  }
  const fieldGuess = isIgnoredHeader ? undefined : guessFieldFromValues(sample);
  if (fieldGuess !== undefined) {
    const as = guessReaderFromValues(fieldGuess.field, sample);
    candidates.push({ index, field: fieldGuess.field, as, confidence: fieldGuess.score });
  }
  return candidates;
}

/**
 * The minimum share of a column's values that must be readable as the field. When fewer of a column's values are
 * readable, the header of the column is ignored. The share depends on the field, because brands may be unknown and a
 * description may be any text.
 */
function computeMinReadableShare(field: Field, headerConfidence: number): number {
  if (field === 'brand') return 0.3;
  // A price column may contain `Call` in half of its cells.
  return field === 'title' || headerConfidence > 0.9 ? 0.25 : 0.5;
}

/**
 * The confidence of a header: 1 for a known header, and less for a header that contains a known one, such as `Car price
 * (negotiable)`.
 */
function scoreHeader(header: string, field: Field): number {
  const scoreOfWholeHeader = scoreHeaderName(normaliseHeader(header), field);
  // In a JSON file, `specs.mileage` is a mileage and not a specification.
  const lastPathPart = /^[\w-]+(?:\.[\w-]+)*\.([\w-]{2,})$/.exec(header)?.[1];
  return lastPathPart === undefined
    ? scoreOfWholeHeader
    : Math.max(
        scoreOfWholeHeader === 1 ? 1 : 0,
        0.93 * scoreHeaderName(normaliseHeader(lastPathPart), field),
        0.8 * scoreOfWholeHeader,
      );
}

function scoreHeaderName(name: string, field: Field): number {
  const wordsOfField = headerWordsByField[field] ?? [];
  const wordIndex = wordsOfField.indexOf(name);
  // The names are sorted by frequency, the most frequent first.
  if (wordIndex >= 0) return 1 - Math.min(wordIndex, 40) * 0.004;
  const nameWithoutSpaces = name.replaceAll(' ', '');
  if (wordsOfField.some((word) => word.replaceAll(' ', '') === nameWithoutSpaces)) return 0.95;
  const containsHeaderWord = wordsOfField.some((word) => word.length > 3 && ` ${name} `.includes(` ${word} `));
  return containsHeaderWord && name.split(' ').length <= 5 ? 0.65 : 0;
}

/** Chooses the candidates with the highest confidence first. No column and no field is chosen twice. */
function chooseBestCandidates(candidates: readonly ColumnCandidate[]): ReadonlyMap<number, ColumnCandidate> {
  const bestCandidates = new Map<number, ColumnCandidate>();
  const fields = new Set<Field>();
  for (const candidate of candidates.toSorted((a, b) => b.confidence - a.confidence || a.index - b.index)) {
    if (bestCandidates.has(candidate.index) || fields.has(candidate.field)) continue;
    bestCandidates.set(candidate.index, candidate);
    fields.add(candidate.field);
  }
  return bestCandidates;
}

/** The currency of the prices, from the header or from most cells. The result is null for Singapore dollars. */
function makeCurrencyRule(samples: readonly ColumnSample[], columns: readonly GuessedColumn[]): Mapping['money'] {
  const priceIndex = columns.findIndex(({ field }) => field === 'resalePrice');
  const priceSample = samples[priceIndex];
  if (priceSample === undefined) return null;
  const namedCurrency = findCurrencyInHeader(priceSample.header) ?? findMostFrequentCurrency(priceSample.cells);
  return namedCurrency === null || namedCurrency === listingCurrency ? null : { currency: namedCurrency, rate: null };
}

function findMostFrequentCurrency(cells: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const currency = splitMoney(cell)?.currency;
    if (currency !== undefined && currency !== null) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const [mostFrequent] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return mostFrequent !== undefined && mostFrequent[1] > cells.length / 2 ? mostFrequent[0] : null;
}

function listDoubts(
  mapping: Mapping,
  columns: readonly GuessedColumn[],
  samples: readonly ColumnSample[],
): readonly string[] {
  const doubts: string[] = [];
  const findColumnIndex = (field: Field): number => columns.findIndex((column) => column.field === field);
  const findHeader = (field: Field): string => columns[findColumnIndex(field)]?.header ?? '';
  if (mapping.money !== null) {
    doubts.push(
      `The prices are in ${mapping.money.currency}. They stay out until you say what one ${mapping.money.currency} is in Singapore dollars.`,
    );
  }
  const currencyCells = samples[findColumnIndex('currency')]?.cells ?? [];
  const foreignCurrencies = [...new Set(currencyCells.map((cell) => findCurrency(cell) ?? cell))].filter(
    (code) => code !== 'SGD',
  );
  if (foreignCurrencies.length > 0) {
    doubts.push(
      `Rows with prices in ${foreignCurrencies.slice(0, 6).join(', ')} are not imported unless a rate is given.`,
    );
  }
  const mileageSample = samples[findColumnIndex('mileageKm')];
  const hasMiles = mileageSample?.cells.some((cell) => /\d\s*mi(?:les?)?\.?$/i.test(cell)) === true;
  if (hasMiles || columns[findColumnIndex('mileageKm')]?.as === 'miles') {
    doubts.push(`The miles of ${findHeader('mileageKm')} become kilometres. Are the prices in Singapore dollars?`);
  }
  if (findColumnIndex('ref') < 0) {
    doubts.push(
      'No column holds your own reference. A car is known by its facts, so a row that differs in one is another car.',
    );
  }
  if (findColumnIndex('location') < 0) doubts.push('No column holds a place. Every car gets the place Singapore.');
  if (areMostlyInstalments(samples[findColumnIndex('resalePrice')]?.cells ?? [])) {
    doubts.push(
      `Most amounts of ${findHeader('resalePrice')} are below $3,000. Are they prices, or instalments of a month?`,
    );
  }
  const uncertainColumns = columns.filter(({ field, confidence }) => field !== null && confidence < 0.65);
  if (uncertainColumns.length > 0)
    doubts.push(`Not sure: ${uncertainColumns.map((column) => column.header).join(', ')}.`);
  return doubts;
}

/**
 * Warns about rows whose make differs from the make in the name of the car. A row whose make differs is imported
 * unchanged.
 */
function listDoubtsAboutMake(columns: readonly GuessedColumn[], rows: TableHead['sample']): readonly string[] {
  const findColumnIndex = (field: Field): number => columns.findIndex((column) => column.field === field);
  const [brand, ...names] = [findColumnIndex('brand'), findColumnIndex('title'), findColumnIndex('model')];
  if (brand === undefined || brand < 0) return [];
  const contradictions = rows.flatMap(({ cells }) => {
    const make = (cells[brand] ?? '').trim();
    const name = names
      .map((index) => (cells[index] ?? '').trim())
      .find((text) => findOtherMakeAtStart(text, make) !== undefined);
    return name === undefined ? [] : [`${make} and ${name.slice(0, 60)}`];
  });
  if (contradictions.length === 0) return [];
  const rowsPhrase =
    contradictions.length === 1 ? 'In one of the first rows' : `In ${contradictions.length} of the first rows`;
  return [`${rowsPhrase} the make is not that of the name of the car: ${contradictions[0]}. Please check the list.`];
}

/**
 * Whether most amounts are below 3,000. Amounts below 3,000 are probably monthly instalments and not the prices of
 * cars.
 */
function areMostlyInstalments(cells: readonly string[]): boolean {
  const instalmentLikeCells = cells.filter(
    (cell) => /^[S$\s]*\d?,?\d{1,3}(?:\.\d{1,2})?$/.test(cell) && Number(cell.replace(/[^\d.]/g, '')) < 3_000,
  );
  return cells.length > 0 && instalmentLikeCells.length * 2 > cells.length;
}

/** The confidence that the column should not be imported. */
function computeIgnoreConfidence(sample: ColumnSample | undefined): number {
  if (sample === undefined || sample.cells.length === 0) return 1;
  return ignoredHeaders.has(normaliseHeader(sample.header)) ? 0.9 : 0.5;
}

function roundToHundredth(confidence: number): number {
  return Math.round(Math.min(1, confidence) * 100) / 100;
}
