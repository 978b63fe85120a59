import { importFaultCodes } from '@carhouse/domain/import/import-budgets';
import { importFields, importReaders, importStates } from '@carhouse/domain/import/import-states';
import { exchangeRateLimit } from '@carhouse/domain/money/money';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, makeFreeTextSchema, makePublicLineSchema } from './fields.ts';

/** The maximum size of an import's file in bytes; its unpacked content may be larger. */
export const maxImportBytes = 64 * 1024 * 1024;

/** One column of the file: the guessed field, the confidence of the guess, and some of the column's values. */
export const importColumn = z.object({
  header: z.string(),
  /** The field that the column contains; null when the column is ignored. */
  field: z.nullable(z.enum(importFields)),
  /** The name of the special reader that reads the cells; null when the usual reader of the field does. */
  as: z.nullable(z.enum(importReaders)),
  /** Confidence of the guess, from 0 to 1; 1 when a user chose the field. */
  confidence: z.number(),
  samples: z.array(z.string()),
  /** The special readers that the seller can choose for the field. */
  readers: z.array(z.enum(importReaders)),
});

/** One of the first rows of the file, as it would be imported. */
export const importPreviewRow = z.object({
  line: z.number(),
  ref: z.string(),
  taken: z.boolean(),
  title: z.string(),
  brand: z.string(),
  price: z.nullable(dollars),
  year: z.nullable(z.number()),
  mileageKm: z.nullable(z.number()),
  location: z.string(),
  photos: z.number(),
  /**
   * For a row that would be rejected: the reason. For a row that would be imported: what is probably wrong in it, or
   * ''.
   */
  reason: z.string(),
});

export const importCounts = z.object({
  imported: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
});

