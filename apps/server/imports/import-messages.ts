import { maxImageBytes } from '@carhouse/contract/images';
import { carMakeNames } from '@carhouse/domain/brand/brand-spellings';
import { fuels } from '@carhouse/domain/car/drivetrain';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import { importFields, importReaders } from '@carhouse/domain/import/import-states';
import { isExchangeRate } from '@carhouse/domain/money/money';
import {
  describeIssues,
  makeBytesSchema,
  makeListSchema,
  makeTextSchema,
  makeWholeNumberSchema,
} from '@carhouse/images/bounded-values';
import { requireReader } from '@carhouse/importer/guess/mapping-json';
import { z } from 'zod/mini';
import type { ImageAnswer, ImageRequest, ImportAnswer, ImportTask } from './import-task.ts';

/*
 * The messages that the process of an import may send. A malicious file may have taken control of the process.
 * Therefore no message of the process is used before the message matches the schema of the current work.
 */

const budgets = importBudgets;

/** Maximum size of a message: the bytes of a photo, or the first rows and three lists of all columns. */
export const importMessageBytes = maxImageBytes + 2 * 1024 * 1024;

/** A column's name. The name of a repeated column ends in a number. */
const header = makeTextSchema(budgets.headerChars + 10);
const field = z.enum(importFields);
const reader = z.exactOptional(z.enum(importReaders));

const guessedColumn = z
  .strictObject({ header, field: z.nullable(field), as: reader, confidence: z.number().check(z.gte(0), z.lte(1)) })
  .check(z.refine((column) => isReadable(column)));
const mappedColumn = z
  .strictObject({ header: makeListSchema(header, 1), field, as: reader })
  .check(z.refine((column) => isReadable(column)));
const mapping = z.strictObject({
  name: makeTextSchema(60),
  about: makeTextSchema(200),
  columns: makeListSchema(mappedColumn, importFields.length).check(z.refine((columns) => haveDistinctFields(columns))),
  leftOut: makeListSchema(header, budgets.columns),
  defaultLocation: z.nullable(makeTextSchema(120)),
  impliedFuel: z.nullable(z.enum(fuels)),
  money: z.nullable(
    z.strictObject({
      currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
      rate: z.nullable(z.number().check(z.refine((rate) => isExchangeRate(rate)))),
    }),
  ),
});
const row = z.strictObject({
  line: makeWholeNumberSchema(Number.MAX_SAFE_INTEGER, 1),
  cells: makeListSchema(makeTextSchema(budgets.previewChars), budgets.columns + 1),
});
const examinedMessageSchema = z.strictObject({
  kind: z.literal('examined'),
  head: z.strictObject({
    header: makeListSchema(makeTextSchema(budgets.headerChars), budgets.columns),
    sample: makeListSchema(row, budgets.previewRows).check(z.refine((rows) => areRowsWithinBudget(rows))),
  }),
  mapping: z.strictObject({
    mapping,
    columns: makeListSchema(guessedColumn, budgets.columns),
    doubts: makeListSchema(makeTextSchema(budgets.sentenceChars), budgets.columns),
  }),
});

const rows = makeWholeNumberSchema(budgets.rows);
const resultMessageSchema = z.strictObject({
  kind: z.literal('read'),
  result: z
    .strictObject({
      imported: rows,
      updated: rows,
      unchanged: rows,
      rejected: rows,
      // All reasons beyond the budget are combined into one more reason.
      reasons: makeListSchema(
        z.strictObject({ reason: makeTextSchema(budgets.reasonChars), rows: makeWholeNumberSchema(budgets.rows, 1) }),
        budgets.reasons + 1,
      ),
      brandsAdded: makeListSchema(makeTextSchema(120), carMakeNames.length),
      gone: z.nullable(makeWholeNumberSchema(10_000_000)),
    })
    .check(
      z.refine(
        ({ imported, updated, unchanged, rejected }) => imported + updated + unchanged + rejected <= budgets.rows,
      ),
    ),
  holdsImages: z.boolean(),
});

/**
 * The error codes whose cause is in the dealer's file. Errors whose cause is not in the file are errors of the server.
 */
