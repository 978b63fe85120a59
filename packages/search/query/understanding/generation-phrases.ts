import { findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import type { Vocabulary } from '../../text/vocabulary.ts';
import { type Generation, generationsAfterModel, generationsByCode } from './generations.ts';
import { knownModels } from './known-models.ts';
import { findAbsentName, findModelName, readModelOfMakeAt } from './names.ts';
import type { Filter, PhraseMatch } from './phrase-match.ts';
import { readTokens, type Token } from './tokens.ts';
import { findTradePhrase } from './trade-phrases.ts';

/** Codes that are also names of models of other makes, and are not in the table of known models. */
const otherMakeCodePattern = /^f(?:12|40)$/;
/** Words for a generation between the model and its code, or after the code. */
const generationNounPattern = /^(?:gen|generation|model|shape|chassis|series)$/;
const openEndYear = 2099;

/**
 * Reads the code of a generation: `w205`, `bmw e90`, `civic fc`, `golf mk7`. A code means the model and the years in
 * which the generation was sold new.
 */
export function readGenerationAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const low = tokens[at]?.low ?? '';
  const code = low === 'mk' ? `mk${tokens[at + 1]?.low ?? ''}` : low;
  const next = code === low ? at + 1 : at + 2;
  const end = generationNounPattern.test(tokens[next]?.low ?? '') ? next + 1 : next;
  const generationOfModel = findAfterModel(tokens, at, code);
  if (generationOfModel !== undefined) return { next: end, filters: makeYearFilters(generationOfModel) };
  const generation = generationsByCode.get(code);
  if (generation === undefined || isOtherModel(tokens, code, generation, vocabulary)) return null;
  const models = findModelFilters(generation.model, vocabulary);
  return models.length === 0 ? null : { next: end, filters: [...models, ...makeYearFilters(generation)] };
}

/**
 * Finds the generation of the model whose name ends before the code: for `3` in `mazda 3 bm`, the two words before the
 * code are part of the match.
 */
function findAfterModel(tokens: readonly Token[], at: number, code: string): Generation | undefined {
  const word = tokens[at - 1]?.low ?? '';
  const generations =
    generationsAfterModel.get(`${tokens[at - 2]?.low ?? ''} ${word}`) ?? generationsAfterModel.get(word);
  return generations?.get(code);
}

/** Whether a code is the name of a model of another make, such as `e63`, and the text does not name the make of the code. */
function isOtherModel(tokens: readonly Token[], code: string, { model }: Generation, vocabulary: Vocabulary): boolean {
  const make = makeKey(model.slice(0, model.indexOf(' ')));
  const makes = tokens.flatMap(({ name }) => findMakeName(makeKey(name)) ?? []).map(makeKey);
  if (makes.length > 0) return !makes.some((named) => named.startsWith(make));
  const isOnSale = vocabulary.findModelsWith(code, code).some(({ brand }) => !makeKey(brand).startsWith(make));
  return isOnSale || knownModels.has(code) || otherMakeCodePattern.test(code);
}

/** The filters of the model that these words name. */
function findModelFilters(words: string, vocabulary: Vocabulary): readonly Filter[] {
  const tokens = readTokens(words);
  const makes = new Set(
    vocabulary
      .findValuesByName(tokens[0]?.name ?? '')
      .flatMap(({ facet, value }) => (facet === 'brand' ? [value] : [])),
  );
  const match =
    findTradePhrase(tokens, 1, vocabulary) ??
    findModelName(tokens, 1, vocabulary, makes) ??
    readModelOfMakeAt(tokens, 1, vocabulary) ??
    findAbsentName(tokens, 1, vocabulary);
  return match?.filters.filter(({ name }) => name === 'model') ?? [];
}

function makeYearFilters({ from, to }: Generation): readonly Filter[] {
  const first: Filter = { name: 'minYear', value: String(from) };
  return to === openEndYear ? [first] : [first, { name: 'maxYear', value: String(to) }];
}
