import { imageBytes } from '@carhouse/contract/images';
import { fuels } from '@carhouse/domain/car/drivetrain';
import { importBudgets, importFaultCodes } from '@carhouse/domain/import/import-budgets';
import { importFields, importReaders } from '@carhouse/domain/import/import-states';
import { isExchangeRate } from '@carhouse/domain/money/money';
import { holdsCardNumber } from '@carhouse/domain/payment/card-number';
import { z } from 'zod/mini';
import type { ImageAnswer, ImportAnswer, ImportTask } from './import-task.ts';

/*
 * The messages that the server accepts from an import process. The process reads strangers' files, so the server treats it
 * like a stranger: a message that is not exactly one of these ends the process and the import.
 */

/** Maximum length of an error or a warning, in characters. */
export const sentenceLengthMaximum = 500;
/** Maximum number of rows in the preview, and their maximum total length in characters. */
export const previewRowsMaximum = 20;
export const previewLengthMaximum = 200_000;
/** Maximum length of the name of a mapping and of its description, in characters. */
const nameLengthMaximum = 200;
/** Maximum length of a reason for rejecting rows, with the name of its column. */
const reasonLengthMaximum = 300;
/** Headers that a file has twice are made distinct by a number at their end. */
const headerLengthMaximum = importBudgets.headerChars + 20;

const textUpTo = (length: number) => z.string().check(z.maxLength(length));
const listUpTo = <Item extends z.ZodMiniType>(item: Item, length: number) => z.array(item).check(z.maxLength(length));
const countUpTo = (maximum: number) => z.int().check(z.minimum(0), z.maximum(maximum));
const rowCount = countUpTo(importBudgets.rows);
/** Text that sellers and admins are shown. A process has removed card numbers from it (docs/reliability.md I20). */
const shownUpTo = (length: number) =>
  textUpTo(length).check(z.refine((text: string) => !text.includes('\0') && !holdsCardNumber(text)));
const sentence = shownUpTo(sentenceLengthMaximum);

const field = z.enum(importFields);
const reader = z.enum(importReaders);
const header = textUpTo(headerLengthMaximum);
const mapping = z.strictObject({
  name: textUpTo(nameLengthMaximum),
  about: textUpTo(nameLengthMaximum),
  columns: listUpTo(
    z.strictObject({
      header: listUpTo(header, importBudgets.columns),
      field,
      as: z.optional(reader),
      required: z.optional(z.boolean()),
    }),
    importBudgets.columns,
  ),
  leftOut: listUpTo(header, importBudgets.columns),
  defaultLocation: z.nullable(textUpTo(nameLengthMaximum)),
  impliedFuel: z.nullable(z.enum(fuels)),
  money: z.nullable(
    z.strictObject({
      currency: textUpTo(nameLengthMaximum),
      rate: z.nullable(z.number().check(z.refine((rate: number) => isExchangeRate(rate)))),
    }),
  ),
});

const previewRow = z.strictObject({
  line: z.int().check(z.minimum(0)),
  cells: listUpTo(shownUpTo(previewLengthMaximum), importBudgets.rowChars),
});
const lengthOfCells = (rows: readonly { readonly cells: readonly string[] }[]): number =>
  rows.reduce((sum, { cells }) => sum + cells.reduce((length, cell) => length + cell.length, 0), 0);
const examined = z.strictObject({
  kind: z.literal('examined'),
  head: z.strictObject({
    header: listUpTo(header, importBudgets.columns),
    sample: listUpTo(previewRow, previewRowsMaximum).check(
      z.refine((rows: Parameters<typeof lengthOfCells>[0]) => lengthOfCells(rows) <= previewLengthMaximum),
    ),
  }),
  mapping: z.strictObject({
    mapping,
    columns: listUpTo(
      z.strictObject({
        header,
        field: z.nullable(field),
        as: z.optional(reader),
        confidence: z.number().check(z.minimum(0), z.maximum(1)),
      }),
      importBudgets.columns,
    ),
    doubts: listUpTo(sentence, importBudgets.columns),
  }),
});

const read = z.strictObject({
  kind: z.literal('read'),
  result: z.strictObject({
    imported: rowCount,
    updated: rowCount,
    unchanged: rowCount,
    rejected: rowCount,
    // One entry more than there are reasons counts the rows with other reasons.
    reasons: listUpTo(
      z.strictObject({ reason: shownUpTo(reasonLengthMaximum), rows: rowCount }),
      importBudgets.reasons + 1,
    ),
    brandsAdded: listUpTo(shownUpTo(nameLengthMaximum), importBudgets.reasons),
    gone: z.nullable(z.int().check(z.minimum(0))),
  }),
  holdsImages: z.boolean(),
});

/** The results that every kind of task may have. */
const withoutResult = [
  z.strictObject({ kind: z.literal('fault'), code: z.enum(importFaultCodes), message: sentence }),
  z.strictObject({ kind: z.literal('busy') }),
  z.strictObject({ kind: z.literal('stopped') }),
  z.strictObject({ kind: z.literal('failed'), message: textUpTo(sentenceLengthMaximum) }),
] as const;

const imageName = z.string();
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const imageAnswers = [
  z.strictObject({
    kind: z.literal('find-image'),
    about: imageName,
    image: z.discriminatedUnion('found', [
      z.strictObject({ found: z.literal('image'), digest }),
      z.strictObject({ found: z.enum(['nothing', 'over budget']) }),
    ]),
  }),
  z.strictObject({
    kind: z.literal('send-image'),
    about: digest,
    bytes: z.nullable(
      z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array && bytes.length > 0 && bytes.length <= imageBytes),
    ),
  }),
] as const;

const messagesOfWork = {
  examining: z.discriminatedUnion('kind', [examined, ...withoutResult]),
  checking: z.discriminatedUnion('kind', [read, ...withoutResult]),
  running: z.discriminatedUnion('kind', [read, ...withoutResult, ...imageAnswers]),
} as const;

/** Whether a message is one that a process with this work sends, within the budgets of an import. */
export function isImportMessage(message: unknown, work: ImportTask['work']): message is ImportAnswer | ImageAnswer {
  return messagesOfWork[work].safeParse(message).success;
}
