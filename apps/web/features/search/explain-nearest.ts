import { rangeNames } from '@carhouse/contract/search';
import { readExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import { listingMessages } from '#messages/listings';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { formatCountWithNoun } from '../../ui/format.ts';
import { describeParameters, listAppliedFilters } from './applied-parts.ts';
import { type CarSearch, readCarSearch } from './car-search.ts';
import { explainPreferred } from './explain-search.ts';
import { findCommonName } from './model-names.ts';
import { describeNoneOfThese } from './none-of-these.ts';
import { countFilters, removeParameters } from './search-parts.ts';
import type { FoundPage } from './search-queries.ts';
import { describeValueGroup } from './value-groups.ts';
import { formatBound, formatFilterValue, formatSortOrder, formatValueOutsideList } from './value-names.ts';

type NearestCars = NonNullable<FoundPage['nearest']>;

/**
 * Returns the sentences that say why a search found nothing: what is not on sale at all, which conditions must be
 * removed to find cars, and what the first of the nearest cars have in common with the search.
 *
 * @param cars the number of cars without these filters, as text
 */
export function explainNearest(search: CarSearch, nearestCars: NearestCars, cars: string): string {
  const { without, absent, like, total } = nearestCars;
  const absentValueTexts = describeAbsentValues(search, absent).concat(describeMissingVariant(search, without));
  const isAbsentFilter = (name: string) => absent.includes(name) && (wordFacets as readonly string[]).includes(name);
  const otherParameterNames = without.filter((name) => !isAbsentFilter(name));
  const parts = describeParameters(search, otherParameterNames);
  const isOnlyCondition = absentValueTexts.length === 0 && countFilters(search) === 1 && !isTextSearched(search);
  const isOnlyTextMissing =
    otherParameterNames.length === 1 && otherParameterNames[0] === 'q' && search.q !== undefined;
  const substituteText = isOnlyTextMissing ? findSubstituteText(search) : undefined;
  const reason =
    substituteText !== undefined
      ? substituteText
      : isOnlyTextMissing
        ? searchResultMessages.noTextSays(parts, cars, isOnlyWords(search) ? undefined : total)
        : isOnlyCondition
          ? explainSingleCondition(search, otherParameterNames, nearestCars)
          : absentValueTexts.length === 0
            ? searchResultMessages.reason(parts, cars, total)
            : searchResultMessages.without(parts, cars, total);
  const sentences = [
    ...absentValueTexts.map(searchResultMessages.noneOnSale),
    ...(parts === '' ? [] : [reason]),
    ...(like.length === 0
      ? explainOtherConditions(search, nearestCars, otherParameterNames, cars)
      : explainSimilarity(search, nearestCars)),
    ...(substituteText !== undefined || (isOnlyCondition && nearestCars.closest !== null)
      ? []
      : explainOrder(search, nearestCars)),
  ];
  const hasOthers = sentences.includes(searchResultMessages.thenOthers);
  if (!hasOthers && areCarsOfSeveralKinds(nearestCars)) sentences.push(searchResultMessages.thenOthers);
  return sentences.join(' ');
}

/**
 * Whether other cars come after the first of the nearest cars: more than the search finds without its left-out filters,
 * or cheaper ones although the first cars are in the order of their prices.
 */
function areCarsOfSeveralKinds(nearestCars: NearestCars): boolean {
  const { order, prefer, total, like, items } = nearestCars;
  const isPriceOrderBroken =
    order === 'price' && prefer.length === 0 && items.length > 1 && !areCheapestFirst(nearestCars);
  return isPriceOrderBroken || (like.length === 0 && total < items.length);
}

/**
 * Returns the sentence that says what is shown instead, when the text of the search is a fact that only sellers state
 * and a note says that no car has this fact.
 */
function findSubstituteText({ q = '', notes = '' }: CarSearch): string | undefined {
  const { standIns } = searchResultMessages;
  return notes !== '' && Object.hasOwn(standIns, q) ? standIns[q] : undefined;
}

/**
 * The reason when a search has one condition. When the condition is a bound, the sentence also contains the value that
 * is closest to the bound.
 */
function explainSingleCondition(search: CarSearch, names: readonly string[], { closest }: NearestCars): string {
  const part = describeParameters(search, names, 'within a sentence');
  const [, side, range] = /^(min|max)([A-Z]\w+)$/.exec(names[0] ?? '') ?? [];
  const matchingRangeName = rangeNames.find((name) => name === range);
  if (matchingRangeName === undefined) return searchResultMessages.onlyCondition(part);
  const limit = searchResultMessages.onlyLimit(part);
  if (closest === null) return limit;
  return `${limit} ${searchResultMessages.closest(formatBound(matchingRangeName, closest), side === 'max')}`;
}

/**
 * Says what the first cars have in common with the makes and models that are not on sale, and which conditions none of
 * these cars meets.
 */
function explainSimilarity(search: CarSearch, nearestCars: NearestCars): readonly string[] {
  const { absent, like, likeTotal, beyond } = nearestCars;
  const metConditions = listAppliedFilters(removeNamedParameters(search, [...nearestCars.without, ...beyond])).map(
    ({ text }) => text,
  );
  const parts = [...new Set([...describeSimilarity(like), ...metConditions])].join(', ');
  const noneOfTheseText = describeNoneOfThese(search, beyond);
  return [
    searchResultMessages.like(
      parts,
      areSeveralAbsent(search, absent),
      likeTotal === 0 ? undefined : formatCarCount(likeTotal),
    ),
    ...(noneOfTheseText === undefined ? [] : [noneOfTheseText]),
    ...(likeTotal > 0 && likeTotal < nearestCars.items.length ? [searchResultMessages.thenOthers] : []),
  ];
}

/** Says in which order the nearest cars are. */
function explainOrder(search: CarSearch, nearestCars: NearestCars): readonly string[] {
  const { order, prefer, areMidPriced, without, beyond, absent } = nearestCars;
  if (order === null || nearestCars.items.length < 2) return [];
  const remainingSearch = removeNamedParameters(search, [...without, ...beyond]);
  const priceOrderKey = areCheapestFirst(nearestCars) && !areMidPriced ? 'cheapestFirst' : 'cheapestOfNearest';
  const sentences =
    prefer.length > 0
      ? explainPreferred(prefer.join('|'), remainingSearch, false)
      : [order === 'price' ? searchResultMessages[priceOrderKey] : searchResultMessages.order(formatSortOrder(order))];
  return areMidPriced ? [searchResultMessages.withoutCheapest(absent.includes('model')), ...sentences] : sentences;
}

function removeNamedParameters(search: CarSearch, names: readonly string[]): CarSearch {
  return removeParameters(search, ...(names as readonly (keyof CarSearch)[]));
}

/**
 * Describes the conditions of the search that are not removed. All nearest cars meet these conditions when only makes
 * and models are not on sale.
 */
function explainOtherConditions(
  search: CarSearch,
  { without, absent, total, items }: NearestCars,
  otherParameterNames: readonly string[],
  cars: string,
): readonly string[] {
  const isModelOrBodyFilter = (name: string) => name === 'brand' || name === 'model' || name === 'body';
  if (absent.length === 0 || !absent.every(isModelOrBodyFilter) || otherParameterNames.length > 0) return [];
  const remainingSearch = removeNamedParameters(search, [...without, ...listUselessExclusions(search, without)]);
  const parts = listAppliedFilters(remainingSearch).map(({ text }) => text);
  if (parts.length === 0) return [];
  return [
    searchResultMessages.like(parts.join(', '), areSeveralAbsent(search, absent), cars),
    ...(total > 0 && total < items.length ? [searchResultMessages.thenOthers] : []),
  ];
}

/**
 * Returns the filter of models when this filter only excludes models of a make that is left out, as in `toyota but not
 * vios`.
 */
function listUselessExclusions({ model = [] }: CarSearch, removedConditions: readonly string[]): readonly string[] {
  return removedConditions.includes('brand') && model.every((value) => readExcludedModel(value) !== undefined)
    ? ['model']
    : [];
}

/**
 * Whether a search for several makes or models found none of them. A group of makes, such as Japanese, counts as one.
 */
function areSeveralAbsent(search: CarSearch, absentConditions: readonly string[]): boolean {
  const name = absentConditions.includes('model') ? 'model' : 'brand';
  return (
    absentConditions.includes(name) && (search[name] ?? []).length > 1 && describeValueGroup(search, name) === undefined
  );
}

/** Whether a search has words and no filters. */
function isOnlyWords(search: CarSearch): boolean {
  return countFilters(search) <= 1;
}

function isTextSearched({ q, preferOnly }: CarSearch): boolean {
  return (q ?? preferOnly) !== undefined;
}

/** Whether the nearest cars are in the order of their prices. */
function areCheapestFirst({ items }: NearestCars): boolean {
  const prices = items.map(({ resalePrice }) => resalePrice);
  return prices.length > 1 && prices.every((price, index) => index === 0 || price >= (prices[index - 1] ?? 0));
}

/**
 * Returns the search for the cars that are similar to makes and models that are not on sale. The search for similar
 * cars leaves out the conditions that none of the nearest cars meets.
 */
export function makeSimilarSearch(
  search: CarSearch,
  { without, beyond, like, likeTotal }: NearestCars,
): CarSearch | undefined {
  if (like.length === 0 || likeTotal === 0) return undefined;
  const names = [...new Set(like.map(({ name }) => name))];
  const values = Object.fromEntries(
    names.map((name) => [name, like.filter((filter) => filter.name === name).map(({ value }) => value)]),
  );
  const remainingSearch = removeNamedParameters(search, [...without, ...beyond]);
  return readCarSearch({
    ...remainingSearch,
    ...values,
    ...(values.minSeats === undefined ? {} : { minSeats: values.minSeats[0] }),
  });
}

export function formatCarCount(total: number): string {
  return formatCountWithNoun(total, listingMessages.car, listingMessages.cars);
}

/** Whether the nearest cars have anything in common with the search. */
export function haveNearestMatches(search: CarSearch, { without, like, closest }: NearestCars): boolean {
  const remainingSearch = removeNamedParameters(search, without);
  const hasSubstitute = without.includes('q') && findSubstituteText(search) !== undefined;
  return (
    hasSubstitute ||
    like.length > 0 ||
    closest !== null ||
    countFilters(remainingSearch) > 0 ||
    (remainingSearch.q ?? remainingSearch.preferOnly) !== undefined
  );
}

/**
 * The makes, models and kinds of car that are not on sale at all. When the models of a make are named, the make itself
 * is not named.
 */
function describeAbsentValues(search: CarSearch, absentConditions: readonly string[]): readonly string[] {
  const models = absentConditions.includes('model') ? (search.model ?? []) : [];
  return wordFacets
    .filter((part) => absentConditions.includes(part))
    .flatMap((part) => {
      const values = (search[part] ?? []).filter(
        (value) => part !== 'brand' || !models.some((model) => model.startsWith(`${value}/`)),
      );
      if (values.length === 0) return [];
      const group = describeValueGroup(search, part);
      if (group !== undefined) return [searchResultMessages.kinds(group)];
      if (part === 'sellerKind') return values.map((value) => searchResultMessages.carOfSeller(value));
      const names = values.map((value) => formatNameInSentence(part, value)).join(searchMessages.empty.or);
      return [part === 'brand' || part === 'model' || part === 'body' ? names : searchResultMessages.kinds(names)];
    });
}

/**
 * A model on sale together with the energy, body or gearbox that none of its cars has: `diesel Audi A4`. The result is
 * empty when the search has further conditions, because a car that does not meet these conditions may have both.
 */
function describeMissingVariant(search: CarSearch, removedConditions: readonly string[]): readonly string[] {
  const part = (['fuel', 'body', 'transmission'] as const).find(
    (name) => removedConditions.length === 1 && removedConditions[0] === name,
  );
  const { model = [], brand } = search;
  const values = part === undefined ? [] : (search[part] ?? []);
  const maxConditionCount = brand === undefined ? 2 : 3;
  if (part === undefined || model.length === 0 || values.length === 0 || countFilters(search) > maxConditionCount)
    return [];
  const [onlyModel = ''] = model;
  const name = model.length === 1 ? formatValueOutsideList('model', onlyModel) : findCommonName(model);
  return name === undefined ? [] : [`${formatNameInSentence(part, values[0] ?? '')} ${name}`];
}

function formatNameInSentence(part: WordFacet, value: string): string {
  const name = formatValueOutsideList(part, value);
  const isName = part === 'brand' || part === 'model' || part === 'location' || name === name.toUpperCase();
  return isName ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** Maximum number of models that a sentence names. */
const maxNamedModelCount = 3;

function describeSimilarity(like: NearestCars['like']): readonly string[] {
  const models = like.filter(({ name }) => name === 'model');
  const unnamedModelCount = models.length - maxNamedModelCount;
  const unnamedModels = new Set(models.slice(maxNamedModelCount));
  const names = like
    .filter((filter) => !unnamedModels.has(filter))
    .flatMap(({ name, value }) => {
      const part = wordFacets.find((facet) => facet === name);
      if (part !== undefined) return [formatFilterValue(part, value)];
      return name === 'minSeats' ? [searchMessages.seatsAtLeast(searchMessages.seats(Number(value)))] : [];
    });
  return [...new Set(names), ...(unnamedModelCount > 0 ? [searchResultMessages.moreModels(unnamedModelCount)] : [])];
}
