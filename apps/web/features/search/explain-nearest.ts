import { rangeNames } from '@carhouse/contract/search';
import { readExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import { listingMessages } from '#messages/listings';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { counted } from '../../ui/format.ts';
import { describeParts, listAppliedParts } from './applied-parts.ts';
import { type CarSearch, readCarSearch } from './car-search.ts';
import { explainPreferred } from './explain-search.ts';
import { nameInCommon } from './model-names.ts';
import { describeNoneOfThese } from './none-of-these.ts';
import { countFilters, withoutParts } from './search-parts.ts';
import type { FoundPage } from './search-queries.ts';
import { nameOfGroup } from './value-groups.ts';
import { boundName, nameOfSort, valueName, valueNameOutsideList } from './value-names.ts';

type NearestCars = NonNullable<FoundPage['nearest']>;

/**
 * Returns the sentences that say why a search found nothing: what is not on sale at all, without what cars are found, and
 * in what the first of the nearest cars are like the search.
 *
 * @param cars the number of cars without these filters, as text
 */
export function explainNearest(search: CarSearch, nearest: NearestCars, cars: string): string {
  const { without, absent, like, total } = nearest;
  const absentNames = nameAbsent(search, absent).concat(nameModelWithout(search, without));
  const isAbsentWord = (name: string) => absent.includes(name) && (wordFacets as readonly string[]).includes(name);
  const others = without.filter((name) => !isAbsentWord(name));
  const parts = describeParts(search, others);
  const isOnlyCondition = absentNames.length === 0 && countFilters(search) === 1 && !isTextSearched(search);
  const isText = others.length === 1 && others[0] === 'q' && search.q !== undefined;
  const standIn = isText ? standInFor(search) : undefined;
  const reason =
    standIn !== undefined
      ? standIn
      : isText
        ? searchResultMessages.noTextSays(parts, cars, isOnlyWords(search) ? undefined : total)
        : isOnlyCondition
          ? explainOnlyCondition(search, others, nearest)
          : absentNames.length === 0
            ? searchResultMessages.reason(parts, cars, total)
            : searchResultMessages.without(parts, cars, total);
  const sentences = [
    ...absentNames.map(searchResultMessages.noneOnSale),
    ...(parts === '' ? [] : [reason]),
    ...(like.length === 0 ? explainRest(search, nearest, others, cars) : explainLike(search, nearest)),
    ...(standIn !== undefined || (isOnlyCondition && nearest.closest !== null) ? [] : explainOrder(search, nearest)),
  ];
  return sentences.join(' ');
}

/** What is shown instead of a fact that only sellers state, when a note says that no car has it. */
function standInFor({ q = '', notes = '' }: CarSearch): string | undefined {
  const { standIns } = searchResultMessages;
  return notes !== '' && Object.hasOwn(standIns, q) ? standIns[q] : undefined;
}

/** The reason when a search has one condition. For a bound, the sentence also has the value that is closest to it. */
function explainOnlyCondition(search: CarSearch, names: readonly string[], { closest }: NearestCars): string {
  const part = describeParts(search, names, 'within a sentence');
  const [, side, range] = /^(min|max)([A-Z]\w+)$/.exec(names[0] ?? '') ?? [];
  const rangeOfName = rangeNames.find((name) => name === range);
  if (rangeOfName === undefined) return searchResultMessages.onlyCondition(part);
  const limit = searchResultMessages.onlyLimit(part);
  if (closest === null) return limit;
  return `${limit} ${searchResultMessages.closest(boundName(rangeOfName, closest), side === 'max')}`;
}

/** In what the first cars are like absent makes and models, and which conditions none of these meets. */
function explainLike(search: CarSearch, nearest: NearestCars): readonly string[] {
  const { absent, like, likeTotal, beyond } = nearest;
  const kept = listAppliedParts(withoutNames(search, [...nearest.without, ...beyond])).map(({ text }) => text);
  const parts = [...new Set([...describeLike(like), ...kept])].join(', ');
  const noneOfThese = describeNoneOfThese(search, beyond);
  return [
    searchResultMessages.like(
      parts,
      areSeveralAbsent(search, absent),
      likeTotal === 0 ? undefined : formatCarCount(likeTotal),
    ),
    ...(noneOfThese === undefined ? [] : [noneOfThese]),
    ...(likeTotal > 0 && likeTotal < nearest.items.length ? [searchResultMessages.thenOthers] : []),
  ];
}

/** The order of the nearest cars. */
function explainOrder(search: CarSearch, nearest: NearestCars): readonly string[] {
  const { order, prefer, areMidPriced, without, beyond, absent } = nearest;
  if (order === null || nearest.items.length < 2) return [];
  const left = withoutNames(search, [...without, ...beyond]);
  const byPrice = areCheapestFirst(nearest) && !areMidPriced ? 'cheapestFirst' : 'cheapestOfNearest';
  const sentences =
    prefer.length > 0
      ? explainPreferred(prefer.join('|'), left, false)
      : [order === 'price' ? searchResultMessages[byPrice] : searchResultMessages.order(nameOfSort(order))];
  return areMidPriced ? [searchResultMessages.withoutCheapest(absent.includes('model')), ...sentences] : sentences;
}

function withoutNames(search: CarSearch, names: readonly string[]): CarSearch {
  return withoutParts(search, ...(names as readonly (keyof CarSearch)[]));
}

/** The other conditions of the search, which all nearest cars meet when only makes and models are absent. */
function explainRest(
  search: CarSearch,
  { without, absent, total, items }: NearestCars,
  others: readonly string[],
  cars: string,
): readonly string[] {
  const isName = (name: string) => name === 'brand' || name === 'model' || name === 'body';
  if (absent.length === 0 || !absent.every(isName) || others.length > 0) return [];
  const left = withoutNames(search, [...without, ...uselessExclusions(search, without)]);
  const parts = listAppliedParts(left).map(({ text }) => text);
  if (parts.length === 0) return [];
  return [
    searchResultMessages.like(parts.join(', '), areSeveralAbsent(search, absent), cars),
    ...(total > 0 && total < items.length ? [searchResultMessages.thenOthers] : []),
  ];
}

/** The filter of models that only excludes some of a make that is left out: `toyota but not vios`. */
function uselessExclusions({ model = [] }: CarSearch, without: readonly string[]): readonly string[] {
  return without.includes('brand') && model.every((value) => readExcludedModel(value) !== undefined) ? ['model'] : [];
}

/** Whether a search for several makes or models found none of them. A kind of make, such as Japanese, is one. */
function areSeveralAbsent(search: CarSearch, absent: readonly string[]): boolean {
  const name = absent.includes('model') ? 'model' : 'brand';
  return absent.includes(name) && (search[name] ?? []).length > 1 && nameOfGroup(search, name) === undefined;
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

/** The search for the cars that are like absent makes and models, without the conditions that none of these meets. */
export function searchForLike(
  search: CarSearch,
  { without, beyond, like, likeTotal }: NearestCars,
): CarSearch | undefined {
  if (like.length === 0 || likeTotal === 0) return undefined;
  const names = [...new Set(like.map(({ name }) => name))];
  const values = Object.fromEntries(
    names.map((name) => [name, like.filter((filter) => filter.name === name).map(({ value }) => value)]),
  );
  const left = withoutNames(search, [...without, ...beyond]);
  return readCarSearch({
    ...left,
    ...values,
    ...(values.minSeats === undefined ? {} : { minSeats: values.minSeats[0] }),
  });
}

export function formatCarCount(total: number): string {
  return counted(total, listingMessages.car, listingMessages.cars);
}

/** Whether the nearest cars have something of the search in common. Otherwise they are just other cars. */
export function areNear(search: CarSearch, { without, like, closest }: NearestCars): boolean {
  const left = withoutNames(search, without);
  const isStandIn = without.includes('q') && standInFor(search) !== undefined;
  return (
    isStandIn ||
    like.length > 0 ||
    closest !== null ||
    countFilters(left) > 0 ||
    (left.q ?? left.preferOnly) !== undefined
  );
}

/** The makes, models and kinds of car of which none is on sale. A make is not named beside its models. */
function nameAbsent(search: CarSearch, absent: readonly string[]): readonly string[] {
  const models = absent.includes('model') ? (search.model ?? []) : [];
  return wordFacets
    .filter((part) => absent.includes(part))
    .flatMap((part) => {
      const values = (search[part] ?? []).filter(
        (value) => part !== 'brand' || !models.some((model) => model.startsWith(`${value}/`)),
      );
      if (values.length === 0) return [];
      const group = nameOfGroup(search, part);
      if (group !== undefined) return [searchResultMessages.kinds(group)];
      if (part === 'sellerKind') return values.map((value) => searchResultMessages.carOfSeller(value));
      const names = values.map((value) => nameInSentence(part, value)).join(searchMessages.empty.or);
      return [part === 'brand' || part === 'model' || part === 'body' ? names : searchResultMessages.kinds(names)];
    });
}

/**
 * A model on sale together with the energy, body or gearbox that none of its cars has: `diesel Audi A4`. Nothing when the
 * search has further conditions, because a car that misses these may have both.
 */
function nameModelWithout(search: CarSearch, without: readonly string[]): readonly string[] {
  const part = (['fuel', 'body', 'transmission'] as const).find((name) => without.length === 1 && without[0] === name);
  const { model = [], brand } = search;
  const values = part === undefined ? [] : (search[part] ?? []);
  const conditions = brand === undefined ? 2 : 3;
  if (part === undefined || model.length === 0 || values.length === 0 || countFilters(search) > conditions) return [];
  const [onlyModel = ''] = model;
  const name = model.length === 1 ? valueNameOutsideList('model', onlyModel) : nameInCommon(model);
  return name === undefined ? [] : [`${nameInSentence(part, values[0] ?? '')} ${name}`];
}

function nameInSentence(part: WordFacet, value: string): string {
  const name = valueNameOutsideList(part, value);
  const isName = part === 'brand' || part === 'model' || part === 'location' || name === name.toUpperCase();
  return isName ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** Maximum number of models that a sentence names. */
const namedModelsMaximum = 3;

function describeLike(like: NearestCars['like']): readonly string[] {
  const models = like.filter(({ name }) => name === 'model');
  const more = models.length - namedModelsMaximum;
  const hidden = new Set(models.slice(namedModelsMaximum));
  const names = like
    .filter((filter) => !hidden.has(filter))
    .flatMap(({ name, value }) => {
      const part = wordFacets.find((facet) => facet === name);
      if (part !== undefined) return [valueName(part, value)];
      return name === 'minSeats' ? [searchMessages.seatsAtLeast(searchMessages.seats(Number(value)))] : [];
    });
  return [...new Set(names), ...(more > 0 ? [searchResultMessages.moreModels(more)] : [])];
}
