import { searchWords } from '@carhouse/domain/text/search-words';
import type { Vocabulary } from '../text/vocabulary.ts';
import { type AlikeCars, findAlike } from './understanding/alike.ts';
import { readCoeYearAt, readRenewedCoeAt } from './understanding/coe-year.ts';
import { readDestinationAt } from './understanding/destination-phrases.ts';
import { withImplied } from './understanding/implied-filters.ts';
import { mergeFilters } from './understanding/merge-filters.ts';
import { type Correction, mendWords } from './understanding/misspellings.ts';
import { readMonthlyAt } from './understanding/monthly-phrases.ts';
import {
  findAbsentName,
  findBrands,
  findModelName,
  isTrimOf,
  readModelOfMakeAt,
  readNameAt,
} from './understanding/names.ts';
import { readNegationAt } from './understanding/negations.ts';
import { findBareYear, readNumbersAt } from './understanding/number-phrases.ts';
import { readOwnersAt } from './understanding/owner-phrases.ts';
import type { Filter, PhraseMatch, QuarterField, UnderstoodFilter } from './understanding/phrase-match.ts';
import { readSeatsAt } from './understanding/seat-phrases.ts';
import { withTitledBodies } from './understanding/titled-bodies.ts';
import { type Token, tokensOf } from './understanding/tokens.ts';
import { findTradePhrase, ownValueAt } from './understanding/trade-phrases.ts';
import { synonymsByRemark } from './understanding/trade-vocabulary.ts';

/**
 * A request for cheap cars: the lowest quarter of the values among the cars that match all other filters. The caller
 * computes the bound, because it depends on the cars.
 */
export type UnderstoodQuarter = Pick<UnderstoodFilter, 'typed' | 'from' | 'to'> & { readonly of: QuarterField };

/**
 * A request for cars like the named makes and models that cost less. The caller knows what cars of these makes and
 * models cost.
 */
export type CheaperThan = Pick<UnderstoodFilter, 'typed' | 'from' | 'to'> & {
  /** The makes and models. The makes and models of such a request are no filters of the search. */
  readonly named: readonly Filter[];
  /** The filters that similar cars meet, for makes and models of which no car is on sale. */
  readonly alike: readonly Filter[];
};

export type Understanding = {
  /** The remaining text, which is searched as text. */
  readonly rest: string;
  /** Parts of the remaining text that are left out when no car has them together with the filters. */
  readonly remarks: readonly string[];
  /** The remaining text without the `remarks`. */
  readonly restWithoutRemarks: string;
  readonly filters: readonly UnderstoodFilter[];
  readonly quarters: readonly UnderstoodQuarter[];
  /** Words and phrases that no car on sale has. Words that no car on sale has are left out of the search. */
  readonly dropped: readonly string[];
  /** Mistyped words and the words that replace them. */
  readonly corrections: readonly Correction[];
  /** For makes and models in the text that no car on sale has: the filters and the order that find similar cars. */
  readonly alike: AlikeCars;
  readonly cheaperThan: CheaperThan | null;
};

/** The words that the index knows. */
export type KnownWords = {
  /** Whether the text of a car on sale contains the word, or a word that begins with it. */
  isInTexts(word: string): boolean;
  /** The search words of a text that no car has, neither alone nor as the beginning of a word. */
  missing(text: string): ReadonlySet<string>;
};

export type UnderstandOptions = {
  /** The day in Singapore, ISO date. */
  readonly today: string;
  readonly words: KnownWords;
};

/** A part of the text that was not read as a filter. */
type TextPiece = {
  readonly from: number;
  readonly to: number;
  readonly typed: string;
  /** The text that is searched, with its spelling mistakes corrected. */
  readonly text: string;
  /** Whether the part is a remark of the trade or a trim of a model. */
  readonly isRemark?: true;
};

/**
 * Reads filters from a plain text such as "cheap white suv under 150k in bedok". Words that are no filter are searched
 * as text. Words that no car has are left out and reported. When nothing would remain to search, the text is searched
 * unchanged.
 */
