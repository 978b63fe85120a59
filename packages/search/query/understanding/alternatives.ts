import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import type { Vocabulary } from '../../text/vocabulary.ts';
import type { UnderstoodFilter } from './phrase-match.ts';
import type { Token } from './tokens.ts';

const joiningWordPattern = /^(?:or|and|vs|versus|&|\/)$/;

/** Maximum number of models that stand for a make. */
const modelsMaximum = 40;

/**
 * Reads makes and models that are alternatives of each other: `bmw 5 series or e class`, `tesla or bmw 320i`. Makes and
 * models are different filters, which a car must meet together. A make without a named model is therefore replaced by
 * its models, and no make remains. A phrase for several makes, such as `german`, limits the models to these makes and
 * stays.
 */
export function addModelsOfMakes(
  filters: readonly UnderstoodFilter[],
  tokens: readonly Token[],
  vocabulary: Vocabulary,
): readonly UnderstoodFilter[] {
  const makes = filters.filter(({ name }) => name === 'brand');
  const models = filters.filter(({ name, value }) => name === 'model' && !isExcludedModel(value));
  const hasOneMakePerPhrase = new Set(makes.map(({ from }) => from)).size === makes.length;
  const isJoined = tokens.some(({ low, isBeforeComma }) => isBeforeComma === true || joiningWordPattern.test(low));
  if (makes.length === 0 || models.length === 0 || !hasOneMakePerPhrase || !isJoined) return filters;
  const makesOfModels = new Set(models.map(({ value }) => value.slice(0, value.indexOf('/'))));
  const namedMakes = new Set(makes.map(({ value }) => value));
  const makesWithoutModel = makes.filter(({ value }) => !makesOfModels.has(value));
  const isMakeMissing = [...makesOfModels].some((make) => !namedMakes.has(make));
  const modelsOfMakes = makesWithoutModel.flatMap((make) =>
    vocabulary
      .listValues('model')
      .filter(({ brand }) => brand === make.value)
      .map(({ value }): UnderstoodFilter => ({ ...make, name: 'model', value })),
  );
  if (modelsOfMakes.length === 0 && !isMakeMissing) return filters;
  const otherFilters = filters.filter(({ name }) => name !== 'brand');
  return [...otherFilters, ...modelsOfMakes.slice(0, modelsMaximum)].toSorted((a, b) => a.from - b.from);
}
