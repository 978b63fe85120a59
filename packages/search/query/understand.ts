import { searchWords } from '@carhouse/domain/text/search-words';
import type { Vocabulary } from '../text/vocabulary.ts';
import { coeYearAt } from './understanding/coe-year.ts';
import { mergeFilters } from './understanding/merge-filters.ts';
import { type Correction, mendWords } from './understanding/misspellings.ts';
import { absentNameAt, brandsIn, modelNameAt, nameAt } from './understanding/names.ts';
import { negatedAt } from './understanding/negations.ts';
import { bareYearAt, numbersAt } from './understanding/number-phrases.ts';
import { ownersAt } from './understanding/owner-phrases.ts';
import type { Match, QuarterField, UnderstoodFilter } from './understanding/phrase-match.ts';
import { seatsAt } from './understanding/seat-phrases.ts';
import { type Token, tokensOf } from './understanding/tokens.ts';
import { ownValueAt, tradePhraseAt } from './understanding/trade-phrases.ts';
import { otherWords } from './understanding/trade-vocabulary.ts';

/**
 * A request for cheap cars: the lowest quarter of the values among the cars that match all other filters. The caller
 * computes the bound, because it depends on the cars.
 */
export type UnderstoodQuarter = Pick<UnderstoodFilter, 'typed' | 'from' | 'to'> & { readonly of: QuarterField };

export type Understanding = {
  /** The remaining text, which is searched as text. */
  readonly rest: string;
  /** Parts of the remaining text that are left out when no car has them together with the filters. */
  readonly remarks: readonly string[];
  /** The remaining text without the `remarks`. */
  readonly restWithoutRemarks: string;
  readonly filters: readonly UnderstoodFilter[];
  readonly quarters: readonly UnderstoodQuarter[];
  /** Words and phrases that no car on sale has. Such words are left out of the search. */
  readonly dropped: readonly string[];
  /** Mistyped words and the words that replace them. */
  readonly corrections: readonly Correction[];
};

/** The words that the index knows. */
export type KnownWords = {
  /** Whether the text of a car on sale contains the word, or a word that begins with it. */
  isInTexts(word: string): boolean;
  /** The search words of a text that no car has, even when spelling mistakes are corrected. */
  missing(text: string): ReadonlySet<string>;
};

export type UnderstandOptions = {
  /** The day in Singapore, ISO date. */
  readonly today: string;
  readonly words: KnownWords;
};

/** A part of the text that was not read as a filter. */
type Piece = {
  readonly from: number;
  readonly to: number;
  readonly typed: string;
  /** The text that is searched, with its spelling mistakes corrected. */
  readonly text: string;
};

/**
 * Reads filters from a plain text such as "cheap white suv under 150k in bedok". Words that are no filter are searched
 * as text. Words that no car has are left out and reported. When nothing would remain to search, the text is searched
 * unchanged.
 */
export function understand(text: string, vocabulary: Vocabulary, options: UnderstandOptions): Understanding {
  const { words } = options;
  const { tokens, corrections } = mendWords(tokensOf(text), vocabulary, (word) => words.isInTexts(word));
  const brands = brandsIn(tokens, vocabulary);
  const found: { match: Match; at: number }[] = [];
  const keptPieces: Piece[] = [];
  const droppedPieces: Piece[] = [];
  let ignoredCount = 0;
  for (let at = 0; at < tokens.length; ) {
    const match = matchAt(tokens, at, vocabulary, brands, options);
    const nextIndex = match?.next ?? at + 1;
    const piece = pieceBetween(text, tokens, at, nextIndex);
    if (match === null) keptPieces.push(piece);
    else if (match.words === 'text') keptPieces.push(withSynonyms(piece, words));
    else if (match.words === 'dropped') {
      // In `electric seats` the noun belongs to the word before it, which is searched.
      const isNoun =
        keptPieces.at(-1)?.to === tokens[at - 1]?.to && nextIndex === at + 1 && words.isInTexts(tokens[at]?.low ?? '');
      if (isNoun) keptPieces.push(piece);
      else droppedPieces.push(piece);
    } else if (match.words === 'ignored') ignoredCount += 1;
    else found.push({ match, at });
    at = nextIndex;
  }
  const filters = onSaleFirst(
    mergeFilters(
      found.flatMap(({ match, at }) => {
        const { from, to, typed } = pieceBetween(text, tokens, at, match.next);
        return [match.filters.map(({ name, value }) => ({ name, value, typed, from, to }))];
      }),
    ),
    vocabulary,
  );
  const quarters = found.flatMap(({ match, at }) => {
    const { from, to, typed } = pieceBetween(text, tokens, at, match.next);
    return match.quarter === undefined ? [] : [{ of: match.quarter, typed, from, to }];
  });
  // Text beyond the maximum number of tokens is searched unchanged.
  const unreadText = text.slice(tokens.at(-1)?.to ?? text.length).trim();
  const isRead = filters.length + quarters.length > 0;
  const missing = words.missing([...keptPieces.map((piece) => piece.text), unreadText].join(' '));
  // A number of one or two digits beside filters would match nearly any text.
  const isMissing = (piece: Piece) =>
    searchWords(piece.text).some((word) => missing.has(word)) || (isRead && /^\d{1,2}$/.test(piece.text));
  // A text is searched unchanged and finds nothing when no car has any of its words and no part of it is understood.
  const isNothingKnown =
    !isRead && ignoredCount + droppedPieces.length === 0 && keptPieces.length > 0 && keptPieces.every(isMissing);
  const remainingPieces = isNothingKnown ? keptPieces : keptPieces.filter((piece) => !isMissing(piece));
  const removedPieces = isNothingKnown
    ? []
    : [...droppedPieces, ...keptPieces.filter(isMissing)].sort((a, b) => a.from - b.from);
  const remarks = isRead ? remainingPieces.filter((piece) => isRemark(piece, vocabulary)) : [];
  const textOf = (pieces: readonly Piece[]): string =>
    [...pieces.map((piece) => piece.text), unreadText].join(' ').trim();
  return {
    rest: textOf(remainingPieces),
    remarks: remarks.map((piece) => piece.text),
    restWithoutRemarks: textOf(remainingPieces.filter((piece) => !remarks.includes(piece))),
    filters,
    quarters: quarters.filter(({ of }, index) => quarters.findIndex((other) => other.of === of) === index),
    dropped: removedPieces.map((piece) => piece.typed),
    corrections,
  };
}

