const bytesPerKilobyte = 1024;
const bytesPerMegabyte = 1024 * bytesPerKilobyte;

/**
 * The limits of importing one file. The table in docs/import.md is generated from these numbers. The operating system
 * and V8 enforce the limits on CPU time and memory of the processes that parse files. The other limits are checked
 * while a file is parsed.
 */
export const importBudgets = {
  /** Maximum size of a dealer's list after unpacking, in bytes. */
  contentBytes: 200 * bytesPerMegabyte,
  /**
   * Maximum ratio of the unpacked size to the packed size of a file. The first `smallContent` unpacked bytes are
   * exempt.
   */
  ratio: 100,
  smallContent: 256 * bytesPerKilobyte,
  /**
   * Maximum ratio of all unpacked photos to the size of the archive; the first `smallPhotos` unpacked bytes are exempt.
   * Photos are compressed already, so a zip archive hardly makes them smaller.
   */
  photoRatio: 10,
  smallPhotos: 16 * bytesPerMegabyte,
  rows: 200_000,
  columns: 300,
  /** Maximum number of characters of a row, or of the JSON object that describes one car. */
  rowChars: 500_000,
  /** Maximum number of characters in a cell. A row with a longer cell is rejected. */
  cellChars: 20_000,
  /** Maximum number of characters in the name of a column. */
  headerChars: 500,
  /** Maximum nesting depth of objects and arrays in JSON. */
  nesting: 32,
  /**
   * Maximum number of characters of all first rows together. The importer guesses the fields of the columns from these
   * rows.
   */
  sampleChars: 2_000_000,
  /**
   * Maximum number of rejected rows that the report lists one by one. Further rejected rows are only counted by reason.
   */
  reportFaults: 1_000,
  /** Maximum size of an import's report in the database, in bytes. */
  reportBytes: 4 * bytesPerMegabyte,
  /**
   * Maximum number of different reasons for rejecting rows that are counted one by one. Rows with further reasons count
   * as `other reasons`.
   */
  reasons: 200,
  /** Maximum number of characters of a reason for rejecting rows. */
  reasonChars: 300,
  /**
   * Maximum number of first rows that are stored for the preview. The next limit is the maximum number of characters of
   * all these rows together.
   */
  previewRows: 20,
  previewChars: 200_000,
  /** Maximum number of characters of an error or a warning. */
  sentenceChars: 500,
  /** Maximum CPU seconds of the process that reads the first rows and proposes the columns. */
  examineCpuSeconds: 10,
  /** Maximum CPU seconds of the process that checks or imports the whole file. */
  workCpuSeconds: 120,
  /** Maximum CPU seconds of a check for a seller who is not verified. */
  newCheckCpuSeconds: 30,
  /**
   * Maximum elapsed seconds of a check for a seller who is not verified. The next two limits are the elapsed seconds of
   * reading the first rows, and of checking or importing the whole file.
   */
  newCheckSeconds: 180,
  examineSeconds: 120,
  workSeconds: 3_600,
  /**
   * Maximum memory of the JavaScript objects in a process that parses a file, in bytes. The next limit is the maximum
   * memory of the whole process.
   */
  heapBytes: 192 * bytesPerMegabyte,
  residentBytes: 512 * bytesPerMegabyte,
} as const;

/**
 * The reasons why an import may end before it is finished. Each reason has a message for the seller, which names the
 * exceeded limit if there is one.
 */
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

/** Returns the budgets as a table for documents: the limit, its value, and what happens to a file beyond it. */
export function listImportBudgetRows(): readonly {
  readonly budget: string;
  readonly limit: string;
  readonly code: string;
}[] {
  const b = importBudgets;
  const count = (value: number): string => value.toLocaleString('en-SG');
  const bytes = (value: number): string => `${count(value / bytesPerMegabyte)} MB`;
  const row = (budget: string, limit: string, code: string) => ({ budget, limit, code });
  const smallContentText = `${count(b.smallContent / bytesPerKilobyte)} KB`;
  return [
    row('a packed list, unpacked', bytes(b.contentBytes), '`TOO_LARGE`'),
    row(`unpacked against packed, beyond ${smallContentText}`, `${b.ratio} : 1`, '`RATIO`'),
    row(
      `all photos, unpacked against the archive, beyond ${bytes(b.smallPhotos)}`,
      `${b.photoRatio} : 1`,
      'further photos stay out',
    ),
    row(`a photo, unpacked against packed, beyond ${smallContentText}`, `${b.ratio} : 1`, 'it stays out'),
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
