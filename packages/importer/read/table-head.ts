import type { CsvRow } from './csv-rows.ts';

/** The header row and the first rows of a file: what a mapping is guessed from. */
export type TableHead = { readonly header: readonly string[]; readonly sample: readonly CsvRow[] };
