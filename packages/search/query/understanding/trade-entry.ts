import type { ComparedWish, Filter, NoteCode, QuarterField, SiteTopic, StatedFact } from './phrase-match.ts';

/** What a phrase of the trade means. */
export type PhraseMeaning =
  | { readonly is: 'filters'; readonly filters: readonly Filter[] }
  /**
   * All body types on sale whose name contains one of these words. `fallbackFilters` has the filters to use when no car
   * on sale has such a body. When there are no `fallbackFilters`, the first word is the value.
   */
  | { readonly is: 'body'; readonly words: readonly string[]; readonly fallbackFilters?: readonly Filter[] }
  /**
   * All colours on sale whose name contains one of these words. When there is no such colour, the first word is the
   * value.
   */
  | { readonly is: 'colour'; readonly words: readonly string[] }
  /** All colours on sale whose name contains none of these words. */
  | { readonly is: 'other colours'; readonly words: readonly string[] }
  /**
   * All models on sale, of any make, whose title matches. When no such model is on sale, the meaning is the order
   * `fallbackOrder`.
   */
  | { readonly is: 'titles'; readonly title: RegExp; readonly fallbackOrder: string }
  /** The listed makes that are on sale. When no listed make is on sale, the first make is the value. */
  | { readonly is: 'makes'; readonly makes: readonly string[] }
  /**
   * The models of a make that are on sale and whose title matches. When no such model is on sale, the search finds
   * nothing.
   */
  | { readonly is: 'models'; readonly make: string; readonly title: RegExp }
  /**
   * The lowest quarter of the values among the cars that match all other filters; for some figures the highest quarter.
   */
  | { readonly is: 'quarter'; readonly of: QuarterField }
  /**
   * Cars compared with the make or model that the text names. When the text has no such name, the phrase has the
   * meaning `meaningAlone`.
   */
  | { readonly is: 'compared'; readonly wish: ComparedWish; readonly meaningAlone: PhraseMeaning }
  /** A sort order of the results. */
  | { readonly is: 'order'; readonly sort: string }
  /** A remark such as `well maintained`. A remark is searched as text, and left out when no matching car has it. */
  | { readonly is: 'remark' }
  /**
   * An opinion or a plan such as `reliable`, which no field of a listing can confirm. An opinion is left out of the
   * search, and the user is notified.
   */
  | { readonly is: 'opinion' }
  /** A word without a meaning for the search. */
  | { readonly is: 'filler' };

/** Phrases with one meaning, and the words before or after them that change the meaning. */
export type TradeEntry = {
  readonly phrases: readonly string[];
  readonly meaning: PhraseMeaning;
  readonly unlessBefore?: RegExp;
  readonly unlessAfter?: RegExp;
  /**
   * The filters or the order that the phrase suggests. A suggested filter counts only where the text has no filter of
   * the same kind.
   */
  readonly impliedMeanings?: readonly PhraseMeaning[];
  /** Phrases that cars need not have. Cars that have these phrases come first. */
  readonly preferredPhrases?: readonly string[];
  /** For a remark on a car such as `sunroof`: words of descriptions that mean the same, such as `glass roof`. */
  readonly synonyms?: readonly string[];
  /** Whether the answer tells the user when no description has the words of the phrase. */
  readonly reportsUnstated?: true;
  readonly isEconomical?: true;
  /** Whether the phrase means a bound without a number, so that a number for the same figure has priority. */
  readonly isVague?: true;
  readonly fact?: StatedFact;
  readonly note?: NoteCode;
  /** What the phrase asks about the marketplace. */
  readonly topic?: SiteTopic;
};

/** The other properties of an entry: the words around its phrases that change the meaning, suggestions and notes. */
export type PhraseExceptions = Omit<TradeEntry, 'phrases' | 'meaning'>;

/** Splits a text into its phrases, which are separated by `|`. */
export const splitPhrases = (text: string): readonly string[] => text.split('|').map((phrase) => phrase.trim());
/** Makes an entry of the table. */
export const makeEntry = (phrases: string, meaning: PhraseMeaning, exceptions: PhraseExceptions = {}): TradeEntry => ({
  phrases: splitPhrases(phrases),
  meaning,
  ...exceptions,
});
/** Makes an entry whose phrases mean filters. */
export const makeFiltersEntry = (
  phrases: string,
  pairs: readonly (readonly [Filter['name'], string])[],
  exceptions: PhraseExceptions = {},
) => makeEntry(phrases, { is: 'filters', filters: pairs.map(([name, value]) => ({ name, value })) }, exceptions);
