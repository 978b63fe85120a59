import { findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { isExcludedModel, readExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { type CarMakeGroup, carMakesByGroup } from '@carhouse/domain/brand/makes-of-group';
import { fuels, transmissions } from '@carhouse/domain/car/drivetrain';
import {
  countNegationWords,
  exclusionFillers,
  exclusionJoiningWords,
  exclusionPhrases,
  isNotAtEndOfQuestion,
  trailingExclusionPhrases,
} from '@carhouse/domain/text/exclusion-words';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import type { CarSearch, WordParameter } from './car-search.ts';
import { describeModelClass, describeModels, findCommonName } from './model-names.ts';
import { listParameterNamesFromText } from './search-parts.ts';

/** Words that stand for the makes of a country or of a kind, with the group and its display text. */
const groupsByWord: ReadonlyMap<string, { readonly name: string; readonly group: CarMakeGroup }> = new Map(
  (
    [
      ...'german|japanese|korean|italian|british|french|chinese|american|swedish|continental|premium|exotic'
        .split('|')
        .map((word) => [word, word as CarMakeGroup, word] as const),
      ['jap', 'japanese', 'japanese'],
      ['jdm', 'japanese', 'japanese'],
      ['japan', 'japanese', 'japanese'],
      ['germany', 'german', 'german'],
      ['korea', 'korean', 'korean'],
      ['china', 'chinese', 'chinese'],
      ['conti', 'continental', 'continental'],
      ['angmoh', 'continental', 'continental'],
      ['european', 'continental', 'european'],
      ['euro', 'continental', 'european'],
      ['supercar', 'exotic', 'exotic'],
      ['supercars', 'exotic', 'exotic'],
      ['super', 'exotic', 'exotic'],
      ['exotics', 'exotic', 'exotic'],
      ['hypercar', 'exotic', 'exotic'],
      ['luxury', 'premium', 'luxury'],
      ['luxurious', 'premium', 'luxury'],
      ['prestige', 'premium', 'premium'],
      ['prestigious', 'premium', 'premium'],
      ['atas', 'premium', 'premium'],
    ] as const
  ).map(([word, group, name]) => [word, { group, name: name.charAt(0).toUpperCase() + name.slice(1) }] as const),
);
/**
 * Matches the name of a group that is a country. Each make belongs to one country, so a question may ask for several
 * countries.
 */
const countryGroupPattern = /^(?:German|Japanese|Korean|Italian|British|French|Chinese|American|Swedish)$/;
const colourWords: ReadonlySet<string> = new Set(
  'white|black|grey|gray|silver|blue|red|green|brown|beige|gold|purple|orange|yellow|bronze|pink'.split('|'),
);

const bodyWords: ReadonlySet<string> = new Set(
  'suv|mpv|sedan|saloon|hatchback|hatch|estate|wagon|coupe|coupé|convertible|cabriolet|roadster|crossover|liftback|van|pickup'.split(
    '|',
  ),
);
/**
 * The names of bodies on sale that a word stands for. A word that is not in this table stands only for the body of that
 * name.
 */
const bodyPatternsByWord: Readonly<Record<string, RegExp>> = {
  suv: /suv|sports? utility|crossover/i,
  mpv: /mpv|people|minivan/i,
  sedan: /sedan|saloon/i,
  saloon: /sedan|saloon/i,
  estate: /estate|wagon/i,
  wagon: /estate|wagon/i,
  coupe: /coup[eé]/i,
  convertible: /convertible|cabrio|roadster|sp[iy]der/i,
  cabriolet: /convertible|cabrio/i,
};

/**
 * Describes the values of a filter by the words of the question from which they were read: `Not Toyota`, `Not black or
 * white`, `Japanese`. The result is undefined when no word of the question stands for all the values, or when the
 * visitor has changed the values.
 */
export function describeValueGroup(search: CarSearch, part: WordParameter): string | undefined {
  const values = search[part] ?? [];
  const { said } = search;
  if (part === 'model' && values.length > 1 && values.every(isExcludedModel))
    return describeExcludedModels(values, splitWords(said ?? ''));
  if (said === undefined || values.length < 2 || !listParameterNamesFromText(search).includes(part)) return undefined;
  const words = splitWords(said);
  if (part === 'model') return describeModels(words, values);
  if (part === 'body' && areFiveDoorBodies(words, values)) return searchResultMessages.fiveDoors;
  if (part === 'colour' && words.includes('bright')) return searchResultMessages.brightColours;
  const areBrandsNamed = part === 'brand' && isBrandNamed(words, values);
  const excludedNames = listExcludedNames(part, words);
  const group =
    part === 'brand' && !areBrandsNamed
      ? (describeMakeGroups(words, excludedNames, values) ?? describePremiumNote(search, values))
      : undefined;
  // When a filter has a value, the value is not excluded: in `suv but audi or bmw` nothing is excluded.
  if (excludedNames.some((name) => isNameOfValue(name, values))) return undefined;
  if (areBrandsNamed && excludedNames.some((name) => findMakeName(makeKey(name)) === undefined)) return undefined;
  // In `wagon or mpv, not suv` the bodies are named, and nothing else is excluded.
  if (part === 'body' && excludedNames.length > 0 && isBodyNamed(words, excludedNames, values)) return undefined;
  // In `fuel efficient, not diesel` petrol is left out, too.
  if (part === 'fuel' && excludedNames.length + values.length < fuels.length) return undefined;
  return excludedNames.length > 0 ? searchResultMessages.excluded(excludedNames, group) : group;
}

/**
 * The minimum number of bodies for which the text says `five doors`. A body that the question names counts among these
 * bodies.
 */
const minFiveDoorBodyCount = 3;
const fiveDoorBodyPattern = /hatch|liftback|fastback|estate|wagon|suv|utility|crossover|mpv|people|minivan/i;

/** Whether the values are bodies of cars with five doors, which the question asks for. */
function areFiveDoorBodies(words: readonly string[], values: readonly string[]): boolean {
  const isAsked = /\b(?:5|five)[ -]?(?:doors?|dr)\b/.test(words.join(' '));
  return isAsked && values.length >= minFiveDoorBodyCount && values.every((value) => fiveDoorBodyPattern.test(value));
}

/** Whether the question names one of the bodies of the filter, in addition to the excluded bodies. */
function isBodyNamed(words: readonly string[], excludedNames: readonly string[], values: readonly string[]): boolean {
  const excludedWords = new Set(excludedNames.map((name) => name.toLowerCase()));
  return words.some((word) => {
    if (!bodyWords.has(word) || excludedWords.has(word)) return false;
    const pattern = bodyPatternsByWord[word];
    return values.some((value) => (pattern === undefined ? value.toLowerCase() === word : pattern.test(value)));
  });
}

/**
 * Names the groups of makes that a question asks for: `German`, `German or Italian`. The result is undefined when the
 * filter has a make of another group.
 */
function describeMakeGroups(
  words: readonly string[],
  excludedNames: readonly string[],
  values: readonly string[],
): string | undefined {
  const groups = words
    .flatMap((word) => groupsByWord.get(word) ?? [])
    .filter(({ name }) => !excludedNames.includes(name));
  const [firstGroup] = groups;
  if (firstGroup === undefined) return undefined;
  const askedGroups = groups.every(({ name }) => countryGroupPattern.test(name)) ? groups : [firstGroup];
  const makes = new Set(askedGroups.flatMap(({ group }) => listMakesOfGroup(group)));
  if (!values.every((value) => makes.has(makeKey(value)))) return undefined;
  return [...new Set(askedGroups.map(({ name }) => name))].join(searchMessages.empty.or);
}

/** Returns `Premium` when a note of the server says that words such as `show off` mean premium makes. */
function describePremiumNote({ notes = '' }: CarSearch, values: readonly string[]): string | undefined {
  const makes = new Set(listMakesOfGroup('premium'));
  const areAllPremium = notes.split('|').includes('luxury') && values.every((value) => makes.has(makeKey(value)));
  return areAllPremium ? groupsByWord.get('premium')?.name : undefined;
}

function listMakesOfGroup(group: CarMakeGroup): readonly string[] {
  return carMakesByGroup[group].map(makeKey);
}

/** Whether an excluded name stands for one of the values of a filter. */
function isNameOfValue(name: string, values: readonly string[]): boolean {
  const pattern = bodyPatternsByWord[name.toLowerCase()];
  const group = groupsByWord.get(name.toLowerCase())?.group;
  const keys = new Set([makeKey(name), ...(group === undefined ? [] : listMakesOfGroup(group))]);
  return values.some((value) => keys.has(makeKey(value)) || pattern?.test(value) === true);
}

/** `Not Tesla Model 3` for all its versions, and otherwise the names of the excluded models. */
function describeExcludedModels(values: readonly string[], words: readonly string[]): string {
  const models = values.map((value) => readExcludedModel(value) ?? value);
  const commonName = describeModelClass(words, models);
  if (commonName !== undefined) return searchResultMessages.excluded([commonName]);
  const modelsByPrefix = new Map<string, string[]>();
  for (const model of models) {
    const prefix = model.split(' ', 2).join(' ');
    modelsByPrefix.set(prefix, [...(modelsByPrefix.get(prefix) ?? []), model]);
  }
  const names = [...modelsByPrefix.values()].map((group) => findCommonName(group) ?? group.join(', '));
  return searchResultMessages.excluded([...new Set(names)]);
}

/** The words of a question in lower case, with `not` for each negated verb. */
function splitWords(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/\bang moh\b/g, 'angmoh')
    // `any suv but tesla` excludes Tesla.
    .replace(/\b((?:any|anything|all|every|everything)(?: \S+){0,2}) but (?!no)/g, '$1 except ')
    .replace(/\bpeople (?:carrier|mover)s?\b|\bmulti[- ]purpose vehicles?\b/g, 'mpv')
    .replace(/\b4x4s?\b|\bsports? utility(?: vehicles?)?\b/g, 'suv')
    .replace(/\b(?:big|large|bigger) cars?\b/g, 'suv or mpv')
    .split(/[\s,;/]+/);
  return replaceNegatedVerbs(words.map(trimEndPunctuation).filter((word) => word !== ''));
}

/** Whether the question names one of the makes directly, as `japanese or bmw` does. */
function isBrandNamed(words: readonly string[], brands: readonly string[]): boolean {
  const makes = words.map((word) => findMakeName(makeKey(word)));
  return brands.some((brand) => makes.some((make) => make !== undefined && makeKey(make) === makeKey(brand)));
}

/** The display texts of the excluded words that are values of this filter. */
function listExcludedNames(part: WordParameter, words: readonly string[]): readonly string[] {
  const names: string[] = [];
  let isExcluding = false;
  for (let at = 0; at < words.length; ) {
    const phraseLength = findPhraseLengthAt(words, at, exclusionPhrases);
    const word = words[at] ?? '';
    // In `diesel no need`, the phrase `no need` excludes the word before it.
    if (findPhraseLengthAt(words, at + 1, trailingExclusionPhrases) > 0) {
      const name = findExcludedValue(part, word);
      if (name !== undefined && !names.includes(name)) names.push(name);
    }
    // In `can or not`, the word `not` asks a question and excludes nothing.
    if (isNotAtEndOfQuestion(words, at)) isExcluding = false;
    else if (phraseLength > 0) isExcluding = true;
    else if (isExcluding && !exclusionFillers.has(word) && !exclusionJoiningWords.has(word)) {
      const name = findExcludedValue(part, word);
      if (name === undefined) isExcluding = false;
      else if (!names.includes(name)) names.push(name);
    }
    at += Math.max(1, phraseLength);
  }
  return names;
}

/** Returns the number of words of the longest phrase that begins at a word; 0 when no phrase begins there. */
function findPhraseLengthAt(words: readonly string[], at: number, phrases: readonly string[]): number {
  const phraseLengths = phrases.map((phrase) => {
    const parts = phrase.split(' ');
    return parts.every((word, index) => words[at + index] === word) ? parts.length : 0;
  });
  return Math.max(...phraseLengths);
}

function findExcludedValue(part: WordParameter, word: string): string | undefined {
  if (part === 'brand') return groupsByWord.get(word)?.name ?? findMakeName(makeKey(word));
  const isNamedValue =
    (part === 'fuel' && (fuels as readonly string[]).includes(word)) ||
    (part === 'transmission' && (transmissions as readonly string[]).includes(word)) ||
    (part === 'colour' && colourWords.has(word)) ||
    (part === 'body' && bodyWords.has(word));
  if (!isNamedValue) return undefined;
  return word === 'suv' || word === 'mpv' ? word.toUpperCase() : word;
}

/** The words with `not` for each negated verb: `isn't`, `won't be`. */
function replaceNegatedVerbs(words: readonly string[]): readonly string[] {
  const plainWords: string[] = [];
  for (let at = 0; at < words.length; ) {
    const count = countNegationWords(words, at);
    plainWords.push(count === 0 ? (words[at] ?? '') : 'not');
    at += Math.max(1, count);
  }
  return plainWords;
}

/** The word without the punctuation at its end. */
function trimEndPunctuation(word: string): string {
  let end = word.length;
  while (end > 0 && !/[\p{L}\p{N}&-]/u.test(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
