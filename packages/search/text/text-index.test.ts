import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenizeQuery } from './compound-tokens.ts';
import { makeBrandTokens, makeModelTokens } from './name-tokens.ts';
import { TextIndex } from './text-index.ts';
import type { SearchedText } from './text-search.ts';

const allCarBits = new Uint32Array(8192).fill(0xffff_ffff);

describe('by its words', () => {
  const cars = [
    listing({ brand: 'Tesla', title: 'Model 3', location: 'Bedok', description: 'White on black, one careful owner' }),
    listing({ brand: 'Mercedes_Benz', title: 'E 200 Avantgarde', variant: '2.0 AMG Line', location: 'Ang Mo Kio' }),
    listing({ brand: 'Mazda', title: 'CX-5', variant: '2.5 Luxury', description: 'Traded in for a Tesla' }),
    listing({
      brand: 'Citroën',
      title: 'C3 Aircross',
      location: 'Bukit_Timah',
      description: 'Coupé-like roof; “as new”',
    }),
    listing({ brand: 'Volkswagen', title: 'Golf GTI', description: '保养良好 2019年' }),
    listing({ brand: 'BMW', title: '3 Series', variant: '320i M-Sport' }),
    listing({ brand: 'Rolls_Royce', title: 'Ghost', description: 'Whispering' }),
    listing({ brand: 'Honda', title: 'CRV', location: 'Tampines' }),
  ];
  const index = makeTextIndex(cars);

  it.each([
    ['tesla', ['Model 3', 'CX-5']],
    ['TESLA white', ['Model 3']],
    ['tes ow', ['Model 3']],
    ['esla model', ['Model 3', 'CX-5'].slice(0, 1)],
    ['coupe as-new', ['C3 Aircross']],
    ['bukit timah', ['C3 Aircross']],
    ['ang mo', ['E 200 Avantgarde']],
    ['保养', ['Golf GTI']],
    ['model 3', ['Model 3']],
    ['nothing of the kind', []],
    ['amg line whispering', []],
  ])('%j finds %j', (text, titles) => {
    expect(listTitles(index, cars, text)).toEqual(titles);
  });

  it.each([
    ['B.M.W.', '3 Series'],
    ['b m w', '3 Series'],
    ['bmw', '3 Series'],
    ['BIMMER', '3 Series'],
    ['vw', 'Golf GTI'],
    ['VW Golf', 'Golf GTI'],
    ['Volkswagen', 'Golf GTI'],
    ['MERCEDES BENZ', 'E 200 Avantgarde'],
    ['Mercedes-Benz', 'E 200 Avantgarde'],
    ['mercedes_benz', 'E 200 Avantgarde'],
    ['MercedesBenz', 'E 200 Avantgarde'],
    ['merc', 'E 200 Avantgarde'],
    ['benz', 'E 200 Avantgarde'],
    ['Citroën', 'C3 Aircross'],
    ['CITROEN', 'C3 Aircross'],
    ['Rolls Royce', 'Ghost'],
    ['ROLLS-ROYCE', 'Ghost'],
    ['rollsroyce', 'Ghost'],
    ['rolls', 'Ghost'],
    ['cx5', 'CX-5'],
    ['CX-5', 'CX-5'],
    ['cx 5', 'CX-5'],
    ['e200', 'E 200 Avantgarde'],
    ['E-200', 'E 200 Avantgarde'],
    ['3series', '3 Series'],
    ['3-series', '3 Series'],
    ['320 i', '3 Series'],
    ['320i', '3 Series'],
    ['CR-V', 'CRV'],
    ['crv', 'CRV'],
    ['model3', 'Model 3'],
    ['c 3 aircross', 'C3 Aircross'],
  ])('%j is the same as %j', (text, title) => {
    expect(listTitles(index, cars, text)).toEqual([title]);
    expect(index.match(text, allCarBits)?.corrections).toEqual([]);
  });

  it.each([
    ['tesal', 'tesla', ['Model 3', 'CX-5']],
    ['yesla', 'tesla', ['Model 3', 'CX-5']],
    ['mecredes', 'mercedes', ['E 200 Avantgarde']],
    ['marcedec', 'mercedes', ['E 200 Avantgarde']],
    ['volkswagon', 'volkswagen', ['Golf GTI']],
    ['timahh', 'timah', ['C3 Aircross']],
    ['hodna', 'honda', ['CRV']],
  ])('%j is taken for %j', (typedText, meant, titles) => {
    expect(listTitles(index, cars, typedText)).toEqual(titles);
    expect(index.match(typedText, allCarBits)?.corrections).toEqual([{ typed: typedText, meant }]);
  });

  it.each(['gol', 'bnw', 'cx6', '321i', 'tslaaa', 'mrcdx'])('%j has no match', (typedText) => {
    expect(index.match(typedText, allCarBits)?.corrections).toEqual([]);
  });

  it.each(['', '   ', '-- ?!', '“”'])('%j has no token', (text) => {
    expect(index.match(text, allCarBits)).toBeNull();
  });

  it('ranks the title above the location and the description', () => {
    const match = index.match('tesla', allCarBits);
    const [model3, cx5] = [0, 2].map((documentId) => match?.computeScore(documentId) ?? 0);
    expect(model3).toBeGreaterThan(cx5 ?? 0);
    const order = ['brand', 'variant', 'location', 'description'] as const;
    const listingsByField = order.map((place) => listing({ [place]: 'Alpha' }));
    const exactMatch = makeTextIndex(listingsByField).match('alpha', allCarBits);
    const prefixMatch = makeTextIndex(listingsByField).match('alph', allCarBits);
    const fuzzyMatch = makeTextIndex(listingsByField).match('alpja', allCarBits);
    const scores = [exactMatch, prefixMatch, fuzzyMatch].map((textMatch) =>
      listingsByField.map((_, documentId) => textMatch?.computeScore(documentId) ?? 0),
    );
    for (const list of scores) {
      expect(list).toEqual(list.toSorted((a, b) => b - a));
      expect(new Set(list).size).toBe(order.length);
    }
    for (const place of order.keys()) {
      const [w, s, n] = scores.map((list) => list[place] ?? 0);
      expect(w).toBeGreaterThan(s ?? 0);
      expect(s).toBeGreaterThan(n ?? 0);
    }
  });

  it('rejects the match of an earlier search', () => {
    const firstMatch = index.match('tesla', allCarBits);
    index.match('bmw', allCarBits);
    expect(() => firstMatch?.computeScore(0)).toThrow('Another search');
  });
});

