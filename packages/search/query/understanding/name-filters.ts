import { searchWords } from '@carhouse/domain/text/search-words';
import { type NamedValue, readModelTitle, type Vocabulary } from '../../text/vocabulary.ts';
import type { Filter } from './phrase-match.ts';
import { findMeaning } from './trade-phrases.ts';

/**
 * Brand names that are also ordinary words. An ambiguous brand name is read as a brand only when a model of the brand
 * follows, or when the text has no other word.
 */
export const ambiguousNames: ReadonlySet<string> = new Set(
  'seat smart man ram noble ac ds ud td mini rover alpine'.split(' '),
);
/** Maximum number of models that one typed name may select. */
export const modelsMaximum = 40;

/** The brand at a token. `after` is the word after the brand, or null when the brand is the whole text. */
export function makeBrandFilters(
  values: readonly NamedValue[],
  name: string,
  after: string | null,
  vocabulary: Vocabulary,
): readonly Filter[] {
  const [brand] = values;
  if (brand === undefined || values.length > 1) return [];
  const isBrandMeant =
    after === null || !ambiguousNames.has(name) || vocabulary.findBrandsWithModelToken(after).has(brand.value);
  return isBrandMeant ? [{ name: 'brand', value: brand.value }] : [];
}

/** The models with exactly this name and the models with a longer name: `Civic` and `Civic Type R`. */
export function makeModelFilters(
  values: readonly NamedValue[],
  name: string,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
): readonly Filter[] {
  // A number alone is ambiguous: `911`, `3`, `2008`.
  if (/^[0-9]+$/.test(name)) return [];
  if (brands.size === 0 && isColourOrBody(name)) return [];
  const models = brands.size === 0 ? values : values.filter(({ brand }) => brands.has(brand));
  const [model] = models;
  if (model === undefined || models.length > 1) return [];
  const words = searchWords(readModelTitle(model.value));
  const longerNames = vocabulary
    .findModelsWith(words[0] ?? '', words.join(''))
    .filter((other) => other !== model && other.brand === model.brand)
    // The title `CX-3` contains the model `3`, but does not begin with it.
    .filter((other) => words.join('').length > 2 || searchWords(readModelTitle(other.value))[0] === words[0]);
  return [model, ...longerNames].slice(0, modelsMaximum).map(makeModelFilter);
}

/**
 * Whether a word is a colour or a body type. An ambiguous word is read as a model's name only together with its brand.
 */
function isColourOrBody(name: string): boolean {
  const meaning = findMeaning(name);
  return meaning === 'body' || meaning === 'colour';
}

export function makeModelFilter({ value }: NamedValue): Filter {
  return { name: 'model', value };
}
