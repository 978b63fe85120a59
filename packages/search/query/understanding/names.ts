import { findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { findRegion } from '@carhouse/domain/listing/region';
import { searchWords } from '@carhouse/domain/text/search-words';
import { type NamedValue, readModelTitle, type Vocabulary } from '../../text/vocabulary.ts';
import { placeEndingPattern } from './destination-phrases.ts';
import { knownModels, modelsAfterMake } from './known-models.ts';
import { ambiguousNames, makeBrandFilters, makeModelFilter, makeModelFilters, modelsMaximum } from './name-filters.ts';
import type { Filter, PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';
import { findMeaning } from './trade-phrases.ts';

const wordsMaximum = 6;
const noBrands: ReadonlySet<string> = new Set();

/** Prepositions before a place. */
const placePrepositionPattern = /^(?:in|at|near|around)$/;

/** The brands that a text names at any position. These brands determine whether a number is a year or a model. */
export function findBrands(tokens: readonly Token[], vocabulary: Vocabulary): ReadonlySet<string> {
  const brands = new Set<string>();
  for (let at = 0; at < tokens.length; at += 1) {
    for (let count = Math.min(wordsMaximum, tokens.length - at); count > 0; count -= 1) {
      for (const { facet, value } of vocabulary.findValuesByName(joinNames(tokens, at, at + count))) {
        if (facet === 'brand') brands.add(value);
      }
    }
  }
  return brands;
}

/** Words beside an ambiguous brand name that say nothing about the car: `used mini`, `smart for sale`. */
const wordBesideBrandPattern =
  /^(?:used|second|2nd|hand|secondhand|pre-?owned|cars?|for|sale|any|a|an|my|the|buy|buying|want|find|looking|sell|selling|cheap|cheapest|brand|in|singapore|sg|got|have|is|there|pls|please|show|me|all|need|i|to|model|models)$/;
/** Words before an ambiguous name which show that it is an ordinary word: `car for a man`, `with ac`. */
const wordBeforeOrdinaryNamePattern = /^(?:for|with|a|the|no)$/;
/** Nouns after `mini` which show that `mini` means small. */
const nounAfterMiniPattern = /^(?:van|vans|bus|suv|suvs|mpv|mpvs|cars?|sedan|hatch|hatchback|budget)$/;

/**
 * Reads a brand name that is also an ordinary word, when the other words of the text say nothing about the car:
 * `smart`, `used mini`. The word `mini` is also a brand beside other words, except before the name of a body.
 */
export function readBrandAloneAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const { name = '' } = tokens[at] ?? {};
  const make = ambiguousNames.has(name) ? findMakeName(makeKey(name)) : undefined;
  if (make === undefined) return null;
  const isOnlyMeaningfulWord = tokens.every(({ low }, index) => index === at || wordBesideBrandPattern.test(low));
  const isOrdinary = wordBeforeOrdinaryNamePattern.test(tokens[at - 1]?.low ?? '') || tokens[at + 1]?.low === 'car';
  const isMini = name === 'mini' && !nounAfterMiniPattern.test(tokens[at + 1]?.low ?? '');
  const isChoice = isChoiceOfMakes(tokens, at) && name.length > 2;
  if (!isMini && !isChoice && (!isOnlyMeaningfulWord || (isOrdinary && name !== 'smart'))) return null;
  const onSale = vocabulary.findValuesByName(name).find(({ facet }) => facet === 'brand');
  return { next: at + 1, filters: [{ name: 'brand', value: onSale?.value ?? make.replaceAll(/[ -]/g, '_') }] };
}

/** Whether a word is one of two makes to choose from: `smart or mini`, `skoda vs seat`, but not `7 seat or bmw`. */
function isChoiceOfMakes(tokens: readonly Token[], at: number): boolean {
  const isJoiningWordAt = (index: number) => /^(?:or|vs|versus)$/.test(tokens[index]?.low ?? '');
  const isMake = (index: number) => findMakeName(makeKey(tokens[index]?.name ?? '')) !== undefined;
  const isAfterCount = /^(?:\d+|two|four|five|six|seven|eight)$/.test(tokens[at - 1]?.low ?? '');
  return !isAfterCount && ((isJoiningWordAt(at - 1) && isMake(at - 2)) || (isJoiningWordAt(at + 1) && isMake(at + 2)));
}

/** Names of models that are among the commonest words, so that they need their make. */
const commonestWordPattern = /^(?:one|up|every)$/;

/** The longest brand, model or location that begins at a token. Ambiguous names are left out. */
export function readNameAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
): PhraseMatch | null {
  for (let count = Math.min(wordsMaximum, tokens.length - at); count > 0; count -= 1) {
    const nextIndex = at + count;
    const name = joinNames(tokens, at, nextIndex);
    // In `space for two` the words are no Smart Fortwo.
    if (brands.size === 0 && areFillers(tokens.slice(at, nextIndex))) continue;
    // In `get one` the word is no MINI One.
    if (brands.size === 0 && tokens.length > 1 && commonestWordPattern.test(name)) continue;
    const values = vocabulary.findValuesByName(name).filter(({ facet }) => facet !== 'body' && facet !== 'colour');
    if (values.length === 0) continue;
    const isAfterPreposition = placePrepositionPattern.test(tokens[at - 1]?.low ?? '');
    const facets = new Set(values.map(({ facet }) => facet));
    if (facets.has('location') && (isAfterPreposition || facets.size === 1)) {
      const locations = values.filter(({ facet }) => facet === 'location');
      return { next: nextIndex, filters: locations.map(({ value }) => ({ name: 'location', value })) };
    }
    if (facets.size > 1) continue;
    const longestName = facets.has('brand')
      ? makeBrandFilters(values, name, count === tokens.length ? null : (tokens[nextIndex]?.name ?? ''), vocabulary)
      : makeModelFilters(values, name, vocabulary, isAlternative(tokens, at, values, brands) ? noBrands : brands);
    if (longestName.length > 0) return { next: nextIndex, filters: longestName };
  }
  return null;
}

