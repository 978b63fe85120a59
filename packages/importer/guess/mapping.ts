import type { Fuel } from '@carhouse/domain/car/drivetrain';
import type { ImportReader } from '@carhouse/domain/import/import-states';
import type { Field } from '../read/field.ts';

/**
 * The name of a function that reads the cells of a column, when it is not the default of the field.
 * `readerNamesByField` lists the names for each field.
 */
export type ReaderName = ImportReader;

/** One column of a feed: the spellings of its header and the field that its cells fill. */
export type MappedColumn = {
  /** The spellings of the header, the usual one first. Case, spaces, hyphens and underscores are ignored. */
  readonly header: readonly string[];
  readonly field: Field;
  /** The reader of the column's cells. Without a reader, the field's default reader is used. */
  readonly as?: ReaderName;
  /** Whether the importer rejects a file without this column. */
  readonly required?: boolean;
};

/**
 * The currency of a file's prices, and its rate to Singapore dollars. When the rule has no rate, the prices are
 * rejected.
 */
export type CurrencyRule = { readonly currency: string; readonly rate: number | null };

/**
 * How the columns of one kind of feed are read. A mapping is data and can be stored as JSON: the field determines how a
 * cell is read (field-readers.ts), and the rules over several fields are the same for every feed (draft-listing.ts).
 * Because a mapping is data, it can also be guessed from the headers and first rows of an unknown file
 * (guess-mapping.ts).
 */
export type Mapping = {
  /** The name of the mapping, which the command option `--mapping` takes. */
  readonly name: string;
  /** The description of the mapping in one line, for the list of mappings. */
  readonly about: string;
  readonly columns: readonly MappedColumn[];
  /**
   * Columns that are known and not imported. A column that is neither in the mapping nor in this list is reported as
   * unknown.
   */
  readonly leftOut: readonly string[];
  /** The location of a car when the feed has no column for it. */
  readonly defaultLocation: string | null;
  /** The fuel of a car with an engine when the fuel cell is empty. Null means unknown. */
  readonly impliedFuel: Fuel | null;
  /** The currency and exchange rate of the prices. The rule is null when the prices are in Singapore dollars. */
  readonly money: CurrencyRule | null;
};

/** A key for comparing headers. `Resale price`, `resale_price` and `resalePrice` have the same key. */
export function headerKey(header: string): string {
  return header.toLowerCase().replace(/[\s_-]+/g, '');
}

/** A column of the mapping that was found in a file. */
export type BoundColumn = {
  readonly index: number;
  /** The text of the header in the file. */
  readonly header: string;
  readonly field: Field;
  readonly as?: ReaderName;
};

export type HeaderBinding = {
  readonly columns: readonly BoundColumn[];
  /** The usual names of required columns that the file does not have. */
  readonly missingColumns: readonly string[];
  /** Columns of the file that are not part of the mapping. */
  readonly unknownHeaders: readonly string[];
  /** Headers of the mapping's columns that appear more than once in the file. */
  readonly repeatedHeaders: readonly string[];
};

/** Finds the columns of a mapping in a header row, in any order. */
export function bindColumns(mapping: Mapping, header: readonly string[]): HeaderBinding {
  const keys = header.map(headerKey);
  const columns: BoundColumn[] = [];
  const missingFields: string[] = [];
  const repeatedHeaders: string[] = [];
  for (const column of mapping.columns) {
    const index = findColumnIndex(column, header, keys);
    if (index === undefined) {
      if (column.required === true) missingFields.push(column.header[0] ?? column.field);
      continue;
    }
    if (isHeaderRepeated(column, header, keys)) repeatedHeaders.push(header[index] ?? '');
    const as = column.as === undefined ? {} : { as: column.as };
    columns.push({ index, header: header[index] ?? '', field: column.field, ...as });
  }
  // Faults of a row are reported in the order of the file's columns.
  columns.sort((a, b) => a.index - b.index);
  const mappedIndexes = new Set(columns.map((column) => column.index));
  const leftOut = new Set(mapping.leftOut.map(headerKey));
  const unknownHeaders = header.filter(
    (name, index) => !mappedIndexes.has(index) && name !== '' && !leftOut.has(headerKey(name)),
  );
  return { columns, missingColumns: missingFields, unknownHeaders, repeatedHeaders };
}

/**
 * The index of a column in the header. An exact match has priority, because a file may have both `Price` and `PRICE`.
 */
function findColumnIndex(column: MappedColumn, header: readonly string[], keys: readonly string[]): number | undefined {
  const exactIndex = header.findIndex((name) => column.header.includes(name));
  if (exactIndex >= 0) return exactIndex;
  const headerKeys = new Set(column.header.map(headerKey));
  const similarIndex = keys.findIndex((key) => headerKeys.has(key));
  return similarIndex < 0 ? undefined : similarIndex;
}

function isHeaderRepeated(column: MappedColumn, header: readonly string[], keys: readonly string[]): boolean {
  const headerKeys = new Set(column.header.map(headerKey));
  const exactMatchCount = header.filter((name) => column.header.includes(name)).length;
  return exactMatchCount > 1 || (exactMatchCount === 0 && keys.filter((key) => headerKeys.has(key)).length > 1);
}

/** Unique names for all columns. A column without a name becomes `column 3`, and a repeated name gets a number. */
export function makeDistinctHeaders(header: readonly string[]): readonly string[] {
  const takenNames = new Set<string>();
  return header.map((name, index) => {
    const baseName = name === '' ? `column ${index + 1}` : name;
    let distinctName = baseName;
    for (let number = 2; takenNames.has(distinctName); number += 1) distinctName = `${baseName} (${number})`;
    takenNames.add(distinctName);
    return distinctName;
  });
}
