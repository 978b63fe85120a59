import type { CsvRow } from './csv-rows.ts';

/** The header row and the first rows of a file, from which a mapping is guessed. */
export type TableHead = { readonly header: readonly string[]; readonly sample: readonly CsvRow[] };
