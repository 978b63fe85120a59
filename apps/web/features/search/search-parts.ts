import { rangeNames } from '@carhouse/contract/search';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import { type CarSearch, readCarSearch, type WordParameter } from './car-search.ts';

/**
 * Returns the number of active filters. Text, order and position do not count as filters; both bounds of a range count
 * as one filter.
 */
export function countFilters(search: CarSearch): number {
  const chosenFacets = wordFacets.filter((part) => search[part] !== undefined);
  const ranges = rangeNames.filter((name) => (search[`min${name}`] ?? search[`max${name}`]) !== undefined);
  return (
    chosenFacets.length +
    ranges.length +
    (search.postedWithin === undefined ? 0 : 1) +
    (search.coeCategory === undefined ? 0 : 1)
  );
}

/** The parameters that belong to the position in the result and not to the search. */
export const positionParameterNames: readonly string[] = ['before', 'cars', 'dropped', 'notes', 'understand'];

/**
 * Returns a search without some of its parameters, starting at its first car. The typed text is removed when the search
 * has no filter any more that was read from this text.
 */
export function removeParameters(search: CarSearch, ...parts: readonly (keyof CarSearch)[]): CarSearch {
  const removedParameterNames = new Set<string>([...parts, ...positionParameterNames, 'said', 'fromText']);
  if (removedParameterNames.has('q')) removedParameterNames.add('literal');
  const remainingSearch = Object.fromEntries(
    Object.entries(search).filter(([name]) => !removedParameterNames.has(name)),
  ) as CarSearch;
  const remainingNamesFromText = listParameterNamesFromText(search).filter(
    (name) => remainingSearch[name] !== undefined,
  );
  // When an order was read together with filters, the order has no meaning after the filters are removed.
  if (isOnlyOrder(remainingNamesFromText) && parts.some((name) => listParameterNamesFromText(search).includes(name))) {
    const { sort: _sort, ...searchWithoutOrder } = remainingSearch;
    return searchWithoutOrder;
  }
  if (remainingNamesFromText.length === 0 || parts.includes('said')) return remainingSearch;
  return {
    ...remainingSearch,
    ...(search.said === undefined ? {} : { said: search.said }),
    fromText: remainingNamesFromText.join('.'),
  };
}

/** Whether an order is the only parameter that was read from the text, or the only such parameter that remains. */
function isOnlyOrder(names: readonly (keyof CarSearch)[]): boolean {
  return names.length === 1 && names[0] === 'sort';
}

/** Returns the names of the filters that were read from the typed text. */
export function listParameterNamesFromText({ fromText }: CarSearch): readonly (keyof CarSearch)[] {
  return fromText === undefined ? [] : (fromText.split('.') as (keyof CarSearch)[]);
}

/**
 * Returns a search without the typed text and without the filters that were read from it. Filters that were not read
 * from the typed text remain.
 */
export function removeInterpretation(search: CarSearch): CarSearch {
  return removeParameters(search, 'q', 'said', ...listParameterNamesFromText(search));
}

/** Returns a search without one value of a filter. Removing a brand also removes its models. */
export function removeFilterValue(search: CarSearch, part: WordParameter, value: string): CarSearch {
  const remainingValues = (search[part] ?? []).filter((each) => each !== value);
  const remainingSearch =
    remainingValues.length === 0
      ? removeParameters(search, part)
      : { ...removeParameters(search), [part]: remainingValues };
  return part === 'brand' ? removeModelsOfBrands(remainingSearch, [value]) : remainingSearch;
}

/** Returns a search without the models of brands that are no longer chosen. */
export function removeModelsOfBrands(search: CarSearch, brands: readonly string[]): CarSearch {
  const { model: chosenModels = [] } = search;
  const remainingModels = chosenModels.filter((each) => !brands.some((brand) => each.startsWith(`${brand}/`)));
  if (remainingModels.length === chosenModels.length) return search;
  const { model: _, ...rest } = search;
  return remainingModels.length === 0 ? rest : { ...rest, model: remainingModels };
}