export function understand(text: string, vocabulary: Vocabulary, options: UnderstandOptions): Understanding {
  const { words } = options;
  const { tokens, corrections } = mendWords(tokensOf(text), vocabulary, (word) => words.isInTexts(word));
  const brands = findBrands(tokens, vocabulary);
  const foundMatches: { match: PhraseMatch; at: number }[] = [];
  const searchedPieces: TextPiece[] = [];
  const droppedPieces: TextPiece[] = [];
  const implied: UnderstoodFilter[][] = [];
  let ignoredCount = 0;
  for (let at = 0; at < tokens.length; ) {
    const before = foundMatches.at(-1)?.match;
    const nameMatch = readMatchAt(tokens, at, vocabulary, brands, options);
    const isTrim = nameMatch !== null && before?.next === at && isTrimOf(before, nameMatch, tokens, at);
    const match: PhraseMatch | null = isTrim ? { ...nameMatch, filters: [], words: 'text' } : nameMatch;
    const nextIndex = match?.next ?? at + 1;
    const piece = textPieceBetween(text, tokens, at, nextIndex);
    if (match === null) searchedPieces.push(piece);
    else if (match.words === 'text') {
      // When no car on sale has the words of a phrase, the filters that the phrase suggests are enough.
      const impliesFilters = match.implied?.some(({ name }) => name !== 'sort') === true;
      if (!impliesFilters || isInCars(piece.text, words))
        searchedPieces.push({ ...replaceBySynonym(piece, words), isRemark: true });
    } else if (match.words === 'dropped') {
      // A word such as `seats` alone is left out. In `electric seats` the word is searched, because it belongs to the
      // word before it, which is searched.
      const belongsToPreviousWord = nextIndex === at + 1 && continuesName(text, searchedPieces.at(-1), piece, words);
      if (belongsToPreviousWord) searchedPieces.push(piece);
      else droppedPieces.push(piece);
    } else if (match.words === 'ignored') ignoredCount += 1;
    else foundMatches.push({ match, at });
    if (match?.searchedAs !== undefined) searchedPieces.push({ ...piece, text: match.searchedAs, isRemark: true });
    if (match?.implied !== undefined)
      implied.push(filtersOf(match.implied, textPieceBetween(text, tokens, at, nextIndex)));
    at = nextIndex;
  }
  const mergedFilters = onSaleFirst(
    mergeFilters(
      foundMatches.map(({ match, at }) => filtersOf(match.filters, textPieceBetween(text, tokens, at, match.next))),
    ),
    vocabulary,
  );
  const namedFilters = withTitledBodies(mergedFilters);
  const cheaper = foundMatches.find(({ match }) => match.isCheaper === true);
  const cheaperPiece = cheaper === undefined ? null : textPieceBetween(text, tokens, cheaper.at, cheaper.match.next);
  const cheaperThan = cheaperPiece === null ? null : readCheaperThan(namedFilters, cheaperPiece, vocabulary);
  const filters = withImplied(
    cheaperThan === null ? namedFilters : namedFilters.filter((filter) => !cheaperThan.named.includes(filter)),
    implied,
  );
  const quarters = foundMatches.flatMap(({ match, at }) => {
    const { from, to, typed } = textPieceBetween(text, tokens, at, match.next);
    const isCheap = match.isCheaper === true && cheaperThan === null;
    const quarterField = isCheap ? 'Price' : match.quarter;
    return quarterField === undefined ? [] : [{ of: quarterField, typed, from, to }];
  });
  // Text beyond the maximum number of tokens is searched unchanged.
  const unreadTextOf = text.slice(tokens.at(-1)?.to ?? text.length).trim();
  const isUnderstood = filters.length + quarters.length > 0 || cheaperThan !== null;
  const missing = words.missing([...searchedPieces.map((piece) => piece.text), unreadTextOf].join(' '));
  const isAbsentFromStock = (piece: TextPiece) =>
    searchWords(piece.text).some((word) => missing.has(word) && vocabulary.fuzzy(word).length === 0) ||
    (isUnderstood && isTooShort(piece, vocabulary));
  // When no car has any of the text's words and no part of the text is understood, the text is searched unchanged and
  // finds nothing.
  const isNothingKnown =
    !isUnderstood &&
    ignoredCount + droppedPieces.length === 0 &&
    searchedPieces.length > 0 &&
    searchedPieces.every((piece) => isAbsentFromStock(piece) && piece.isRemark !== true);
  const remainingPieces = isNothingKnown ? searchedPieces : searchedPieces.filter((piece) => !isAbsentFromStock(piece));
  const removedPieces = isNothingKnown
    ? []
    : [...droppedPieces, ...searchedPieces.filter(isAbsentFromStock)].sort((a, b) => a.from - b.from);
  const remarks = remainingPieces.filter((piece) =>
    isUnderstood ? isRemark(piece, vocabulary) : piece.isRemark === true,
  );
  const textOf = (textPieces: readonly TextPiece[]): string =>
    [...textPieces.map((piece) => piece.text), unreadTextOf].join(' ').trim();
  return {
    rest: textOf(remainingPieces),
    remarks: remarks.map((piece) => piece.text),
    restWithoutRemarks: textOf(remainingPieces.filter((piece) => !remarks.includes(piece))),
    filters,
    quarters: quarters.filter(
      ({ of: quarterField }, index) => quarters.findIndex((other) => other.of === quarterField) === index,
    ),
    dropped: removedPieces.map((piece) => piece.typed),
    corrections,
    alike: findAlike(filters, vocabulary),
    cheaperThan,
  };
}

