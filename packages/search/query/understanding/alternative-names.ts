import { findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { readModelTitle, type Vocabulary } from '../../text/vocabulary.ts';
import { modelSizePattern } from './engine-phrases.ts';
import { generationsAfterModel } from './generations.ts';
import { knownModels, modelsAfterMake } from './known-models.ts';
import { listedModels } from './models-by-make.ts';
import type { PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

const joiningWordPattern = /^(?:or|and|vs|versus|&|\/|n)$/;
/** Joining words that may stand between two names that are both ordinary words: `city or fit`. */
const choosingWordPattern = /^(?:or|vs|versus)$/;
/** Names of models that are numbers, or so common that a neighbour proves nothing. */
const commonWordPattern = /^(?:\d+|[a-z]{1,2}|one|every|cat|mpv)$/;
/** Names of models that are so common as words that only a choice shows that they are models: `stream or wish`. */
const choiceOnlyWordPattern = /^(?:carry|quest|escape|master|expert|partner|traveller|wish)$/;
/** Names of makes that are also ordinary words. */
const ordinaryMakePattern = /^(?:[a-z]{1,2}|seat|smart|man|ram|noble|mini|rover|land|rolls|alpine|triumph|genesis)$/;
const shortNamePattern = /^up$/;

/** The models of the table whose names are ordinary words, by name. */
const modelsByWord = new Map<string, { readonly make: string; readonly name: string }[]>();
for (const { make, name, isReadAfterMakeOnly } of listedModels) {
  const isCommon = commonWordPattern.test(name) && !shortNamePattern.test(name);
  if (!isReadAfterMakeOnly || name.includes(' ') || isCommon) continue;
  modelsByWord.set(name, [...(modelsByWord.get(name) ?? []), { make, name }]);
}
/** Maximum number of words of a name. */
const wordsMaximum = 3;
/** Maximum number of models that one word selects. */
const modelsMaximum = 40;

/**
 * Reads the name of a model that is an ordinary word, next to another model: `vios or city`, `golf vs civic`, `note or
 * march`. A word that is also a name keeps its ordinary meaning when it stands alone.
 */
export function readAlternativeNameAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
): PhraseMatch | null {
  const low = tokens[at]?.low ?? '';
  const number = readNumberInListAt(tokens, at, vocabulary);
  if (number !== null) return number;
  if (!modelsByWord.has(low)) return null;
  if (!isModelOfSize(tokens, at) && !isComparedModel(tokens, at) && !isJoinedToModel(tokens, at, vocabulary))
    return null;
  return readOrdinaryModelAt(tokens, at, vocabulary);
}

/** Reads a word that is the name of a model, where the words before it show that it is no ordinary word. */
export function readOrdinaryModelAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const models = modelsByWord.get(tokens[at]?.low ?? '');
  if (models === undefined) return null;
  const filters = models.flatMap(({ make, name }) => {
    const modelsOnSale = vocabulary
      .findModelsWith(name, name)
      .filter(({ brand }) => makeKey(brand) === makeKey(make))
      .slice(0, modelsMaximum);
    const values = modelsOnSale.length > 0 ? modelsOnSale.map(({ value }) => value) : [`${make}/${capitalise(name)}`];
    return values.map((value) => ({ name: 'model', value }) as const);
  });
  return { next: at + 1, filters };
}

/**
 * Whether the size of an engine or a generation follows a word, or a year follows the first word of the text: `golf
 * 1.4`, `golf mk7`, `wish 2012`.
 */
function isModelOfSize(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.low ?? '';
  const isFirst = at === 0 && tokens[at]?.isBeforeComma !== true && tokens[at]?.low !== 'march';
  const isGeneration = generationsAfterModel.get(tokens[at]?.low ?? '')?.has(next) === true;
  return (
    isGeneration ||
    modelSizePattern.test(next) ||
    modelSizePattern.test(tokens[at - 1]?.low ?? '') ||
    (isFirst && /^(?:199|20[0-2])\d$/.test(next))
  );
}

/**
 * Whether a word names the car with which other cars are compared: `bigger than my golf`, `upgrade from my 2018 fit`.
 */
function isComparedModel(tokens: readonly Token[], at: number): boolean {
  const isYearBefore = /^(?:19|20)\d\d$/.test(tokens[at - 1]?.low ?? '');
  const owner = isYearBefore ? at - 2 : at - 1;
  return (
    /^(?:my|our)$/.test(tokens[owner]?.low ?? '') && /^(?:than|then|from|like)$/.test(tokens[owner - 1]?.low ?? '')
  );
}

/** The words between the models of a list. */
const listWordPattern = /^(?:or|and|vs|versus|&|\/|n|but|not|no)$/;
/** Maximum number of words of a list of models whose names are numbers. */
const maxListWords = 7;