export const importSummary = z.object({
  _id: id,
  state: z.enum(importStates),
  fileName: z.string(),
  fileBytes: z.number(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /**
   * Number of rows that the current work has processed. `totalRows` is the number of all rows; null until they are
   * counted.
   */
  doneRows: z.number(),
  totalRows: z.nullable(z.number()),
  /** The row counts of the last check or import; null before the first one. */
  counts: z.nullable(importCounts),
});

export type ImportSummary = z.infer<typeof importSummary>;

export const importView = z.extend(importSummary, {
  columns: z.array(importColumn),
  /** The location to store for cars whose row has no location. */
  location: z.string(),
  /** The currency of the prices. `rate` is the value of one unit of the currency in Singapore dollars. */
  currency: z.string(),
  rate: z.nullable(z.number()),
  /** Warnings that the seller should read before they start the import, as sentences. */
  doubts: z.array(z.string()),
  /** Required fields for which the file has no column. */
  lacking: z.array(z.string()),
  preview: z.array(importPreviewRow),
  /** The reasons why rows are rejected, the most frequent one first. */
  reasons: z.array(z.object({ reason: z.string(), rows: z.number() })),
  brandsAdded: z.array(z.string()),
  /**
   * Number of cars from earlier files that are still on sale and not in this file; null when the file may not be the
   * whole stock.
   */
  gone: z.nullable(z.number()),
  /** Number of the cars counted by `gone` that were withdrawn; null until the seller has decided. */
  withdrawn: z.nullable(z.number()),
  /**
   * Results of the images that rows name; null when no row names one. `taken`: number of images of a zip file that were
   * stored. `missing`: number of images that were missing or damaged. `overBudget`: number of images that a limit
   * excluded. `notStored`: number of images that were not stored because the server was busy.
   */
  pictures: z.nullable(
    z.object({ taken: z.number(), missing: z.number(), overBudget: z.number(), notStored: z.number() }),
  ),
  /** The reason why the import failed or was stopped; null in other states. */
  fault: z.nullable(z.string()),
  /** The code of the error, or of the exceeded limit (`importFaultCodes`). */
  faultCode: z.nullable(z.enum(importFaultCodes)),
  /** Whether the import has a report to download. */
  hasReport: z.boolean(),
});

export type ImportView = z.infer<typeof importView>;

const byId = z.object({ id: z.string() });
const importAnswers = { 200: importView };

export const uploadImport = call({
  method: 'POST',
  path: '/api/v1/imports',
  summary:
    'Uploads a list of cars (CSV, JSON, JSON lines, gzip or zip, 64 MB at most) as the multipart field `file`. Nothing is imported yet: the columns are proposed in the background, and the state is `examining` until they are',
  noun: 'imports',
  access: 'Seller',
  securityEvent: 'import',
  lane: 'costly',
  upload: true,
  body: z.object({ file: z.file() }),
  answers: { 201: importView },
});

export const listImports = call({
  method: 'GET',
  path: '/api/v1/imports',
  summary: 'The own imports, newest first, 10 at most',
  noun: 'imports',
  access: 'Seller',
  answers: { 200: z.array(importSummary) },
});

export const showImport = call({
  method: 'GET',
  path: '/api/v1/imports/:id',
  summary: 'One own import: its columns, its first rows as they would come in, its progress and its result',
  noun: 'imports',
  access: 'Seller',
  params: byId,
  answers: importAnswers,
});

export const changeImportMapping = call({
  method: 'PUT',
  path: '/api/v1/imports/:id/mapping',
  summary: 'Says what the columns hold; columns that are not named are left out. 409 while it is under way or over',
  noun: 'imports',
  access: 'Seller',
  params: byId,
  body: z.strictObject({
    columns: z
      .array(
        z.strictObject({
          header: makeFreeTextSchema(500, 1),
          field: z.enum(importFields),
          as: z.optional(z.nullable(z.enum(importReaders))),
        }),
      )
      .check(z.maxLength(importFields.length)),
    location: makePublicLineSchema(120, 1),
    /** A currency code of ISO 4217 in capitals. */
    currency: z.string().check(z.regex(/^[A-Z]{3}$/, { error: 'Not a currency such as SGD' })),
    /**
     * The value of one unit of the currency in Singapore dollars. Without this field, rows with prices in another
     * currency than SGD are rejected.
     */
    rate: z.optional(z.nullable(z.number().check(z.gt(0), z.lt(exchangeRateLimit)))),
  }),
  answers: importAnswers,
});

function makeImportActionCall<const Path extends `/api/${string}`>(path: Path, summary: string) {
  return call({
    method: 'POST',
    path,
    summary,
    noun: 'imports',
    access: 'Seller',
    lane: 'costly',
    params: byId,
    body: z.strictObject({}),
    answers: { 202: importView },
  });
}

export const checkImport = makeImportActionCall(
  '/api/v1/imports/:id/check',
  'Begins a dry run over the whole file in the background: nothing is changed. 409 while another import is under way',
);

export const startImport = makeImportActionCall(
  '/api/v1/imports/:id/start',
  'Begins the import in the background. 409 while another is under way, or when it has run already',
);

export const withdrawGoneCars = call({
  method: 'POST',
  path: '/api/v1/imports/:id/gone-withdrawal',
  summary:
    'Withdraws the cars of earlier files that this one does not name any more, in the background. The dealer confirms how many they mean; open bookings are cancelled; cars that a buyer is paying for stay',
  noun: 'imports',
  access: 'Seller',
  params: byId,
  body: z.strictObject({ cars: z.int().check(z.gte(1), z.lte(10_000_000)) }),
  answers: { 202: importView },
});

export const discardImport = call({
  method: 'DELETE',
  path: '/api/v1/imports/:id',
  summary:
    'Removes an own import with its file and its report, also while it is under way; cars of finished batches stay',
  noun: 'imports',
  access: 'Seller',
  params: byId,
  answers: { 200: z.object({ deletedCount: z.number() }) },
});

export const stopImport = call({
  method: 'POST',
  path: '/api/v1/imports/:id/stop',
  summary:
    'Stops the work on an own import at once. Cars of finished batches stay, and the counts say how many; work that is over stays as it is',
  noun: 'imports',
  access: 'Seller',
  params: byId,
  body: z.strictObject({}),
  answers: importAnswers,
});

/** A running import, as an admin sees it. */
export const runningImport = z.object({
  _id: id,
  state: z.enum(importStates),
  seller: z.string(),
  fileName: z.string(),
  createdAt: z.string(),
  doneRows: z.number(),
  totalRows: z.nullable(z.number()),
});

export type RunningImport = z.infer<typeof runningImport>;

export const listRunningImports = call({
  method: 'GET',
  path: '/api/v1/running-imports',
  summary: 'The imports of all sellers that wait or go on, oldest first, 200 at most',
  noun: 'imports',
  access: 'admin',
  answers: { 200: z.array(runningImport) },
});

export const stopRunningImport = call({
  method: 'POST',
  path: '/api/v1/running-imports/:id/stop',
  summary: "Stops the work on any seller's import at once. Cars of finished batches stay",
  noun: 'imports',
  access: 'admin',
  securityEvent: 'import',
  params: byId,
  body: z.strictObject({}),
  answers: { 200: z.object({ stopped: z.literal(true) }) },
});

/** The URL path of an import's report, which is a CSV file. */
export function makeImportReportPath(importId: string): string {
  return `/api/v1/imports/${importId}/report`;
}