function filtersOf(filters: readonly Filter[], { typed, from, to }: TextPiece): UnderstoodFilter[] {
  return filters.map(({ name, value }) => ({ name, value, typed, from, to }));
}

/** Returns the makes and models than which the cars should cost less; null when the text names no make and no model. */
function readCheaperThan(
  filters: readonly UnderstoodFilter[],
  { typed, from, to }: TextPiece,
  vocabulary: Vocabulary,
): CheaperThan | null {
  const makeAndModelFilters = filters.filter(({ name }) => name === 'brand' || name === 'model');
  return makeAndModelFilters.length === 0
    ? null
    : { named: makeAndModelFilters, alike: findAlike(makeAndModelFilters, vocabulary).filters, typed, from, to };
}

/**
 * Removes all filters of each phrase that names a model that no car on sale has, when the text also names a model on
 * sale: `s class or 7 series`. The filters of a phrase that names a model include the model's make.
 */
function onSaleFirst(filters: readonly UnderstoodFilter[], vocabulary: Vocabulary): readonly UnderstoodFilter[] {
  const models = filters.filter(({ name }) => name === 'model');
  if (models.length < 2) return filters;
  const modelsOnSale = new Set(vocabulary.valuesOf('model').map(({ value }) => value));
  const absentModels = models.filter(({ value }) => !modelsOnSale.has(value));
  if (absentModels.length === models.length) return filters;
  return filters.filter(({ from }) => !absentModels.some((model) => model.from === from));
}

/**
 * Whether a word belongs to the searched part of the text directly before it. A word belongs to that part only when
 * both occur in texts of cars on sale: in `grandma easy to get in` the word `easy` belongs to no name.
 */
function continuesName(text: string, before: TextPiece | undefined, piece: TextPiece, words: KnownWords): boolean {
  if (before === undefined || !/^\s*$/.test(text.slice(before.to, piece.from))) return false;
  return words.isInTexts(piece.text.toLowerCase()) && words.missing(before.text).size === 0;
}

/** Whether a number or a word of one or two characters, which would match nearly any text, is in no name of a model. */
function isTooShort({ text }: TextPiece, vocabulary: Vocabulary): boolean {
  return /^(?:\d{1,2}|\p{L}{1,2})$/u.test(text) && (/\d/.test(text) || isNotInModelName(text, vocabulary));
}

