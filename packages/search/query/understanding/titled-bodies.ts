import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { searchWords } from '@carhouse/domain/text/search-words';
import { readModelTitle } from '../../text/vocabulary.ts';
import type { UnderstoodFilter } from './phrase-match.ts';

/**
 * Handles a body whose word is a part of a model's title. A `glc coupe` is the model `GLC 300 Coupé`, whose body is an
 * SUV: only the models with the word in their titles are kept, and the body is no filter.
 */
export function replaceTitledBodies(filters: readonly UnderstoodFilter[]): readonly UnderstoodFilter[] {
  const models = filters.filter(({ name, value }) => name === 'model' && !isExcludedModel(value));
  const bodies = filters.filter(({ name }) => name === 'body');
  const wordsOfBody = new Set(bodies.map(({ typed: typedBody }) => searchWords(typedBody).join(' ')));
  const [word = ''] = wordsOfBody;
  if (models.length === 0 || wordsOfBody.size !== 1 || word === '') return filters;
  const titledModels = models.filter(({ value }) => searchWords(readModelTitle(value)).includes(word));
  if (titledModels.length === 0) return filters;
  return filters.filter(
    (filter) => filter.name !== 'body' && (filter.name !== 'model' || titledModels.includes(filter)),
  );
}