/** Names of models that are numbers, or two letters. */
const shortModelPattern = /^(?:\d{1,3}|[a-z]{2})$/;

/** Reads a short name in a list of models of one make: `6` and `2` in `mazda 3 or 6 but not 2`, `is` in `lexus es or is`. */
function readNumberInListAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const number = tokens[at]?.low ?? '';
  const isListed = tokens[at - 1]?.isBeforeComma === true || listWordPattern.test(tokens[at - 1]?.low ?? '');
  if (!shortModelPattern.test(number) || listWordPattern.test(number) || !isListed) return null;
  for (let before = at - 1; before >= 0 && at - before <= maxListWords; before -= 1) {
    const word = tokens[before]?.low ?? '';
    if (shortModelPattern.test(word) || listWordPattern.test(word)) continue;
    const make = findMakeName(makeKey(word))?.replaceAll(/[ -]/g, '_');
    const isModel = make !== undefined && modelsAfterMake.has(`${make} ${number}`);
    if (!isModel || !modelsAfterMake.has(`${make} ${tokens[before + 1]?.low ?? ''}`)) return null;
    const modelsOnSale = vocabulary
      .findModelsWith(number, number)
      .filter(
        ({ brand, value }) => makeKey(brand) === makeKey(make) && startsWithShortName(readModelTitle(value), number),
      )
      .slice(0, modelsMaximum);
    const values =
      modelsOnSale.length > 0 ? modelsOnSale.map(({ value }) => value) : [`${make}/${number.toUpperCase()}`];
    return { next: at + 1, filters: values.map((value) => ({ name: 'model', value }) as const) };
  }
  return null;
}

/** Whether a title begins with a short name: `ES300h` with `es`, but not `30` with `3`. */
function startsWithShortName(title: string, name: string): boolean {
  const [, letters, digits] = /^(?:([a-z]+)|(\d+))/i.exec(title) ?? [];
  return (letters ?? digits)?.toLowerCase() === name;
}

function isJoinedToModel(tokens: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  const low = (index: number): string => tokens[index]?.low ?? '';
  const [before, after] = [low(at - 1), low(at + 1)];
  const isAfterModel =
    (joiningWordPattern.test(before) && isModelEnd(tokens, at - 1, vocabulary)) ||
    (tokens[at - 1]?.isBeforeComma === true && isModelEnd(tokens, at, vocabulary));
  const isBeforeModel =
    (joiningWordPattern.test(after) && isModelStart(tokens, at + 2, vocabulary)) ||
    (at === 0 && tokens[at]?.isBeforeComma === true && isModelStart(tokens, at + 1, vocabulary));
  const isChosen = [before, after].some((word) => choosingWordPattern.test(word));
  if ((isAfterModel || isBeforeModel) && (isChosen || !choiceOnlyWordPattern.test(low(at)))) return true;
  const isOneOfTwo = (choosingWord: string, other: string): boolean =>
    choosingWordPattern.test(choosingWord) && other !== low(at) && (modelsByWord.has(other) || isMake(other));
  return isOneOfTwo(before, low(at - 2)) || isOneOfTwo(after, low(at + 2));
}

/** Whether a word is the name of a make, and no ordinary word. */
function isMake(word: string): boolean {
  return !ordinaryMakePattern.test(word) && findMakeName(makeKey(word)) !== undefined;
}

/** Whether the name of a model ends before a token. */
function isModelEnd(tokens: readonly Token[], end: number, vocabulary: Vocabulary): boolean {
  return lengths.some((count) => end - count >= 0 && isModel(tokens, end - count, end, vocabulary));
}

/** Whether the name of a model begins at a token, with or without its make. */
function isModelStart(tokens: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  return lengths.some((count) => at + count <= tokens.length && isModel(tokens, at, at + count, vocabulary));
}

const lengths: readonly number[] = Array.from({ length: wordsMaximum }, (_, index) => index + 1);

function isModel(tokens: readonly Token[], from: number, to: number, vocabulary: Vocabulary): boolean {
  const words = tokens.slice(from, to);
  const name = words.map((token) => token.name).join('');
  if (/^[a-z]?\d?$/.test(name)) return false;
  if (knownModels.has(name)) return true;
  // Two ordinary words next to each other are models only when the text offers a choice between them.
  if (modelsByWord.has(name)) return false;
  if (vocabulary.findValuesByName(name).some(({ facet }) => facet === 'model')) return true;
  const make = findMakeName(makeKey(words[0]?.name ?? ''));
  const model = words
    .slice(1)
    .map(({ low }) => low)
    .join(' ');
  if (make === undefined) return false;
  return knownModels.has(model) || modelsAfterMake.has(`${make.replaceAll(/[ -]/g, '_')} ${model}`);
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
