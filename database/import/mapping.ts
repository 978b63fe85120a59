import type { Fuel } from '@carhouse/core/listing/listing';
import type { Field } from './field-readers.ts';

/** One column of a feed: the spellings of its header and the field that its cells fill. */
export type MappedColumn = {
  /** The first is the usual one. Case, spaces, hyphens and underscores make no difference. */
  readonly header: readonly string[];
  readonly field: Field;
  /** Whether a file without this column is refused. */
  readonly required?: boolean;
};

/**
 * How the columns of one kind of feed become listings. Data only: how a cell is read goes with the field
 * (field-readers.ts), what follows from the fields together is the same for every feed (draft-listing.ts). So a mapping can
 * as well be made while running, for example from the headers of an unknown file.
 */
export type Mapping = {
  /** As `--mapping` takes it. */
  readonly name: string;
  /** One line for the list of mappings. */
  readonly about: string;
  readonly columns: readonly MappedColumn[];
  /** Columns that are known and left out on purpose; any other column is named once as unknown. */
  readonly leftOut: readonly string[];
  /** Where a car stands when the feed has no column for it. */
  readonly defaultLocation: string | null;
  /** The fuel of a car with an engine when the feed leaves its cell empty; null when nothing follows from that. */
  readonly impliedFuel: Fuel | null;
};

/** `Resale price`, `resale_price` and `resalePrice` are one header. */
export function headerKey(header: string): string {
  return header.toLowerCase().replace(/[\s_-]+/g, '');
}

/** A column of the mapping, found in a file. */
export type BoundColumn = {
  readonly index: number;
  /** As the file writes it. */
  readonly header: string;
  readonly field: Field;
};

export type Binding = {
  readonly columns: readonly BoundColumn[];
  /** Required columns that the file does not have, by their usual name. */
  readonly missing: readonly string[];
  /** Columns of the file that the mapping does not know. */
  readonly unknown: readonly string[];
  /** Headers of used columns that stand twice. */
  readonly twice: readonly string[];
};

/** Finds the columns of a mapping in a header row, in whatever order they stand. */
export function bindColumns(mapping: Mapping, header: readonly string[]): Binding {
  const keys = header.map(headerKey);
  const columns: BoundColumn[] = [];
  const missing: string[] = [];
  const twice: string[] = [];
  for (const column of mapping.columns) {
    const places = keys.flatMap((key, index) => (column.header.some((name) => headerKey(name) === key) ? [index] : []));
    const [index] = places;
    if (index === undefined) {
      if (column.required === true) missing.push(column.header[0] ?? column.field);
      continue;
    }
    if (places.length > 1) twice.push(header[index] ?? '');
    columns.push({ index, header: header[index] ?? '', field: column.field });
  }
  // In the order of the file, in which a row's faults are then named.
  columns.sort((a, b) => a.index - b.index);
  const known = new Set(columns.map((column) => column.index));
  const leftOut = new Set(mapping.leftOut.map(headerKey));
  const unknown = header.filter((name, index) => !known.has(index) && name !== '' && !leftOut.has(headerKey(name)));
  return { columns, missing, unknown, twice };
}
