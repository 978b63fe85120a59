import { hash } from 'node:crypto';
import { mapFacts } from '@carhouse/domain/car/car-facts';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import { containsCardNumber } from '@carhouse/domain/payment/card-number';
import { type DraftContext, type DraftFault, draftListing, type ListingDraft } from '../draft/draft-listing.ts';
import { addExpectedValue } from '../guess/expected-values.ts';
import { fieldNames } from '../guess/field-names.ts';
import type { BoundColumn, CurrencyRule, Mapping } from '../guess/mapping.ts';
import { CellFault, type RowFault } from './cell-fault.ts';
import { cleanCell } from './clean-cell.ts';
import type { Field, RowFields } from './field.ts';
import { type CellReader, isPriceField, makeFieldReader } from './field-readers.ts';
import { listingCurrency } from './money-marks.ts';

export type RowContext = Omit<DraftContext, 'mapping' | 'derivesRef'> & {
  readonly mapping: Mapping;
  readonly columns: readonly BoundColumn[];
  /** Number of cells of the header row. */
  readonly width: number;
};

/** A row is either accepted or rejected. A rejected row has a `ref` when its reference could be read. */
export type ReadRow =
  | {
      readonly draft: ListingDraft;
      readonly hash: string;
      /** Warnings about values of an accepted row that are probably wrong. */
      readonly warnings: readonly RowFault[];
    }
  | {
      readonly faults: readonly RowFault[];
      readonly ref: string;
      /**
       * The row marks its car as sold or withdrawn. A car that is sold or withdrawn is treated as if it were missing
       * from the file.
       */
      readonly isNotOnOffer?: true;
    };

/** Reads the cells of a row with one mapping. */
export type RowReader = (cells: readonly string[]) => ReadRow;

const cardNumber = 'holds a payment card number: take it out';

type ReadColumn = BoundColumn & { readonly read: CellReader<unknown> };
type FieldRowFault = RowFault & { readonly field: Field };

/**
 * Returns a function that reads rows. An unknown value is null. A row with an unreadable value is rejected, even when
 * the column is optional, because such a value usually means that the cells have shifted.
 */
export function createRowReader(context: RowContext): RowReader {
  const { mapping, columns, width } = context;
  const readers = createColumnReaders(columns, mapping.money);
  const refColumn = readers([]).find((column) => column.field === 'ref');
  const availability = readers([]).find((column) => column.field === 'availability');
  const draftContext: DraftContext = { ...context, hasNoRefColumn: !columns.some((column) => column.field === 'ref') };
  return (cells) => {
    const longCellIndex = cells.findIndex((cell) => cell.length > importBudgets.cellChars);
    if (longCellIndex !== -1) {
      const column = columns.find(({ index }) => index === longCellIndex)?.header ?? '';
      const reason = `a cell is longer than ${importBudgets.cellChars} characters`;
      return { faults: [{ column, value: '', reason }], ref: '' };
    }
    const ref = readRef(refColumn, cells);
    const areSurplusCellsBlank = cells.slice(width).every((cell) => cell.trim() === '');
    if (cells.length < width || !areSurplusCellsBlank) {
      const reason = `the row has ${cells.length} cells where the header row has ${width}`;
      return { faults: [{ column: '', value: '', reason }], ref };
    }
    const availabilityCell = availability === undefined ? undefined : cells[availability.index];
    if (availability !== undefined && readOrUndefined(availability.read, availabilityCell) === false) {
      const fault = {
        column: availability.header,
        value: (availabilityCell ?? '').trim(),
        reason: 'says that the car is not on offer',
      };
      return { faults: [fault], ref, isNotOnOffer: true };
    }
    const { fields, faults } = readFields(cells, readers(cells));
    if (faults.length > 0) return { faults, ref };
    const { draft, faults: draftFaults, warnings } = draftListing(fields, draftContext);
    // A card number may be split over several cells, so the joined texts are checked.
    if (draft !== undefined && (containsCardNumber(draft.title) || containsCardNumber(draft.description))) {
      return { faults: [{ column: '', value: '', reason: cardNumber }], ref };
    }
    const addColumnNames = (each: readonly DraftFault[]): readonly RowFault[] =>
      each.map(({ field, reason }) => {
        const column = findColumn(field, columns);
        const value = (cells[column?.index ?? -1] ?? '').trim();
        return { column: column?.header ?? fieldNames[field], value, reason };
      });
    if (draft === undefined) return { faults: addColumnNames(draftFaults), ref };
    return { draft, hash: hashDraft(draft), warnings: addColumnNames(warnings) };
  };
}

/** Fields that can be derived from other fields when they have no column. */
const sourceFieldsByField: { readonly [F in Field]?: readonly Field[] } = {
  yearOfPurchase: ['registeredOn', 'manufacturedYear'],
  brand: ['title', 'model'],
  title: ['model'],
};

function findColumn(field: Field, columns: readonly BoundColumn[]): BoundColumn | undefined {
  const sourceFields = [field, ...(sourceFieldsByField[field] ?? [])];
  return sourceFields.flatMap((sourceField) => columns.find((column) => column.field === sourceField) ?? [])[0];
}

