import { describe, expect, it } from 'vitest';
import { TextIndex } from '../text/text-index.ts';
import type { SearchedText } from '../text/text-search.ts';
import { type SearchLimits, searchBudget } from './search-budget.ts';

const allCarBits = new Uint32Array(8192).fill(0xffff_ffff);

describe('the cost of one search', () => {
  /**
   * A token of seven letters from an alphabet of five. Nearly all of these random tokens differ by only a few edits.
   */
  const makeSimilarToken = (number: number): string =>
    [...number.toString(5).padStart(7, '0')].map((digit) => 'abcde'[Number(digit)]).join('');
  const cars = Array.from({ length: 60 }, (_, at) =>
    car({ description: Array.from({ length: 100 }, (_index, word) => makeSimilarToken(at * 100 + word)).join(' ') }),
  );
  const words = Array.from({ length: 16 }, (_, at) => `${makeSimilarToken(at * 311)}z`).join(' ');
  const makeIndexWithLimits = (limits: Partial<SearchLimits>): TextIndex => {
    return fillIndex(new TextIndex({ limits: { ...searchBudget, ...limits } }), cars);
  };

  it('is bounded for mistyped words, and the result is marked as partial', () => {
    expect(makeIndexWithLimits({}).match(words, allCarBits)?.isPartial).toBe(true);
    expect(makeIndexWithLimits({ alignments: 1e9, comparisons: 1e9 }).match(words, allCarBits)?.isPartial).toBe(false);
    expect(makeIndexWithLimits({ alignments: 1e9, comparisons: 3_000 }).match(words, allCarBits)?.isPartial).toBe(true);
  });

  it('is bounded for a prefix of many words', () => {
    const matchWithoutLimits = makeIndexWithLimits({}).match('aa', allCarBits);
    expect(matchWithoutLimits?.isPartial).toBe(false);
    const partialMatch = makeIndexWithLimits({ expansions: 10 }).match('aa', allCarBits);
    expect(partialMatch?.isPartial).toBe(true);
    expect(partialMatch?.bits.some((bits) => bits !== 0)).toBe(true);
    expect(makeIndexWithLimits({ postings: 5 }).match('aa', allCarBits)?.isPartial).toBe(true);
  });

  it('is bounded for all words of one question together', () => {
    const absentWord = 'nosuchword';
    const isAbsentWordReported = (postings: number, lookupCount: number): boolean => {
      const lookup = makeIndexWithLimits({ postings }).openLookup(allCarBits);
      for (let time = 0; time < lookupCount; time += 1) expect(lookup.hasToken(makeSimilarToken(time))).toBe(true);
      return lookup.findMissingTokens(absentWord).has(absentWord);
    };
    expect(isAbsentWordReported(1_000_000, 40)).toBe(true);
    // The budget is enough for each word alone, and not for all forty words.
    expect(isAbsentWordReported(30, 1)).toBe(true);
    expect(isAbsentWordReported(30, 40)).toBe(false);
  });

  it('does not report a word as missing when only a part of its longer words was read', () => {
    // The last of the three words that begin with the token is the only one that a live document contains.
    const describedCars = ['sunnaaaa', 'sunnbbbb', 'sunncccc'].map((description) => car({ description }));
    const findMissingWords = (expansions: number) => {
      const limits = { ...searchBudget, expansions };
      return fillIndex(new TextIndex({ limits }), describedCars)
        .openLookup(new Uint32Array([0b100]))
        .findMissingTokens('sunn wxyz');
    };
    expect([...findMissingWords(3)]).toEqual(['wxyz']);
    expect([...findMissingWords(2)]).toEqual(['wxyz']);
  });

  it('does not limit an ordinary search', () => {
    expect(makeIndexWithLimits({}).match(makeSimilarToken(4_321), allCarBits)?.isPartial).toBe(false);
    expect(makeIndexWithLimits({}).match('something else altogether', allCarBits)?.isPartial).toBe(false);
  });
});

describe('the new terms of one seller', () => {
  it('are bounded, without an effect on the terms of others', () => {
    const index = fillIndex(new TextIndex({ newTermsPerSeller: 5 }), [
      car({ shareGroup: 'a', title: 'Roma', description: 'one two three four five six seven' }),
      car({ shareGroup: 'b', title: 'Roma', description: 'six seven' }),
      car({ shareGroup: 'a', title: 'Purosangue', description: 'one seven eight' }),
      car({ shareGroup: 'b', title: 'Purosangue', description: '' }),
    ]);
    expect(findDocumentIds(index, 'roma')).toEqual([0, 1]);
    expect(findDocumentIds(index, 'four')).toEqual([0]);
    expect(findDocumentIds(index, 'one')).toEqual([0, 2]);
    expect(findDocumentIds(index, 'six')).toEqual([1]);
    // A term that another seller has added is searchable in all later listings.
    expect(findDocumentIds(index, 'seven')).toEqual([1, 2]);
    expect(findDocumentIds(index, 'eight')).toEqual([]);
    expect(findDocumentIds(index, 'purosangue')).toEqual([3]);
  });

  it('use bounded memory', () => {
    const cars = Array.from({ length: 300 }, (_, number) =>
      car({
        description: Array.from({ length: 200 }, (_index, word) => `w${(number * 200 + word).toString(36)}x`).join(' '),
      }),
    );
    const emptyBytes = new TextIndex().bytes;
    const bytesWithLimits = fillIndex(new TextIndex({ newTermsPerSeller: 1_000 }), cars).bytes - emptyBytes;
    const bytesWithoutLimits = fillIndex(new TextIndex({ newTermsPerSeller: 1e9 }), cars).bytes - emptyBytes;
    expect(bytesWithLimits * 3).toBeLessThan(bytesWithoutLimits);
  });
});

function car(words: Partial<SearchedText>): SearchedText {
  return { shareGroup: 'a', brand: '', title: '', variant: null, location: '', description: '', ...words };
}

function fillIndex(index: TextIndex, cars: readonly SearchedText[]): TextIndex {
  for (const [number, words] of cars.entries()) {
    index.analyze(words);
    index.add(number);
  }
  return index;
}

function findDocumentIds(index: TextIndex, typedText: string): readonly number[] {
  const bits = index.match(typedText, allCarBits)?.bits ?? new Uint32Array();
  const rangeFilters = Array.from({ length: bits.length * 32 }, (_, number) => number);
  return rangeFilters.filter((number) => (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1);
}