/**
 * The models on sale whose title contains the name at a token: `model 3`, `c63`, `glc`. A name has at least two
 * characters, a number at least three, and none of its words has another meaning.
 */
export function findModelName(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
): PhraseMatch | null {
  for (let count = Math.min(wordsMaximum, tokens.length - at); count > 0; count -= 1) {
    const nextIndex = at + count;
    const name = joinNames(tokens, at, nextIndex);
    if (name.length < 2 || (/^[0-9]+$/.test(name) && (name.length < 3 || isYearLike(name)))) continue;
    // In `> 200` the number is a bound, and no C 200.
    if (/^[0-9]+$/.test(name) && /^(?:[<>≤≥]=?|than|above|below|under|over)$/.test(tokens[at - 1]?.low ?? '')) continue;
    if (tokens.slice(at, nextIndex).some((token) => hasOwnMeaning(token, vocabulary))) continue;
    if (brands.size === 0 && areFillers(tokens.slice(at, nextIndex))) continue;
    const models = vocabulary.findModelsWith(searchWords(tokens[at]?.low ?? '')[0] ?? '', name);
    const isOfAnyMake = brands.size === 0 || isAlternative(tokens, at, models, brands);
    const candidateModels = isOfAnyMake ? models : models.filter(({ brand }) => brands.has(brand));
    if (candidateModels.length > 0 && candidateModels.length <= modelsMaximum)
      return { next: nextIndex, filters: candidateModels.map(makeModelFilter) };
  }
  return null;
}

/**
 * Reads a make, model or place that no car on sale has. Such a name also becomes a filter, so that the response can say
 * that there is no such car.
 *
 * @param wordsMinimum the fewest words of such a name. A word that occurs in texts of cars may begin a name of two
 *   words (`range rover`), but is not a name alone.
 */
export function findAbsentName(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  wordsMinimum = 1,
): PhraseMatch | null {
  const place = readAbsentPlaceAt(tokens, at, vocabulary);
  if (place !== null && place.next - at >= wordsMinimum) return place;
  for (let count = Math.min(wordsMaximum, tokens.length - at); count >= wordsMinimum; count -= 1) {
    const nextIndex = at + count;
    const name = joinNames(tokens, at, nextIndex);
    if (vocabulary.findValuesByName(name).length > 0) continue;
    const make = findMakeName(makeKey(name));
    const isBrandMeant = !ambiguousNames.has(name) || knownModels.get(tokens[nextIndex]?.name ?? '')?.make === make;
    if (make !== undefined && isBrandMeant) {
      const end = beginsModel(tokens, at + 1, nextIndex, make) ? at + 1 : nextIndex;
      return { next: end, filters: [{ name: 'brand', value: make.replaceAll(/[ -]/g, '_') }] };
    }
    // In `space for two` the words are no Smart Fortwo.
    const model = areFillers(tokens.slice(at, nextIndex)) ? undefined : knownModels.get(name);
    // `mazda 6` is read as a make and a model, and `mazda6` as one word for both.
    if (model !== undefined && count > 1 && removeMake(model.name, model.make) !== model.name) continue;
    if (model !== undefined && isVariantOnSale(tokens, at, nextIndex, model.make, vocabulary)) continue;
    // A number is a model beside the name of its make: `ferrari 488 or 458`.
    const isOfNamedMake = () =>
      tokens.some((token) => findMakeName(makeKey(token.name)) === findMakeName(makeKey(model?.make ?? '')));
    const isNumberOfMake = model !== undefined && /^\d{3}$/.test(name) && isOfNamedMake();
    if (model !== undefined && (/[a-z]/.test(name) || isNumberOfMake)) {
      // `cx5` is the name CX-5 without its hyphen.
      const words = model.name.includes('-')
        ? model.name.split(' ')
        : tokens.slice(at, nextIndex).map(({ low }) => low);
      const spelledName = words.map(spellModelWord).join(' ');
      return {
        next: nextIndex,
        filters: [{ name: 'model', value: `${model.make}/${removeMake(spelledName, model.make)}` }],
      };
    }
  }
  return null;
}

