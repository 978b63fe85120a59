import { readRequestIdentity } from '@carhouse/auth/request-identity';
import { email, makeFreeTextSchema, makeSingleLineSchema } from '@carhouse/contract/fields';
import { makeZip } from '@carhouse/database/testing/make-zip';
import { findMakeInTitle, makeKey, spellUnknownMake } from '@carhouse/domain/brand/brand-spellings';
import { findRegion } from '@carhouse/domain/listing/region';
import { containsCardNumber } from '@carhouse/domain/payment/card-number';
import { findHighlights } from '@carhouse/domain/text/highlight';
import { searchWords } from '@carhouse/domain/text/search-words';
import { guessMapping } from '@carhouse/importer/guess/guess-mapping';
import { extractTitleNotes } from '@carhouse/importer/guess/title-notes';
import { cleanCell } from '@carhouse/importer/read/clean-cell';
import { guessDelimiter, parseCsvRows } from '@carhouse/importer/read/csv-rows';
import { decode, guessEncoding } from '@carhouse/importer/read/decode-text';
import { fieldReaders, makeFieldReader, readerNamesByField } from '@carhouse/importer/read/field-readers';
import { looksLikeJson, readJsonHeader } from '@carhouse/importer/read/json-rows';
import { listEntries, makeEntryFinder } from '@carhouse/importer/read/zip-archive';
import { refuseCardNumbers } from '@carhouse/server/http/bodies/card-numbers';
import { parsePlainAddress } from '@carhouse/server/http/routing/client-address';
import { parseAcceptedCodings } from '@carhouse/server/http/routing/content-coding';
import { readIdempotencyKey } from '@carhouse/server/http/routing/idempotency-key';
import { redactLine } from '@carhouse/server/startup/open-log';
import { describe, expect, it } from 'vitest';

/** Each test text repeats one of these pieces. Every piece is difficult for at least one of the parsers. */
const repeatablePieces = [
  '[', '{"a":', '"":[],', '{}', '"', '""', '\\', '\\"', "'", '(', '((', '()', '<a ', '<br>', '&amp;', '&#1;', '%40', '@', 'a@', 'a@b.', '.', '-', '--', '_', ',', ', ',
  ';', '; ', ';q=0,', '=', ' =', ' ', '  ', '\t', '\r', '\n', ' \n', '\u2800', '\u00a0 ', '0', '1 ', '1-', '1,', '1.', '12:', '4242 ', 'a', 'ab ', 'aA1', 'https://', 'http://a/', '/', '//', '?a=', '#', '$', '$1', 'S$ ',
  'k', 'COE ', '(COE till ', 'view specs of the ', 'pi_', 'session_token=', 'Bearer ', '"where":"', 'é', 'e\u0301', '\ufdfa', '🚗', '\ud800', '\0',
]; // biome-ignore format: a list reads best as running text

const smallLength = 8_000;
const lengthFactor = 4;
/** CPU time in milliseconds below which a parser never counts as slow, even with a high ratio. */
const alwaysFastMs = 60;
/**
 * Largest allowed ratio between the times for a text of four times the length and for the short text. A linear parser
 * has a ratio of 4, a quadratic parser a ratio of 16.
 */
const timeRatioMaximum = 9;
const tryCount = 4;

/** Measures the CPU time of this process in milliseconds. Other processes of the machine do not increase this time. */
async function measureCpuMs(parseText: () => unknown): Promise<number> {
  const cpuBefore = process.cpuUsage();
  // The result of the parser does not matter for this measurement. Other tests check whether a hostile text is refused.
  try {
    await parseText();
  } catch {}
  const { user, system } = process.cpuUsage(cpuBefore);
  return (user + system) / 1_000;
}

/**
 * Whether the parser takes at most about four times as long for a text of four times the length. The measurement is
 * repeated when the ratio is too high.
 */
async function isTimeLinear(
  parseText: (text: string) => unknown,
  makeText: (length: number) => string,
): Promise<boolean> {
  const [short, long] = [makeText(smallLength), makeText(smallLength * lengthFactor)];
  for (let attempt = 0; attempt < tryCount; attempt += 1) {
    const longTextMs = await measureCpuMs(() => parseText(long));
    if (longTextMs <= alwaysFastMs) return true;
    if (longTextMs <= timeRatioMaximum * Math.max(1, await measureCpuMs(() => parseText(short)))) return true;
  }
  return false;
}