const letters = fc.constantFrom('a', 'b', 'e', 'r', 't', 'é', 'ß', '3');
const word = fc.array(letters, { minLength: 1, maxLength: 10 }).map((list) => list.join(''));
const text = fc.array(word, { maxLength: 5 }).map((list) => list.join(' '));
const carArbitrary = fc.record({
  shareGroup: fc.constantFrom('a', 'b'),
  brand: fc.constantFrom('Tesla', 'Mercedes_Benz', 'Citroën', 'BMW'),
  title: text,
  variant: fc.option(text, { nil: null }),
  location: fc.constantFrom('Bedok', 'Bukit_Timah'),
  description: text,
});
const query = fc.array(fc.oneof(word, fc.constantFrom('tesla', 'tesal', 'bed', 'vw', 'benz', 'citroen')), {
  minLength: 1,
  maxLength: 3,
});

describe('for any cars and searches', () => {
  it('finds the documents that the definition of a match gives', () => {
    fc.assert(
      fc.property(
        fc.array(carArbitrary, { maxLength: 40 }),
        fc.array(query, { minLength: 1, maxLength: 5 }),
        (cars, queries) => {
          const index = makeTextIndex(cars);
          for (const words of queries)
            expect(findDocumentIds(index, words.join(' '))).toEqual(findExpectedDocumentIds(cars, words.join(' ')));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('finds the best documents without scoring each', () => {
    const bounds = fc.record({ count: fc.integer({ min: 0, max: 12 }), maximum: fc.integer({ min: 0, max: 80 }) });
    const bitsArbitrary = fc.array(fc.boolean(), { minLength: 80, maxLength: 80 });
    fc.assert(
      fc.property(
        fc.array(carArbitrary, { maxLength: 80 }),
        bitsArbitrary,
        bounds,
        query,
        (cars, passingBits, { count, maximum }, words) => {
          const match = makeTextIndex(cars).match(words.join(' '), allCarBits);
          if (match === null) return;
          const documents = match.bits.slice();
          for (const [documentId, passes] of passingBits.entries()) {
            if (!passes && documentId < cars.length)
              documents[documentId >>> 5] = (documents[documentId >>> 5] ?? 0) & ~(1 << (documentId & 31));
          }
          const scores = [...cars.keys()]
            .filter((documentId) => isBitSet(documents, documentId))
            .map((documentId) => match.computeScore(documentId));
          const lowerScores = scores.filter((score) => score < maximum).sort((a, b) => b - a);
          const minScore = count === 0 ? maximum : (lowerScores[count - 1] ?? 0);
          const bestMatch = match.findBest(documents, count, maximum);
          const includedDocuments = [...cars.keys()].filter((documentId) => isBitSet(bestMatch.bits, documentId));
          const expectedIds = [...cars.keys()].filter((documentId) => {
            const score = isBitSet(documents, documentId) ? match.computeScore(documentId) : Number.NaN;
            return score >= minScore && score <= maximum;
          });
          expect(includedDocuments).toEqual(expectedIds);
          const differentScores = new Set(includedDocuments.map((documentId) => match.computeScore(documentId)));
          expect(bestMatch.score).toBe(differentScores.size === 1 ? [...differentScores][0] : null);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('handles hostile texts', () => {
    const hostileText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom(
        '👨‍👩‍👧‍👦🚗💨',
        'a\u0301\u0327'.repeat(40),
        'שלום רכב עולם',
        'مرسيدس بنز',
        'x'.repeat(100),
        "'; DROP TABLE listing; --",
        '%_\\ || \u202Eback',
        '\ud800 lone \udc00',
        'İstanbul ΟΔΟΣ.',
        'ﬁ ㎞ ½ ①',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            shareGroup: fc.constant('a'),
            brand: hostileText,
            title: hostileText,
            variant: hostileText,
            location: hostileText,
            description: hostileText,
          }),
          { minLength: 1, maxLength: 8 },
        ),
        hostileText,
        (cars, typedText) => {
          const index = makeTextIndex(cars);
          const match = index.match(typedText, allCarBits);
          for (const documentId of cars.keys()) {
            if (match !== null && isBitSet(match.bits, documentId))
              expect(match.computeScore(documentId)).toBeGreaterThan(0);
          }
          for (const [documentId, listedCar] of cars.entries()) {
            const descriptionMatch = index.match(listedCar.description, allCarBits);
            if (descriptionMatch !== null) expect(isBitSet(descriptionMatch.bits, documentId)).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('corrects a word that occurs only in cars that are not on offer', () => {
  const index = makeTextIndex([
    listing({ title: 'Tesal' }),
    listing({ title: 'Tesla' }),
    listing({ title: 'Tesmax' }),
    listing({ title: 'Tesl' }),
  ]);
  const liveDocuments = (...parts: readonly number[]) => {
    const bits = new Uint32Array(1);
    for (const documentId of parts) bits[0] = (bits[0] ?? 0) | (1 << documentId);
    return bits;
  };
  expect(index.match('tesal', liveDocuments(0, 1))?.corrections).toEqual([]);
  expect(index.match('tesal', liveDocuments(1))?.corrections).toEqual([{ typed: 'tesal', meant: 'tesla' }]);
  expect(index.match('tesal', liveDocuments(2))?.corrections).toEqual([]);
  expect(index.match('tesel', liveDocuments(3))?.corrections).toEqual([{ typed: 'tesel', meant: 'tesl' }]);
});

it('stores lists of every length and density', () => {
  const index = new TextIndex();
  const kinds = [1, 2, 3, 7, 8, 9, 50, 300, 5000];
  const count = 150_000;
  for (let documentId = 0; documentId < count; documentId += 1) {
    const words = kinds.filter((step) => documentId % step === 0).map((step) => `every${step}x`);
    // The list is dense at first and rare later.
    if (documentId < 40_000) words.push('early');
    index.analyze(listing({ description: words.join(' ') }));
    index.add(documentId);
  }
  for (const step of kinds) {
    expect(findDocumentIds(index, `every${step}x`)).toEqual(
      Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step),
    );
  }
  expect(findDocumentIds(index, 'early every7x').length).toBe(Math.ceil(40_000 / 7));
});

function listing(words: Partial<SearchedText>): SearchedText {
  return { shareGroup: 'a', brand: '', title: '', variant: null, location: '', description: '', ...words };
}

function makeTextIndex(cars: readonly SearchedText[]): TextIndex {
  const index = new TextIndex();
  for (const [documentId, words] of cars.entries()) {
    index.analyze(words);
    index.add(documentId);
  }
  return index;
}

function isBitSet(bits: Uint32Array, documentId: number): boolean {
  return (((bits[documentId >>> 5] ?? 0) >>> (documentId & 31)) & 1) === 1;
}

function findDocumentIds(index: TextIndex, typedText: string): readonly number[] {
  const bits = index.match(typedText, allCarBits)?.bits ?? new Uint32Array();
  return Array.from({ length: bits.length * 32 }, (_, documentId) => documentId).filter((documentId) =>
    isBitSet(bits, documentId),
  );
}

function listTitles(index: TextIndex, cars: readonly SearchedText[], typedText: string): readonly string[] {
  return findDocumentIds(index, typedText).map((documentId) => cars[documentId]?.title ?? '');
}

/**
 * Computes the expected documents directly: each typed token, or another spelling of it, matches a token of the listing
 * exactly or by prefix. When no document matches in this way, the fuzzy terms are used.
 */
function findExpectedDocumentIds(cars: readonly SearchedText[], typedText: string): readonly number[] {
  const tokensByCar = cars.map(listWordsOfCar);
  const nameTokensByCar = cars.map(
    (listedCar) => new Set([...makeBrandTokens(listedCar.brand), ...makeModelTokens(listedCar.title)]),
  );
  const terms = [...new Set(tokensByCar.flatMap((words) => [...words]))];
  const expectedIds = tokenizeQuery(typedText).map((word) => {
    const isTermForWord = (term: string) =>
      word.spellings.some((spelling) =>
        /^[\x20-\x7e]$/.test(spelling) ? term === spelling : term.startsWith(spelling),
      );
    const matchingTerms = terms.filter(isTermForWord);
    return matchingTerms.length > 0 ? new Set(matchingTerms) : findNearestWords(word.typed);
  });
  return [...cars.keys()].filter((documentId) =>
    expectedIds.every((words) => [...(tokensByCar[documentId] ?? [])].some((token) => words.has(token))),
  );

  function findNearestWords(word: string): Set<string> {
    const maxEdits = word.length < 4 || /[0-9]/.test(word) ? 0 : word.length < 8 ? 1 : 2;
    for (let faults = 1; faults <= maxEdits; faults += 1) {
      const fuzzyTerms = terms.filter((term) => !/[0-9]/.test(term) && computeAlignmentDistance(word, term) === faults);
      if (fuzzyTerms.length === 0) continue;
      const count = (sets: readonly ReadonlySet<string>[], term: string) =>
        sets.filter((termsOfCar) => termsOfCar.has(term)).length;
      const rank = (term: string) => count(nameTokensByCar, term) * 1000 + count(tokensByCar, term);
      return new Set(fuzzyTerms.sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1)).slice(0, 3));
    }
    return new Set();
  }
}

function listWordsOfCar(listedCar: SearchedText): ReadonlySet<string> {
  const textOutsideName = `${listedCar.location} ${listedCar.description}`
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return new Set([
    ...makeBrandTokens(listedCar.brand),
    ...makeModelTokens(listedCar.title),
    ...makeModelTokens(listedCar.variant ?? ''),
    ...textOutsideName.split(/[ _]+/).filter(Boolean),
  ]);
}

/** Optimal string alignment in its simplest form. */
function computeAlignmentDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => row || column),
  );
  const at = (row: number, column: number) => table[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const substitutionCost = a[i - 1] === b[j - 1] ? 0 : 1;
      let leastCost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + substitutionCost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        leastCost = Math.min(leastCost, at(i - 2, j - 2) + 1);
      (table[i] as number[])[j] = leastCost;
    }
  }
  return at(a.length, b.length);
}