/**
 * Returns the search that follows when a visitor changes fields by hand. The models of removed brands are removed. The
 * typed text is removed when the search has no filter any more that was read from this text. A new text will be
 * searched for filters. The filters of the new text replace the filters that were read from the previous text, except
 * filters that the visitor has changed by hand.
 *
 * @param typedSearch the search in the fields
 * @param lastSearch the search that the fields showed before
 */
export function makeSearchAfterChange(typedSearch: CarSearch, lastSearch: CarSearch): CarSearch {
  const removedBrands = (lastSearch.brand ?? []).filter((brand) => !(typedSearch.brand ?? []).includes(brand));
  const changedSearch = removeModelsOfBrands(typedSearch, removedBrands);
  const unchangedParameterNames = listParameterNamesFromText(lastSearch).filter(
    (name) => JSON.stringify(changedSearch[name]) === JSON.stringify(lastSearch[name]),
  );
  const isOnlyOrderLeft = isOnlyOrder(unchangedParameterNames) && listParameterNamesFromText(lastSearch).length > 1;
  const { said, ...searchWithoutQuestion } = changedSearch;
  const { sort: _sort, ...searchWithoutOrder } = searchWithoutQuestion;
  const rest = isOnlyOrderLeft ? searchWithoutOrder : searchWithoutQuestion;
  const remainingParameterNames = isOnlyOrderLeft ? [] : unchangedParameterNames;
  const searchWithQuestion: CarSearch = {
    ...rest,
    ...(remainingParameterNames.length === 0 ? {} : { said }),
    fromText: remainingParameterNames.join('.'),
  };
  const lastQuestion = getQuestionText(lastSearch);
  // The field shows the whole question; `q` is only the part of the question that is searched as words.
  if ((typedSearch.q ?? '') === lastQuestion || typedSearch.q === lastSearch.q)
    return readCarSearch({ ...searchWithQuestion, q: lastSearch.q });
  if (typedSearch.q === undefined) return readCarSearch(removeInterpretation(readCarSearch(searchWithQuestion)));
  return readCarSearch({ ...removeInterpretation(searchWithQuestion), q: typedSearch.q, understand: '1' });
}

/** The text that the search field shows: the question as it was typed. */
export function getQuestionText({ said, q }: CarSearch): string {
  return said ?? q ?? '';
}

type Interpretation = {
  readonly q: string;
  readonly filters: readonly { readonly name: string; readonly value: string }[];
  readonly dropped: readonly string[];
  readonly preferred?: readonly string[];
  readonly preferredOnly?: boolean;
  readonly notes?: readonly { readonly code: string; readonly of?: string | undefined }[];
};

/**
 * Returns a search in which words of the text became filters. The filters from the text replace the chosen filters of
 * the same kind. The search names the filters that were read from the text, because the next text replaces them.
 */
export function applyInterpretation(search: CarSearch, interpretation: Interpretation): CarSearch {
  const { q, filters, dropped, preferred = [], preferredOnly = false, notes = [] } = interpretation;
  const { q: typedText, ...rest } = removeParameters(search);
  const foundFilters: Record<string, unknown> = {};
  for (const { name, value } of filters)
    foundFilters[name] = name in foundFilters ? [foundFilters[name], value].flat() : value;
  if (preferred.length > 0) foundFilters.prefer = preferred.join('|');
  if (preferredOnly) foundFilters.preferOnly = '1';
  // The models of a brand that was chosen before do not belong to the newly named brand.
  const chosenModels = 'brand' in foundFilters ? undefined : rest.model;
  const fromText = Object.keys(foundFilters).join('.');
  return readCarSearch({
    ...rest,
    model: chosenModels,
    ...foundFilters,
    q,
    said: typedText,
    fromText,
    dropped: dropped.join(', '),
    notes: formatNotes(notes),
  });
}

function formatNotes(notes: NonNullable<Interpretation['notes']>): string {
  return notes.map(({ code, of }) => (of === undefined ? code : `${code}:${of.replaceAll('|', ' ')}`)).join('|');
}