const hostileTextMakers: readonly (readonly [string, (length: number) => string])[] = repeatablePieces.flatMap(
  (repeatedText) => {
    const repeatText = (length: number): string => repeatedText.repeat(Math.ceil(length / repeatedText.length));
    return [
      [JSON.stringify(repeatedText), repeatText],
      // In the following texts, an unexpected character follows the repeated pieces.
      [`${JSON.stringify(repeatedText)} and an end`, (length: number) => `${repeatText(length)}\u0001!x`],
      [`a start and ${JSON.stringify(repeatedText)}`, (length: number) => `{"cars":[{"a":"1 ${repeatText(length)}`],
    ] as const;
  },
);

async function* streamChunks(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 4_096) yield text.slice(at, at + 4_096);
}
async function* streamBytes(text: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of streamChunks(text)) yield Buffer.from(chunk);
}
async function readAllItems(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}
const makeSource = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (position: number, length: number) => bytes.subarray(position, position + length),
});

const fields = Object.keys(fieldReaders) as (keyof typeof fieldReaders)[];
const readers = fields.flatMap((field) => [
  makeFieldReader({ field }, null),
  ...(readerNamesByField[field] ?? []).map((as) => makeFieldReader({ field, as }, null)),
]);

/** All parsers of the product that read untrusted text. */
const parserByName: Readonly<Record<string, (text: string) => unknown>> = {
  'rows of CSV': (text) => readAllItems(parseCsvRows(streamChunks(text), ',', 'a.csv')),
  'the delimiter': guessDelimiter,
  'objects of JSON': (text) => readJsonHeader(streamChunks(text), 'a.json', Number.POSITIVE_INFINITY, () => {}),
  'the start of JSON': looksLikeJson,
  'the encoding': (text) => guessEncoding(Buffer.from(text)),
  'bytes as text': (text) => readAllItems(decode(streamBytes(text), 'utf-8', 'a.csv')),
  'a zip archive': (text) => listEntries(makeSource(Buffer.from(`PK\u0003\u0004${text}`)), 'a.zip'),
  'names in a zip archive': (text) => makeEntryFinder([])(text),
  'a cell': cleanCell,
  'values of cells': (text) => {
    for (const readText of readers) {
      try {
        readText(text);
      } catch {}
    }
  },
  'notes in a title': extractTitleNotes,
  'a mapping': (text) =>
    guessMapping({ header: [text.slice(0, 500), 'b'], sample: [{ line: 2, cells: [text, text] }] }),
  'a make': (text) => [makeKey(text), findMakeInTitle(text, () => false), spellUnknownMake(text, text)],
  'a place': findRegion,
  'a card number': containsCardNumber,
  'card numbers in a body': (text) => refuseCardNumbers({ [text]: [text] }),
  'words of a search': searchWords,
  'words to mark': (text) => findHighlights(text, ['roma', 'a', '1']),
  'an e-mail address': (text) => email.safeParse(text),
  'a text': (text) => makeFreeTextSchema(5_000, 1).safeParse(text),
  'a line': (text) => makeSingleLineSchema(120, 1).safeParse(text),
  'an Accept-Encoding': parseAcceptedCodings,
  'cookies and Authorization': (text) => readRequestIdentity(['cookie', text, 'authorization', text]),
  'an address of a proxy': parsePlainAddress,
  'an Idempotency-Key': (text) => readIdempotencyKey([text]),
  'a line of the log': (text) => redactLine(JSON.stringify({ msg: text, url: `/${text}` })),
};

describe.each(Object.keys(parserByName))('the parser of %s', (name) => {
  it('takes time in proportion to the length of the text', async () => {
    const slowShapes: string[] = [];
    for (const [shape, makeText] of hostileTextMakers) {
      const work = parserByName[name];
      if (work !== undefined && !(await isTimeLinear(work, makeText))) slowShapes.push(shape);
    }
    expect(slowShapes).toEqual([]);
  });
});

it('names in a large archive are found without a full scan', async () => {
  const formatCellCount = (count: number): string => String(count);
  const work = async (text: string): Promise<void> => {
    const names = Array.from({ length: Number(text) / 8 }, (_, index) => `photos/${index}.jpg`);
    const zipArchive = makeZip({ 'cars.csv': 'a', ...Object.fromEntries(names.map((each) => [each, ''])) });
    const findEntry = makeEntryFinder(await listEntries(makeSource(zipArchive), 'a.zip'));
    for (const each of names) findEntry(each.toUpperCase());
  };
  expect(await isTimeLinear(work, formatCellCount)).toBe(true);
});

it('a quadratic loop is noticed', async () => {
  const runInQuadraticTime = (text: string): number => {
    let total = 0;
    for (let at = 0; at < text.length; at += 1) {
      for (let from = at; from < text.length; from += 1) total = (total + text.charCodeAt(from)) % 1_000_003;
    }
    return total;
  };
  expect(await isTimeLinear(runInQuadraticTime, (length) => 'a'.repeat(length))).toBe(false);
});