/**
 * Whether the name of a model begins inside a spelling of its make and ends after it: `mini cooper` is a spelling of
 * MINI, and `mini cooper s` means the make MINI and the model Cooper S.
 */
function beginsModel(tokens: readonly Token[], from: number, indexAfterMake: number, make: string): boolean {
  if (from >= indexAfterMake || findMakeName(makeKey(tokens[from - 1]?.name ?? '')) !== make) return false;
  // In `mini cooper or countryman` both are models.
  const isModelOfMake = (at: number, end: number) =>
    makeKey(knownModels.get(joinNames(tokens, at, end))?.make ?? '') === makeKey(make);
  const isJoined = joiningWordPattern.test(tokens[indexAfterMake]?.low ?? '');
  if (isJoined && isModelOfMake(from, indexAfterMake) && isModelOfMake(indexAfterMake + 1, indexAfterMake + 2))
    return true;
  for (let next = Math.min(from + wordsMaximum, tokens.length); next > indexAfterMake; next -= 1) {
    const model = knownModels.get(joinNames(tokens, from, next));
    if (model !== undefined && makeKey(model.make) === makeKey(make)) return true;
  }
  return false;
}

/** Maximum number of words of a place. */
const placeWordsMaximum = 3;

/**
 * Reads a place where no car is for sale, after a preposition or after another place: `in tampines or bedok`. The place is
 * the shortest known name, so that the words after it keep their meaning: `near yishun suv`.
 */
function readAbsentPlaceAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const isAlternativePlace =
    /^(?:or|and)$/.test(tokens[at - 1]?.low ?? '') && findRegion(tokens[at - 2]?.low ?? '') !== null;
  if (!placePrepositionPattern.test(tokens[at - 1]?.low ?? '') && !isAlternativePlace) return null;
  for (let next = at + 1; next <= Math.min(at + placeWordsMaximum, tokens.length); next += 1) {
    if (vocabulary.findValuesByName(joinNames(tokens, at, next)).length > 0) return null;
    const words = tokens.slice(at, next).map(({ low }) => low);
    if (findRegion(words.join(' ')) === null) continue;
    const indexAfterEnding = placeEndingPattern.test(tokens[next]?.low ?? '') ? next + 1 : next;
    const value = tokens.slice(at, indexAfterEnding).map(({ low }) => low.charAt(0).toUpperCase() + low.slice(1));
    return { next: indexAfterEnding, filters: [{ name: 'location', value: value.join(' ') }] };
  }
  return null;
}

/** Words for a variant of a model, which sellers state as the variant or in the description. */
const variantWordPattern = /^(?:gti|gtd|gte|r|type|n|s|st|gt|gts|rs|amg|sti|evo|sport)$/;

/** Whether the words are a model on sale and its variant: `golf gti` where a Golf is on sale. */
function isVariantOnSale(
  tokens: readonly Token[],
  at: number,
  next: number,
  make: string,
  vocabulary: Vocabulary,
): boolean {
  if (next - at < 2 || tokens.slice(at + 1, next).some(({ low }) => !variantWordPattern.test(low))) return false;
  const name = tokens[at]?.name ?? '';
  return vocabulary.findModelsWith(name, name).some(({ brand }) => makeKey(brand) === makeKey(make));
}

/** The name of a model without its make: `3` for `MAZDA3` and `ZS` for `MG ZS`. */
function removeMake(name: string, make: string): string {
  const rest = name.slice(make.length).trim();
  return name.toLowerCase().startsWith(make.toLowerCase()) && rest !== '' ? rest : name;
}

/** Spells a word of a model as makers do: `GTI`, `RAV4`, `CX-5`, `320i`. */
function spellModelWord(low: string): string {
  const isCode =
    /^[a-z]+[-.]?\d+[a-z]?$|^[a-z]{1,2}-[a-z]{1,2}$|^[a-z]{1,2}$|^(?:eq|gl|cl|sl)[a-z]$/.test(low) && low !== 'up';
  const isVariant = variantWordPattern.test(low) && low !== 'type' && low !== 'evo' && low !== 'sport';
  if (isCode || isVariant) return low.toUpperCase();
  return low
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('-');
}

/**
 * Reads a model that no car on sale has directly after its make. In `bentley continental gt` the word `continental` does
 * not mean the makes of Europe.
 */
