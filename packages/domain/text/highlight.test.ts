import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findHighlights } from './highlight.ts';
import { searchWords } from './search-words.ts';

const listMarkedWords = (text: string, words: readonly string[]): readonly string[] =>
  findHighlights(text, words).map(({ from, to }) => text.slice(from, to));

it.each<[string, readonly string[], readonly string[]]>([
  ['Tesla Model 3', ['tes', '3'], ['Tes', '3']],
  ['A tested TESLA', ['tes'], ['tes', 'TES']],
  ['Citroën C3', ['CITROEN'], ['Citroën']],
  ['Citroe\u0308n C3', ['citroe'], ['Citroe\u0308']],
  ['Coupé', ['coupe'], ['Coupé']],
  ['Mercedes-Benz', ['benz'], ['Benz']],
  ['Mercedes-Benz', ['mercedes-benz'], ['Mercedes', 'Benz']],
  ['ﬁne ﬁt', ['f'], ['ﬁ', 'ﬁ']],
  ['İstanbul', ['ist'], ['İst']],
  ['Teslas and tes', ['tes', 'tesla'], ['Tesla', 'tes']],
  ['Tesla', ['sla'], []],
  ['Tesla', [], []],
  ['', ['tesla'], []],
  ['<b>Tesla</b>', ['b'], ['b', 'b']],
  ['طراز مرسيدس بنز', ['مرسيدس'], ['مرسيدس']],
  ['白色特斯拉', ['白色'], ['白色']],
  ['👨‍👩‍👧 tesla 👨‍👩‍👧', ['tesla'], ['tesla']],
  ['CX-5', ['cx', '5'], ['CX', '5']],
])('%j with %j marks %j', (text, words, expected) => {
  expect(listMarkedWords(text, words)).toEqual(expected);
});

it('marks in any text only what begins as the words do, in order, without cutting a character', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 200 }));
  fc.assert(
    fc.property(
      text,
      fc.array(fc.oneof(text, fc.constantFrom('a', 'e', '1', 'te')), { maxLength: 5 }),
      (anyText, words) => {
        const searchedWords = words.flatMap(searchWords);
        let rangeEnd = 0;
        for (const { from, to } of findHighlights(anyText, words)) {
          expect(from).toBeGreaterThanOrEqual(rangeEnd);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(anyText.length);
          rangeEnd = to;
          const markedText = searchWords(anyText.slice(from, to)).join('');
          expect(searchedWords.some((word) => markedText.startsWith(word))).toBe(true);
          for (const boundary of [from, to]) {
            const isCharacterSplit =
              /[\ud800-\udbff]/.test(anyText[boundary - 1] ?? '') && /[\udc00-\udfff]/.test(anyText[boundary] ?? '');
            expect(isCharacterSplit).toBe(false);
          }
        }
      },
    ),
    { numRuns: 1000 },
  );
});
