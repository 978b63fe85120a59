import { searchWords } from '@carhouse/domain/text/search-words';
import type { Vocabulary } from '../../text/vocabulary.ts';
import { findTraitBit } from '../car-traits.ts';
import { depreciationOrder, statementPrefix, synonymSign } from '../page-by-preference.ts';
import { isEverydayWord } from './everyday-words.ts';
import type { KnownWords } from './known-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import type { TextPiece } from './text-piece.ts';

type LeftoverPiece = TextPiece & {
  /** Whether the piece is a remark of the trade, an opinion, or a word that the search does not know. */
  readonly is: 'remark' | 'opinion' | 'unknown';
  /** Whether a model stands directly before the piece, so that the piece may be a code of the model: `civic fc`. */
  readonly isAfterModel?: boolean;
};

type SortedLeftovers = {
  /** The parts of the text that each car must have. */
  readonly remainingTextParts: readonly string[];
  readonly preferredPhrases: readonly string[];
  /** The phrases of `preferredPhrases` as they were typed. */
  readonly typedPreferredPhrases: readonly string[];
  /** Phrases that the text does not have, but that describe what the text asks. */
  readonly suggestedPhrases: readonly string[];
  /** The parts that are not used, as they were typed. */
  readonly unusedTexts: readonly string[];
  /** Remarks of the trade that no text of a car has, as they were typed. */
  readonly unstatedRemarks: readonly string[];
};

/**
 * The words of a text that are no filter. When the whole text was read, `sort` determines what happens to these words.
 */
export class LeftoverWords {
  readonly #text: string;
  readonly #vocabulary: Vocabulary;
  readonly #words: KnownWords;
  readonly #pieces: LeftoverPiece[] = [];
  readonly #suggestions: string[] = [];
  #ignoredCount = 0;

  constructor(text: string, vocabulary: Vocabulary, words: KnownWords) {
    this.#text = text;
    this.#vocabulary = vocabulary;
    this.#words = words;
  }

