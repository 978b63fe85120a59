import type { BoundColumn } from '../guess/mapping.ts';
import type { CsvRow } from '../read/csv-rows.ts';
import type { Field } from '../read/field.ts';
import type { ReadRow } from '../read/read-row.ts';
import type { BatchRow } from '../save/batch-outcome.ts';
import { type Brands, newBrand } from '../save/brand-registry.ts';
import type { RejectedRow } from '../save/report-file.ts';
import type { SeenRefs } from '../save/seen-refs.ts';

/** Checks a row against the others and the server: its reference must be new in this file, its brand known and open. */
export function checkRow(
  { line }: CsvRow,
  read: ReadRow,
  columns: readonly BoundColumn[],
  brands: Brands,
  seen: SeenRefs,
): BatchRow | RejectedRow {
  if ('faults' in read) return { line, ...read };
  const { draft, hash } = read;
  const headerOf = (field: Field): string => columns.find((column) => column.field === field)?.header ?? field;
  const reject = (field: Field, value: string, reason: string): RejectedRow => ({
    line,
    ref: draft.dealerRef,
    faults: [{ column: headerOf(field), value, reason }],
  });
  const first = seen.lineOf(draft.dealerRef);
  if (first !== undefined) {
    if (columns.some((column) => column.field === 'ref')) {
      return reject('ref', draft.dealerRef, `stands on line ${first} already`);
    }
    const reason = `the same car stands on line ${first} already: no column tells the two apart`;
    return { line, ref: draft.dealerRef, faults: [{ column: '', value: draft.title, reason }] };
  }
  const brand = brands.find(draft.brandKey, draft.brandSpelling, draft.title);
  if (brand === undefined) {
    const { name } = newBrand(draft.brandSpelling, draft.title);
    return reject('brand', draft.brandSpelling, `unknown brand ${name}; ${brands.remedy}`);
  }
  if (!brand.listable) return reject('brand', draft.brandSpelling, `the brand ${brand.name} is closed for listing`);
  seen.note(draft.dealerRef, line);
  return { line, draft, hash, brand: brand.apiName };
}