export function readModelOfMakeAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const make = [2, 1]
    .map((count) => findMakeName(makeKey(joinNames(tokens, Math.max(at - count, 0), at))))
    .find(Boolean);
  if (at === 0 || make === undefined) return null;
  const ordinaryName = tokens[at]?.low ?? '';
  const makeName = make.replaceAll(/[ -]/g, '_');
  const onSale = vocabulary
    .findModelsWith(ordinaryName, ordinaryName)
    .filter(({ brand }) => makeKey(brand) === makeKey(make));
  const isListed = modelsAfterMake.has(`${makeName} ${ordinaryName}`);
  // `toyota 86` also means the GR86.
  if (isListed && onSale.length > 0 && /^\d\d$/.test(ordinaryName))
    return { next: at + 1, filters: onSale.map(makeModelFilter) };
  const modelsOfNumber = onSale.filter(({ value }) => searchWords(readModelTitle(value))[0] === ordinaryName);
  // `polestar 2` means each version of the model 2, and no Polestar 4.
  if (isListed && modelsOfNumber.length > 0 && /^\d$/.test(ordinaryName))
    return { next: at + 1, filters: modelsOfNumber.slice(0, modelsMaximum).map(makeModelFilter) };
  if (isListed && onSale.length === 0) {
    const value = `${makeName}/${spellModelWord(ordinaryName)}`;
    return { next: at + 1, filters: [{ name: 'model', value }] };
  }
  for (let count = Math.min(wordsMaximum, tokens.length - at); count > 1; count -= 1) {
    const name = joinNames(tokens, at, at + count);
    const model = knownModels.get(name);
    if (model === undefined || makeKey(model.make) !== makeKey(make) || vocabulary.findValuesByName(name).length > 0)
      continue;
    // This applies when versions of the model are on sale: `Cooper S 3 Door`.
    if (vocabulary.findModelsWith(searchWords(tokens[at]?.low ?? '')[0] ?? '', name).length > 0) return null;
    return findAbsentName(tokens.slice(0, at + count), at, vocabulary);
  }
  return null;
}

/**
 * Whether a name that directly follows the name of a model is a trim of that model and not a further model: `spyder` in
 * `huracan evo spyder`, `avantgarde` in `c180 avantgarde`. A trim selects the models whose titles contain its name. The
 * name is a trim when no title begins with it, and when the name before has not selected these models.
 */
export function isTrimOf(
  before: PhraseMatch,
  { filters, next }: PhraseMatch,
  tokens: readonly Token[],
  at: number,
): boolean {
  const areModels = (list: readonly Filter[]) => list.length > 0 && list.every(({ name }) => name === 'model');
  if (!areModels(before.filters) || !areModels(filters)) return false;
  const name = joinNames(tokens, at, next);
  return filters.every(
    ({ value }) =>
      !searchWords(readModelTitle(value)).join('').startsWith(name) &&
      !before.filters.some((earlierFilter) => earlierFilter.value === value),
  );
}

/** A word between two names to choose from. */
const joiningWordPattern = /^(?:or|and|vs|versus|&|\/)$/;

/** Whether the name is an alternative to a model of another make: `mazda 3 or civic`, `nissan serena / noah`. */
function isAlternative(
  tokens: readonly Token[],
  at: number,
  values: readonly NamedValue[],
  brands: ReadonlySet<string>,
): boolean {
  const before = tokens[at - 1];
  const isListed = joiningWordPattern.test(before?.low ?? '') || before?.isBeforeComma === true;
  return isListed && !values.some(({ brand }) => brands.has(brand));
}

/** Whether several words without a meaning only look like a name together: `for two`. */
function areFillers(words: readonly Token[]): boolean {
  return words.length > 1 && words.every(({ low }) => findMeaning(low) === 'filler');
}

function isYearLike(name: string): boolean {
  return /^(?:19[5-9]|20)\d\d?$/.test(name) && name.length === 4;
}

/** Whether a word has another meaning in the trade, or names a brand. Filler words such as `model` do not count. */
function hasOwnMeaning({ low, name }: Token, vocabulary: Vocabulary): boolean {
  const meaning = findMeaning(low);
  if (meaning !== undefined && meaning !== 'filler') return true;
  return vocabulary
    .findValuesByName(name)
    .some(({ facet }) => facet === 'brand' || facet === 'body' || facet === 'colour');
}

/** The joined words of a name. The result is empty for a name that begins or ends with a sign: `serena /`. */
function joinNames(tokens: readonly Token[], from: number, to: number): string {
  if (to > from && (tokens[from]?.name === '' || tokens[to - 1]?.name === '')) return '';
  let name = '';
  for (let index = from; index < to; index += 1) name += tokens[index]?.name ?? '';
  return name;
}