/**
 * For each column, the function that reads the cells of the column. When the file has a currency column, prices are
 * read in the currency of the row.
 */
function createColumnReaders(
  columns: readonly BoundColumn[],
  money: CurrencyRule | null,
): (cells: readonly string[]) => readonly ReadColumn[] {
  const makeColumnsWithCurrency = (rule: CurrencyRule | null): readonly ReadColumn[] =>
    columns.map((column) => ({ ...column, read: makeFieldReader(column, rule) }));
  const defaultColumns = makeColumnsWithCurrency(money);
  const currency = defaultColumns.find((column) => column.field === 'currency');
  if (currency === undefined) return () => defaultColumns;
  const columnsByCurrency = new Map<string, readonly ReadColumn[]>();
  return (cells) => {
    const code = readOrUndefined(currency.read, cells[currency.index]);
    if (typeof code !== 'string') return defaultColumns;
    const cachedColumns = columnsByCurrency.get(code);
    if (cachedColumns !== undefined) return cachedColumns;
    const currencyRule = money?.currency === code ? money : { currency: code, rate: null };
    const currencyColumns = makeColumnsWithCurrency(code === listingCurrency ? null : currencyRule);
    columnsByCurrency.set(code, currencyColumns);
    return currencyColumns;
  };
}

function readFields(
  cells: readonly string[],
  columns: readonly ReadColumn[],
): { readonly fields: Partial<RowFields>; readonly faults: readonly RowFault[] } {
  const fields: Partial<Record<Field, unknown>> = {};
  const faults: FieldRowFault[] = [];
  for (const { index, header, field, read: readCell } of columns) {
    const cell = cleanCell(cells[index] ?? '');
    if (cell === null) continue;
    if (containsCardNumber(cell)) {
      // The report omits a value that contains a card number (docs/reliability.md I20).
      faults.push({ column: header, value: '', reason: cardNumber, field });
      continue;
    }
    try {
      const value = readCell(cell);
      if (value !== null) fields[field] = value;
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      faults.push({ column: header, value: cell, reason: addExpectedValue(error.message, field), field });
    }
  }
  if (faults.length > 1) return { fields: {}, faults: addShiftedCellsHint(faults, columns) };
  return { fields: fields as Partial<RowFields>, faults: faults.map(removeField) };
}

/**
 * Adds a hint to the faults when the cells of a row seem to have shifted: the invalid value of one column would be
 * valid in another column whose value is also invalid.
 */
function addShiftedCellsHint(faults: readonly FieldRowFault[], columns: readonly ReadColumn[]): readonly RowFault[] {
  for (const { value, field, column } of faults) {
    const matchingColumn = faults.find(
      (other) => other.field !== field && !isPriceField(other.field) && isReadableAs(other, value, columns),
    );
    if (matchingColumn === undefined) continue;
    const shiftedCellsHint = {
      column,
      value,
      reason: `is what ${matchingColumn.column} should hold: the cells of this row stand in wrong columns`,
    };
    return [...faults.map(removeField), shiftedCellsHint];
  }
  return faults.map(removeField);
}

function isReadableAs({ column }: FieldRowFault, value: string, columns: readonly ReadColumn[]): boolean {
  const reader = columns.find(({ header }) => header === column)?.read;
  return reader !== undefined && readOrUndefined(reader, value) !== null;
}

function readRef(column: ReadColumn | undefined, cells: readonly string[]): string {
  const ref = column === undefined ? null : readOrUndefined(column.read, cells[column.index]);
  return typeof ref === 'string' && !containsCardNumber(ref) ? ref : '';
}

function readOrUndefined(readCell: CellReader<unknown>, cell: string | undefined): unknown {
  const cleanedCell = cleanCell(cell ?? '');
  if (cleanedCell === null) return null;
  try {
    return readCell(cleanedCell);
  } catch (error) {
    if (error instanceof CellFault) return null;
    throw error;
  }
}

function removeField({ column, value, reason }: FieldRowFault): RowFault {
  return { column, value, reason };
}

/**
 * A hash that changes when the dealer changes a field that the importer reads. The brand is compared by its key, so
 * another spelling does not change the hash. Amounts are converted to texts first, because a JSON replacer would be
 * called for every value.
 */
function hashDraft(draft: ListingDraft): string {
  const hashedRow = {
    ...draft,
    brandSpelling: undefined,
    originalPrice: toTextOrNull(draft.originalPrice),
    resalePrice: toTextOrNull(draft.resalePrice),
    facts: mapFacts((name, { sinceMigration }) => {
      const value = draft.facts[name];
      if (typeof value === 'bigint') return toTextOrNull(value);
      return value === null && sinceMigration !== undefined ? undefined : value;
    }),
  };
  return hash('sha256', JSON.stringify(hashedRow), 'hex');
}

function toTextOrNull(amount: bigint | null): string | null {
  return amount === null ? null : String(amount);
}
