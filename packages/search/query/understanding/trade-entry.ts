import type { Filter, NoteCode, StatedFact } from './phrase-match.ts';

/** What a phrase of the trade means. */
export type Meaning =
  | { readonly is: 'filters'; readonly filters: readonly Filter[] }
  /**
   * All body types on sale whose name contains one of these words. `alternativeFilters` has the filters for the case that no car on
   * sale has such a body. Without `alternativeFilters`, the first word is then the value.
   */
  | { readonly is: 'body'; readonly words: readonly string[]; readonly orElse?: readonly Filter[] }
  /**
   * All colours on sale whose name contains one of these words. When there is no such colour, the first word is the
   * value.
   */
  | { readonly is: 'colour'; readonly words: readonly string[] }
  /** All colours on sale whose name contains none of these words. */
  | { readonly is: 'other colours'; readonly words: readonly string[] }
  /** All models on sale, of any make, whose title matches. Without such a model: the order. */
  | { readonly is: 'titles'; readonly title: RegExp; readonly orElse: string }
  /** Those of the listed makes that are on sale. When none of them is on sale, the first make is the value. */
  | { readonly is: 'makes'; readonly makes: readonly string[] }
  /**
   * The models of a make that are on sale and whose title matches. When there is no such model, the search finds
   * nothing.
   */
  | { readonly is: 'models'; readonly make: string; readonly title: RegExp }
  /** The lowest quarter of the values among the cars that match all other filters. */
  | { readonly is: 'lowest quarter'; readonly of: 'Price' | 'Depreciation' }
  /** Cars that cost less than the make or model that the text names. Without such a name: the lowest quarter. */
  | { readonly is: 'cheaper' }
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
  readonly meaning: Meaning;
  readonly unlessBefore?: RegExp;
  readonly unlessAfter?: RegExp;
  /** What the phrase suggests. It counts only where the text has no filter of the same kind. */
  readonly implies?: readonly Meaning[];
  /** Phrases that cars need not have. The cars that have them come first. */
  readonly prefers?: readonly string[];
  readonly fact?: StatedFact;
  readonly note?: NoteCode;
};

/** What else an entry says: the words around its phrases that change the meaning, suggestions and notes. */
export type Exceptions = Omit<TradeEntry, 'phrases' | 'meaning'>;

/** The phrases of a text, which are separated by `|`. */
export const list = (text: string): readonly string[] => text.split('|').map((phrase) => phrase.trim());
/** An entry of the table. */
export const entry = (phrases: string, meaning: Meaning, exceptions: Exceptions = {}): TradeEntry => ({
  phrases: list(phrases),
  meaning,
  ...exceptions,
});
/** An entry whose phrases mean filters. */
export const filters = (
  phrases: string,
  pairs: readonly (readonly [Filter['name'], string])[],
  exceptions: Exceptions = {},
) => entry(phrases, { is: 'filters', filters: pairs.map(([name, value]) => ({ name, value })) }, exceptions);