function isNotInModelName(text: string, vocabulary: Vocabulary): boolean {
  return searchWords(text).every((word) => vocabulary.brandsWithModelToken(word).size === 0);
}

/** The part of the text; when no car on sale has its words, a synonym that cars on sale have. */
function replaceBySynonym(piece: TextPiece, words: KnownWords): TextPiece {
  const typed = piece.text.toLowerCase().replaceAll('-', ' ');
  // A typed word such as `constructor` must not find a property that every JavaScript object inherits.
  const otherWord = Object.hasOwn(synonymsByRemark, typed) ? synonymsByRemark[typed] : undefined;
  const other =
    otherWord === undefined || isInCars(piece.text, words)
      ? undefined
      : otherWord.find((other) => isInCars(other, words));
  return other === undefined ? piece : { ...piece, text: other };
}

/** Whether each word of a text occurs in texts of cars on sale. */
function isInCars(text: string, words: KnownWords): boolean {
  return searchWords(text).every((word) => words.isInTexts(word));
}

/**
 * Whether the part is a remark of the trade, or each word consists of at least three letters and no word of the
 * vocabulary begins with it. Words of the vocabulary describe a car and are no name of a model.
 */
function isRemark({ text, isRemark: isKnownRemark }: TextPiece, vocabulary: Vocabulary): boolean {
  return (
    isKnownRemark === true ||
    searchWords(text).every((word) => /^\p{L}{3,}$/u.test(word) && !vocabulary.hasPrefix(word))
  );
}

function readMatchAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
  { today, words }: UnderstandOptions,
): PhraseMatch | null {
  const readAt = (from: number): PhraseMatch | null =>
    readCoeYearAt(tokens, from, today) ??
    readRenewedCoeAt(tokens, from) ??
    readMonthlyAt(tokens, from, today) ??
    readDestinationAt(tokens, from, vocabulary) ??
    readNumbersAt(tokens, from) ??
    readSeatsAt(tokens, from) ??
    readOwnersAt(tokens, from) ??
    longerMatch(
      readNameAt(tokens, from, vocabulary, brands) ?? readModelOfMakeAt(tokens, from, vocabulary),
      findTradePhrase(tokens, from, vocabulary),
    ) ??
    ownValueAt(tokens, from, vocabulary) ??
    findModelName(tokens, from, vocabulary, brands) ??
    readYearAt(tokens, from, vocabulary, brands) ??
    findAbsentName(tokens, from, vocabulary, words.isInTexts(tokens[from]?.low ?? '') ? 2 : 1);
  return readNegationAt(tokens, at, vocabulary, readAt) ?? readAt(at);
}

/** Returns the match that covers more words, or the first match when both are equally long. */
function longerMatch(firstMatch: PhraseMatch | null, secondMatch: PhraseMatch | null): PhraseMatch | null {
  if (firstMatch === null || secondMatch === null) return firstMatch ?? secondMatch;
  return secondMatch.next > firstMatch.next ? secondMatch : firstMatch;
}

function textPieceBetween(text: string, tokens: readonly Token[], at: number, nextIndex: number): TextPiece {
  const from = tokens[at]?.from ?? 0;
  const to = tokens[nextIndex - 1]?.to ?? from;
  const piece = tokens.slice(at, nextIndex);
  const correctedText = piece.map((token) => token.corrected ?? text.slice(token.from, token.to)).join(' ');
  const typed = text.slice(from, to);
  return { from, to, typed, text: piece.some((token) => token.corrected !== undefined) ? correctedText : typed };
}

/**
 * Reads `2008` as a year unless it is the name of a model. When the text names brands, only the models of these brands
 * count; otherwise the models of all brands count.
 */
function readYearAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
): PhraseMatch | null {
  const models = vocabulary.brandsWithModelToken(tokens[at]?.name ?? '');
  const mayBeModel = brands.size === 0 ? models.size > 0 : [...models].some((brand) => brands.has(brand));
  return mayBeModel ? null : findBareYear(tokens, at);
}