const fault = z.strictObject({
  kind: z.literal('fault'),
  code: z.enum([
    'UNREADABLE',
    'TOO_LARGE',
    'RATIO',
    'TOO_MANY_ROWS',
    'TOO_MANY_COLUMNS',
    'ROW_TOO_LONG',
    'NESTING',
    'CARD_NUMBER',
    'CRASHED',
  ]),
  message: makeTextSchema(budgets.sentenceChars),
});
const failedMessageSchema = z.strictObject({
  kind: z.literal('failed'),
  message: makeTextSchema(budgets.sentenceChars),
});
const stoppedMessageSchema = z.strictObject({ kind: z.literal('stopped') });
const busyMessageSchema = z.strictObject({ kind: z.literal('busy') });

/** The allowed answers for each kind of work that a process can get. */
const answers = {
  examining: z.discriminatedUnion('kind', [examinedMessageSchema, fault, failedMessageSchema]),
  checking: z.discriminatedUnion('kind', [resultMessageSchema, fault, failedMessageSchema, stoppedMessageSchema]),
  running: z.discriminatedUnion('kind', [
    resultMessageSchema,
    fault,
    failedMessageSchema,
    stoppedMessageSchema,
    busyMessageSchema,
  ]),
} as const satisfies { readonly [Work in ImportTask['work']]: z.core.$ZodType<ImportAnswer> };

const imageReference = makeTextSchema(4_096);
const foundImage = z.strictObject({
  kind: z.literal('find-image'),
  imageReference,
  image: z.discriminatedUnion('found', [
    z.strictObject({ found: z.literal('image'), digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    z.strictObject({ found: z.literal('nothing') }),
    z.strictObject({ found: z.literal('over budget') }),
  ]),
});
const sentImage = z.strictObject({
  kind: z.literal('send-image'),
  imageReference,
  bytes: z.nullable(makeBytesSchema(maxImageBytes)),
});
const imageAnswers = z.discriminatedUnion('kind', [foundImage, sentImage]);

/** The state of the exchange with the process: what the process has sent, and which answers the server still awaits. */
export type ProcessState = {
  readonly work: ImportTask['work'];
  readonly hasAnswered: boolean;
  /** The requests for photos that the process has not answered, including requests for which nobody waits any more. */
  readonly openRequests: readonly ImageRequest[];
};

export type CheckedMessage =
  | { readonly kind: 'answer'; readonly answer: ImportAnswer }
  | { readonly kind: 'image'; readonly answer: ImageAnswer }
  | { readonly kind: 'invalid'; readonly issue: string };

/**
 * Checks a message from the process of an import: the message must be expected now, and its whole content must be
 * within the budgets.
 */
export function checkMessage(message: unknown, { work, hasAnswered, openRequests }: ProcessState): CheckedMessage {
  if (!hasAnswered) {
    const { data, error } = z.safeParse<z.core.$ZodType<ImportAnswer>>(answers[work], message);
    return error === undefined ? { kind: 'answer', answer: data } : { kind: 'invalid', issue: describeIssues(error) };
  }
  if (openRequests.length === 0) return { kind: 'invalid', issue: 'nothing was asked' };
  const { data, error } = imageAnswers.safeParse(message);
  if (error !== undefined) return { kind: 'invalid', issue: describeIssues(error) };
  const isRequestedImage = openRequests.some(
    (request) => request.kind === data.kind && request.imageReference === data.imageReference,
  );
  return isRequestedImage ? { kind: 'image', answer: data } : { kind: 'invalid', issue: 'something else was asked' };
}

type ReadColumn = { readonly field: z.infer<typeof field> | null; readonly as?: z.infer<typeof reader> };

/** Whether the special reader of a column is one of the readers of the column's field. */
function isReadable({ field: read, as }: ReadColumn): boolean {
  return as === undefined || (read !== null && requireReader(read, as) !== undefined);
}

function haveDistinctFields(columns: readonly ReadColumn[]): boolean {
  return new Set(columns.map((column) => column.field)).size === columns.length;
}

function areRowsWithinBudget(rows: readonly z.infer<typeof row>[]): boolean {
  return rows.flatMap(({ cells }) => cells).reduce((sum, cell) => sum + cell.length, 0) <= budgets.previewChars;
}
