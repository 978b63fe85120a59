import { findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import type { Vocabulary } from '../../text/vocabulary.ts';
import type { Filter, UnderstoodFilter } from './phrase-match.ts';

/** The models, and the makes without a named model, that were left out because none is on sale. */
export function listNamesNotOnSale(
  allFilters: readonly UnderstoodFilter[],
  usedFilters: readonly UnderstoodFilter[],
  vocabulary: Vocabulary,
): readonly string[] {
  const isUsed = (filter: UnderstoodFilter) => usedFilters.some(({ value }) => value === filter.value);
  const models = allFilters.filter(
    (filter) =>
      filter.name === 'model' &&
      !isUsed(filter) &&
      !isExcludedModel(filter.value) &&
      !vocabulary.isOnSale('model', filter.value),
  );
  const namedModels = allFilters.filter(({ name }) => name === 'model');
  const makes = allFilters.filter(
    (filter) =>
      filter.name === 'brand' &&
      !isUsed(filter) &&
      !vocabulary.isOnSale('brand', filter.value) &&
      !namedModels.some(({ value }) => value.startsWith(`${filter.value}/`)),
  );
  const isMakeLeftOut = usedFilters.some(({ name }) => name === 'model');
  return [
    ...models.map(({ value }) => makeModelName(value)),
    ...(isMakeLeftOut ? makes.map(({ value }) => findMakeName(makeKey(value)) ?? value) : []),
  ];
}

/** The name of a make or model for display. */
export function makeCarName({ name, value }: Filter): string {
  return name === 'model' ? makeModelName(value) : (findMakeName(makeKey(value)) ?? value);
}

/** How a sentence names the other cars of a group of makes: `other supercar`, `other Japanese make`. */
export function makeNameOfOthers(typed: string): string {
  const isCategoryNoun = /cars?$|makes?$|brands?$|^exotics?$/i.test(typed);
  if (isCategoryNoun) return `other ${typed.replace(/s$/i, '')}`;
  const isOfCountry = /^(?:german|japanese|korean|italian|british|french|chinese|american|swedish|european)$/i.test(
    typed,
  );
  return `other ${isOfCountry ? typed.charAt(0).toUpperCase() + typed.slice(1).toLowerCase() : typed} make`;
}

/** The name of a model for display: `Porsche 911` for `Porsche/911`. */
export function makeModelName(value: string): string {
  const make = value.slice(0, value.indexOf('/'));
  return `${findMakeName(makeKey(make)) ?? make} ${value.slice(make.length + 1)}`;
}

/**
 * Removes all filters of each phrase that names a model that no car on sale has. The filters stay unless the text also
 * names a model on sale: `s class or 7 series`. The filters of a phrase that names a model include the model's make.
 */
export function preferModelsOnSale(
  filters: readonly UnderstoodFilter[],
  vocabulary: Vocabulary,
): readonly UnderstoodFilter[] {
  const models = filters.filter(({ name, value }) => name === 'model' && !isExcludedModel(value));
  if (models.length < 2) return filters;
  const absentModels = models.filter(({ value }) => !vocabulary.isOnSale('model', value));
  if (absentModels.length === models.length) return filters;
  return filters.filter(
    (filter) =>
      !absentModels.some((model) => model.from === filter.from || isMakeBefore(filter, model)) ||
      // The make of a model on sale stays.
      models.some((model) => !absentModels.includes(model) && isMakeBefore(filter, model)),
  );
}

/** Whether a make stands directly before its model: `bmw` in `gls or bmw x7`. */
function isMakeBefore(make: UnderstoodFilter, model: UnderstoodFilter): boolean {
  const isOfModel = make.name === 'brand' && model.value.startsWith(`${make.value}/`);
  return isOfModel && make.to <= model.from && model.from - make.to <= 1;
}

/** Removes the makes of models that no car on sale has. Cars like such a model may be of any make. */
export function removeMakesOfAbsentModels(
  filters: readonly UnderstoodFilter[],
  vocabulary: Vocabulary,
): readonly UnderstoodFilter[] {
  const absentModels = filters.filter(({ name, value }) => name === 'model' && !vocabulary.isOnSale('model', value));
  return filters.filter(
    ({ name, value }) => name !== 'brand' || !absentModels.some((model) => model.value.startsWith(`${value}/`)),
  );
}
