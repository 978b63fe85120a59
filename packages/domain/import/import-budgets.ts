const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/**
 * The limits of importing one file. The table of docs/import.md is printed from these numbers. The operating system and V8
 * limit the processes that read files; everything else is counted while the file is read.
 */
export const importBudgets = {
  /** Maximum size of unpacked data, in bytes. */
  contentBytes: 200 * megabyte,
  /** Maximum ratio of unpacked to packed size, beyond the first `smallContent` bytes. */
  ratio: 100,
  smallContent: 256 * kilobyte,
  rows: 200_000,
  columns: 300,
  /** Maximum number of characters of a row, or of a JSON object. */
  rowChars: 500_000,
  /** Maximum number of characters of a cell. A row with a longer cell is rejected. */
  cellChars: 20_000,
  /** Maximum number of characters of the name of a column. */
  headerChars: 500,
  /** Maximum nesting of objects and arrays in JSON. */
  nesting: 32,
  /** Maximum number of characters of the first rows, from which the columns are guessed. */
  sampleChars: 2_000_000,
  /** Maximum number of rejected rows that the report lists one by one; the others are counted by reason. */
  reportFaults: 1_000,
  /** Maximum size of the report in the database, in bytes. */
  reportBytes: 4 * megabyte,
  /** Maximum number of reasons that are counted separately. */
  reasons: 200,
  /** CPU seconds of the process that reads the first rows and proposes the columns. */
  examineCpuSeconds: 10,
  /** CPU seconds of the process that checks or imports the whole file. */
  workCpuSeconds: 120,
  /** CPU seconds of a check for a seller who is not verified, whose imports run after those of known sellers. */
  newCheckCpuSeconds: 30,
  /** Elapsed seconds of each kind of work. */
  newCheckSeconds: 180,
  examineSeconds: 120,
  workSeconds: 3_600,
  /** Memory of JavaScript objects, and of the whole process, in bytes. */
  heapBytes: 192 * megabyte,
  residentBytes: 512 * megabyte,
} as const;

/** Why an import ended before it was done. Each has a message for its seller that names the limit where there is one. */
export const importFaultCodes = [
  'UNREADABLE',
  'TOO_LARGE',
  'RATIO',
  'TOO_MANY_ROWS',
  'TOO_MANY_COLUMNS',
  'ROW_TOO_LONG',
  'NESTING',
  'CARD_NUMBER',
  'CPU',
  'MEMORY',
  'TIME',
  'CRASHED',
  'INTERRUPTED',
  'ACCOUNT',
  'STOPPED_BY_SELLER',
  'STOPPED_BY_ADMIN',
] as const;
export type ImportFaultCode = (typeof importFaultCodes)[number];

/** The budgets as a table for documents: the limit, its value, and the effect on a file beyond it. */
export function importBudgetRows(): readonly {
  readonly budget: string;
  readonly limit: string;
  readonly code: string;
}[] {
  const b = importBudgets;
  const count = (value: number): string => value.toLocaleString('en-SG');
  const bytes = (value: number): string => `${count(value / megabyte)} MB`;
  const row = (budget: string, limit: string, code: string) => ({ budget, limit, code });
  const small = `${count(b.smallContent / kilobyte)} KB`;
  return [
    row('a packed list, unpacked', bytes(b.contentBytes), '`TOO_LARGE`'),
    row(`unpacked against packed, beyond ${small}`, `${b.ratio} : 1`, '`RATIO`'),
    row('rows', count(b.rows), '`TOO_MANY_ROWS`'),
    row('columns', count(b.columns), '`TOO_MANY_COLUMNS`'),
    row(
      'name of a column',
      `${count(b.headerChars)} characters`,
      '`ROW_TOO_LONG`; a value of JSON with a longer one is left out',
    ),
    row('a row, or an object of JSON', `${count(b.rowChars)} characters`, '`ROW_TOO_LONG`'),
    row('a cell', `${count(b.cellChars)} characters`, 'its row stays out'),
    row('lists and objects of JSON inside of each other', count(b.nesting), '`NESTING`'),
    row('first rows that are kept for guessing', `${count(b.sampleChars)} characters`, 'fewer rows are looked at'),
    row('rejected rows listed in the report', count(b.reportFaults), 'counted'),
    row('the report in the database', bytes(b.reportBytes), 'rows are counted'),
    row('reasons counted apart', count(b.reasons), 'counted as other reasons'),
    row('computing, to propose the columns', `${count(b.examineCpuSeconds)} CPU seconds`, '`CPU`'),
    row('computing, to check or import', `${count(b.workCpuSeconds)} CPU seconds`, '`CPU`'),
    row('computing, to check for a seller who is not verified', `${count(b.newCheckCpuSeconds)} CPU seconds`, '`CPU`'),
    row(
      'elapsed time of the three',
      `${count(b.examineSeconds)} s, ${count(b.workSeconds)} s, ${count(b.newCheckSeconds)} s`,
      '`TIME`',
    ),
    row('memory of JavaScript objects', bytes(b.heapBytes), '`MEMORY`'),
    row('memory of the process', bytes(b.residentBytes), '`MEMORY`'),
  ];
}
