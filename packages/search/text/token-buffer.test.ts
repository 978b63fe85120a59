import { searchWords } from '@carhouse/domain/text/search-words';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxTokenLength, TokenBuffer } from './token-buffer.ts';

const buffer = new TokenBuffer();

function splitTokens(text: string): readonly string[] {
  buffer.split(text);
  return Array.from({ length: buffer.count }, (_, token) => {
    const start = buffer.startIndexes[token] ?? 0;
    return String.fromCharCode(...buffer.units.subarray(start, start + (buffer.lengths[token] ?? 0)));
  });
}

/** The expected tokens of a query. Control characters end a token. */
function listExpectedTokens(text: string): readonly string[] {
  return searchWords(text.replace(/\p{Cc}/gu, ' ')).map((token) => token.slice(0, maxTokenLength));
}

it.each([
  'One careful owner – “as new”, 80,000 km!',
  "Citroën C3’s coupé-like roof • ŠKODA's",
  'e\u0301\u0327 n\u0303o \u0301alone',
  'ﬁne ½ ① ㎞ ３．０',
  'ΟΔΟΣ ΣΑΣ. Σ',
  'İstanbul ıssız STRAẞE ß',
  '🚗💨 👨‍👩‍👧 ❤️ 🅰️ 🇸🇬 𝐁𝐨𝐥𝐝',
  'שָׁלוֹם مُرسيدس वाहन 白色特斯拉',
  'ｶﾞ ガ カ\u3099',
  'a\u0000b\u0007c\u007fd',
  `${'x'.repeat(100)} y`,
  '',
])('splits %j as a search does', (text) => {
  expect(splitTokens(text)).toEqual(listExpectedTokens(text));
});

it('splits any text as a search does', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
    fc.string({ unit: 'grapheme-composite', maxLength: 100 }),
    // Every one of the 65,536 code units may occur, alone and between letters.
    fc.array(fc.nat({ max: 0xffff }), { maxLength: 100 }).map((units) => `a${String.fromCharCode(...units)}B`),
  );
  fc.assert(
    fc.property(text, (anyText) => {
      expect(splitTokens(anyText)).toEqual(listExpectedTokens(anyText));
    }),
    { numRuns: 1000 },
  );
});

it('splits each character of the basic plane as a search does', () => {
  for (let unit = 0; unit < 65_536; unit += 1) {
    const text = `a${String.fromCharCode(unit)}b ${String.fromCharCode(unit)}`;
    const tokens = splitTokens(text);
    const expectedTokens = listExpectedTokens(text);
    if (tokens.join(' ') !== expectedTokens.join(' '))
      expect([unit.toString(16), tokens]).toEqual([unit.toString(16), expectedTokens]);
  }
});