/**
 * Removes the filters on models that no car on sale has, when another model is on sale: `s class or 7 series`. A phrase
 * that names such a model also names its make.
 */
function onSaleFirst(filters: readonly UnderstoodFilter[], vocabulary: Vocabulary): readonly UnderstoodFilter[] {
  const models = filters.filter(({ name }) => name === 'model');
  if (models.length < 2) return filters;
  const modelsOnSale = new Set(vocabulary.valuesOf('model').map(({ value }) => value));
  const absentModels = models.filter(({ value }) => !modelsOnSale.has(value));
  if (absentModels.length === models.length) return filters;
  return filters.filter(({ from }) => !absentModels.some((model) => model.from === from));
}

/** The part of the text, or a synonym for it when no car has it. */
function withSynonyms(piece: Piece, words: KnownWords): Piece {
  const isInCars = (text: string) => searchWords(text).every((word) => words.isInTexts(word));
  const typed = piece.text.toLowerCase().replaceAll('-', ' ');
  // A typed word such as `constructor` must not find what every JavaScript object inherits.
  const known = Object.hasOwn(otherWords, typed) ? otherWords[typed] : undefined;
  const other = known === undefined || isInCars(piece.text) ? undefined : known.find(isInCars);
  return other === undefined ? piece : { ...piece, text: other };
}

/** Whether the words describe a car without being its name. Words that contain digits or are on sale count as names. */
function isRemark({ text }: Piece, vocabulary: Vocabulary): boolean {
  return searchWords(text).every((word) => /^\p{L}{3,}$/u.test(word) && !vocabulary.hasPrefix(word));
}

function matchAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
  { today, words }: UnderstandOptions,
): Match | null {
  const readAt = (from: number): Match | null =>
    coeYearAt(tokens, from, today) ??
    numbersAt(tokens, from) ??
    seatsAt(tokens, from) ??
    ownersAt(tokens, from) ??
    longerMatch(nameAt(tokens, from, vocabulary, brands), tradePhraseAt(tokens, from, vocabulary)) ??
    ownValueAt(tokens, from, vocabulary) ??
    modelNameAt(tokens, from, vocabulary, brands) ??
    yearAt(tokens, from, vocabulary, brands) ??
    (words.isInTexts(tokens[from]?.low ?? '') ? null : absentNameAt(tokens, from, vocabulary));
  return negatedAt(tokens, at, vocabulary, readAt) ?? readAt(at);
}

/** Returns the match that covers more words, or the first match when both are equally long. */
function longerMatch(first: Match | null, second: Match | null): Match | null {
  if (first === null || second === null) return first ?? second;
  return second.next > first.next ? second : first;
}

function pieceBetween(text: string, tokens: readonly Token[], at: number, nextIndex: number): Piece {
  const from = tokens[at]?.from ?? 0;
  const to = tokens[nextIndex - 1]?.to ?? from;
  const piece = tokens.slice(at, nextIndex);
  const mendedText = piece.map((token) => token.mended ?? text.slice(token.from, token.to)).join(' ');
  const typed = text.slice(from, to);
  return { from, to, typed, text: piece.some((token) => token.mended !== undefined) ? mendedText : typed };
}

/**
 * Reads `2008` as a year unless it is the name of a model. Only models of the brands that the text names count, or of
 * any brand when the text names no brand.
 */
function yearAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
): Match | null {
  const models = vocabulary.brandsWithModelToken(tokens[at]?.name ?? '');
  const mayBeModel = brands.size === 0 ? models.size > 0 : [...models].some((brand) => brands.has(brand));
  return mayBeModel ? null : bareYearAt(tokens, at);
}