  /**
   * Adds a piece of the text.
   * @param match the phrase that was read; null for a word that the search does not know
   * @param tokenCount the number of tokens of the piece
   * @param isAfterModel whether the name of a model ends directly before the piece
   */
  add(piece: TextPiece, match: PhraseMatch | null, tokenCount: number, isAfterModel = false): void {
    if (match?.words === 'ignored') {
      this.#ignoredCount += 1;
      return;
    }
    if (match?.words === 'dropped') {
      // `seats` alone is not used. In `electric seats` the word `seats` belongs to the word before it.
      if (tokenCount === 1 && this.#continuesPhrase(piece)) this.#extendLast(piece);
      else this.#pieces.push({ ...piece, is: 'opinion' });
      return;
    }
    if (match?.words === 'text') {
      // The suggestions of a phrase are used even when no car has its words.
      const isSuggestion =
        match.preferredPhrases !== undefined || match.impliedFilters?.some(({ name }) => name !== 'sort') === true;
      const known = addSynonyms(piece, this.#words, match.synonyms);
      if (!isSuggestion || match.reportsUnstated === true) this.#pieces.push({ ...known, is: 'remark' });
      else if (isInCars(known.text, this.#words)) this.#suggestions.push(known.text);
      else this.#ignoredCount += 1;
      return;
    }
    if (isEverydayWord(piece.text.toLowerCase())) this.#ignoredCount += 1;
    else this.#pieces.push({ ...piece, is: 'unknown', isAfterModel });
  }

  /** Adds phrases that the text does not have, but that describe what the text asks. */
  suggest(phrases: readonly string[]): void {
    this.#suggestions.push(...phrases);
  }

  /** Whether a phrase named a situation in which small cars come first. */
  get namesSmallCars(): boolean {
    return this.#suggestions.includes('is:small');
  }

  /** Whether a phrase named long drives. */
  get namesLongDrives(): boolean {
    return this.#suggestions.includes('is:frugal');
  }

  /** Whether a phrase named a situation, which puts the cars with a trait first. */
  get namesTrait(): boolean {
    return this.#suggestions.some((phrase) => findTraitBit(phrase) > 0);
  }

  /**
   * @param isUnderstood whether a filter was read from the text
   * @param unreadText the text after the last token that was read
   */
  sort(isUnderstood: boolean, unreadText: string): SortedLeftovers {
    const searchedPieces = this.#pieces.filter(({ is }) => is !== 'opinion');
    const missingWords = this.#words.findMissingWords(
      [...searchedPieces.map(({ text }) => text), unreadText].join(' '),
    );
    const isAbsent = (piece: LeftoverPiece): boolean =>
      piece.is === 'opinion' ||
      searchWords(piece.text).some(
        (word) => missingWords.has(word) && this.#vocabulary.findSimilarTokens(word).length === 0,
      ) ||
      (isUnderstood && isTooShort(piece, this.#vocabulary));
    const unreadTexts = unreadText === '' ? [] : [unreadText];
    const unstatedTexts = this.#pieces
      .filter((piece) => piece.is === 'remark' && isAbsent(piece))
      .map(({ typed }) => typed);
    const suggestedPhrases = [
      ...new Set(
        this.#suggestions.filter(
          (phrase) => findTraitBit(phrase) > 0 || phrase === depreciationOrder || isInCars(phrase, this.#words),
        ),
      ),
    ];
    if (!isUnderstood) {
      // When no car has any of the words and no part of the text has a meaning, the text is searched and finds nothing.
      const isNothingKnown =
        this.#ignoredCount === 0 &&
        this.#pieces.length > 0 &&
        this.#pieces.every((piece) => piece.is === 'unknown' && isAbsent(piece));
      const presentPieces = isNothingKnown ? this.#pieces : this.#pieces.filter((piece) => !isAbsent(piece));
      // Nearly every description contains a number of one or two digits. A search for such a number beside other words
      // would exclude hardly any cars, so the number is left out.
      const words = presentPieces.filter(({ text }) => !/^\d{1,2}$/.test(text));
      const keptPieces = words.length > 0 ? words : presentPieces;
      return {
        remainingTextParts: [...keptPieces.map(({ text }) => text), ...unreadTexts],
        preferredPhrases: [],
        typedPreferredPhrases: [],
        suggestedPhrases,
        unusedTexts: this.#pieces
          .filter((piece) => !keptPieces.includes(piece) && piece.is !== 'remark' && shouldBeNamed(piece))
          .map(({ typed }) => typed),
        unstatedRemarks: unstatedTexts,
      };
    }
    const occurringPieces = this.#pieces.filter(
      (piece, index) =>
        !isAbsent(piece) &&
        !/^\p{L}$/u.test(piece.text) &&
        this.#pieces.findIndex(({ text }) => text === piece.text) === index,
    );
    return {
      remainingTextParts: [],
      preferredPhrases: [...occurringPieces.map(({ text }) => text), ...unreadTexts],
      typedPreferredPhrases: [...occurringPieces.map(({ typed }) => typed), ...unreadTexts],
      suggestedPhrases,
      unusedTexts: this.#pieces
        .filter((piece) => piece.is !== 'remark' && isAbsent(piece) && shouldBeNamed(piece))
        .map(({ typed }) => typed),
      unstatedRemarks: unstatedTexts,
    };
  }

  /**
   * Whether a word belongs to the leftover words directly before it. A word belongs to the word before it only when
   * both occur in texts of cars on sale: in `grandma easy to get in` the word `easy` belongs to no phrase.
   */
  #continuesPhrase(piece: TextPiece): boolean {
    const before = this.#pieces.at(-1);
    if (before === undefined || before.is === 'opinion') return false;
    if (!/^\s*$/.test(this.#text.slice(before.to, piece.from))) return false;
    return this.#words.isInTexts(piece.text.toLowerCase()) && this.#words.findMissingWords(before.text).size === 0;
  }

  #extendLast({ to, text }: TextPiece): void {
    const before = this.#pieces.pop();
    if (before === undefined) return;
    this.#pieces.push({ ...before, to, typed: this.#text.slice(before.from, to), text: `${before.text} ${text}` });
  }
}

const joiningWordPattern = /^(?:vs|nd|n|v)$/i;

/**
 * Whether a user expects that a word was used. Numbers and single letters are often halves of phrases, but `1k` is an
 * amount.
 */
function shouldBeNamed({ is, text, isAfterModel }: LeftoverPiece): boolean {
  const lettersMinimum = isAfterModel === true && !joiningWordPattern.test(text) ? 2 : 3;
  return (
    is !== 'unknown' ||
    (/\p{L}/u.test(text) && text.length >= lettersMinimum) ||
    /^(?:s?\$\d|\d+k$|\d\.\d$|\p{L}\d|\d\p{L}$|\d+[-/]\d)/iu.test(text)
  );
}

/** Whether a number or a word of one or two characters, which would match nearly any text, is in no name of a model. */
function isTooShort({ text }: TextPiece, vocabulary: Vocabulary): boolean {
  if (/^\d+(?:\.\d+)?$/.test(text)) return true;
  return (
    /^\p{L}{1,2}$/u.test(text) &&
    searchWords(text).every((word) => vocabulary.findBrandsWithModelToken(word).size === 0)
  );
}

/** The part of the text, with those of its synonyms whose words occur in texts of cars: `glass roof;panoramic roof`. */
function addSynonyms(piece: TextPiece, words: KnownWords, synonyms: readonly string[] = []): TextPiece {
  if (synonyms.length === 0) return piece;
  const typed = piece.text.toLowerCase();
  const others = synonyms.filter((synonym) => synonym.replaceAll('-', ' ') !== typed.replaceAll('-', ' '));
  const occurringPhrases = [typed, ...others].filter((phrase) => isInCars(phrase, words));
  return occurringPhrases.length === 0 ? piece : { ...piece, text: occurringPhrases.join(synonymSign) };
}

/** Whether each word of a text, or of one of its synonyms, occurs in texts of cars on sale. */
function isInCars(text: string, words: KnownWords): boolean {
  return text
    .replace(statementPrefix, '')
    .split(synonymSign)
    .some((synonym) => searchWords(synonym).every((word) => words.isInTexts(word)));
}
