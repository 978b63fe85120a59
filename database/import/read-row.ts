import { createHash } from 'node:crypto';
import { CellFault, type RowFault } from './cell-fault.ts';
import { cleanCell } from './clean-cell.ts';
import { type DraftContext, draftListing, type ListingDraft } from './draft-listing.ts';
import { type Field, fieldReaders, type Reader, type RowFields } from './field-readers.ts';
import type { BoundColumn, Mapping } from './mapping.ts';

export type RowContext = Omit<DraftContext, 'mapping'> & {
  readonly mapping: Mapping;
  readonly columns: readonly BoundColumn[];
  /** How many cells the header row has. */
  readonly width: number;
};

/** A row is taken whole or not at all. `ref` is there also for a row that stays out, when it could be read. */
export type ReadRow =
  | { readonly draft: ListingDraft; readonly hash: string }
  | { readonly faults: readonly RowFault[]; readonly ref: string };

/**
 * Reads the cells of one row. An unknown value is null; a value that is there and cannot be read keeps the whole row out,
 * also in an optional column, because it mostly means that the cells have shifted.
 */
export function readRow(cells: readonly string[], context: RowContext): ReadRow {
  const ref = rawValue(cells, context, 'ref');
  const surplus = cells.slice(context.width).every((cell) => cell.trim() === '');
  if (cells.length < context.width || !surplus) {
    const reason = `the row has ${cells.length} cells where the header row has ${context.width}`;
    return { faults: [{ column: '', value: '', reason }], ref };
  }
  const { fields, faults } = readFields(cells, context.columns);
  if (faults.length > 0) return { faults, ref };
  const { draft, faults: wanting } = draftListing(fields, context);
  if (draft !== undefined) return { draft, hash: draftHash(draft) };
  const named = wanting.map(({ field, reason }) => ({
    column: context.columns.find((column) => column.field === field)?.header ?? field,
    value: rawValue(cells, context, field),
    reason,
  }));
  return { faults: named, ref };
}

function readFields(
  cells: readonly string[],
  columns: readonly BoundColumn[],
): { readonly fields: Partial<RowFields>; readonly faults: readonly RowFault[] } {
  const fields: Partial<Record<Field, unknown>> = {};
  const faults: RowFault[] = [];
  for (const { index, header, field } of columns) {
    const cell = cleanCell(cells[index] ?? '');
    if (cell === null) continue;
    try {
      const read: Reader<unknown> = fieldReaders[field];
      const value = read(cell);
      if (value !== null) fields[field] = value;
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      faults.push({ column: header, value: cell, reason: error.message });
    }
  }
  return { fields: fields as Partial<RowFields>, faults };
}

function rawValue(cells: readonly string[], { columns }: RowContext, field: Field): string {
  const index = columns.find((column) => column.field === field)?.index;
  return index === undefined ? '' : (cells[index] ?? '').trim();
}

/** Tells whether a dealer changed anything that we read. The brand counts by its key: another spelling is no change. */
function draftHash(draft: ListingDraft): string {
  const hashed = { ...draft, brandSpelling: undefined };
  const text = JSON.stringify(hashed, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return createHash('sha256').update(text).digest('hex');
}
