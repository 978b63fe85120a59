import { findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { isExcludedModel, readExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { type GroupOfMakes, makesOfGroup } from '@carhouse/domain/brand/makes-of-group';
import { fuels, transmissions } from '@carhouse/domain/car/drivetrain';
import {
  countWordsOfNot,
  exclusionFillers,
  exclusionJoiningWords,
  exclusionPhrases,
  isNotOfQuestion,
  trailingExclusionPhrases,
} from '@carhouse/domain/text/exclusion-words';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import type { CarSearch, WordPart } from './car-search.ts';
import { nameInCommon, nameOfClass, nameOfModels } from './model-names.ts';
import { readNames } from './search-parts.ts';

/** Words that stand for the makes of a country or of a kind, with the group and its display text. */
const groupsOfMakes: ReadonlyMap<string, { readonly name: string; readonly group: GroupOfMakes }> = new Map(
  (
    [
      ...'german|japanese|korean|italian|british|french|chinese|american|swedish|continental|premium|exotic'
        .split('|')
        .map((word) => [word, word as GroupOfMakes, word] as const),
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
/** Countries of makes. A make is of one of them, so a question may ask for several. */
const countries = /^(?:German|Japanese|Korean|Italian|British|French|Chinese|American|Swedish)$/;
const colours: ReadonlySet<string> = new Set(
  'white|black|grey|gray|silver|blue|red|green|brown|beige|gold|purple|orange|yellow|bronze|pink'.split('|'),
);

const bodies: ReadonlySet<string> = new Set(
  'suv|mpv|sedan|saloon|hatchback|hatch|estate|wagon|coupe|coupé|convertible|cabriolet|roadster|crossover|liftback|van|pickup'.split(
    '|',
  ),
);
/** The bodies on sale that a word stands for, where they have other names. */
const bodiesByWord: Readonly<Record<string, RegExp>> = {
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
 * Names the values of a filter by the words of the question that they were read from: `Not Toyota`, `Not black or white`,
 * `Japanese`. The result is undefined when no word of the question stands for all the values, or when the visitor has
 * changed the values.
 */
export function nameOfGroup(search: CarSearch, part: WordPart): string | undefined {
  const values = search[part] ?? [];
  const { said } = search;
  if (part === 'model' && values.length > 1 && values.every(isExcludedModel))
    return nameOfExcludedModels(values, wordsOf(said ?? ''));
  if (said === undefined || values.length < 2 || !readNames(search).includes(part)) return undefined;
  const words = wordsOf(said);
  if (part === 'model') return nameOfModels(words, values);
  if (part === 'body' && areFiveDoors(words, values)) return searchResultMessages.fiveDoors;
  if (part === 'colour' && words.includes('bright')) return searchResultMessages.brightColours;
  const areNamed = part === 'brand' && namesOneOf(words, values);
  const excluded = excludedNames(part, words);
  const group =
    part === 'brand' && !areNamed ? (nameOfGroups(words, excluded, values) ?? nameOfNote(search, values)) : undefined;
  // A filter that has a value does not exclude it: in `suv but audi or bmw` nothing is excluded.
  if (excluded.some((name) => isChosen(name, values))) return undefined;
  if (areNamed && excluded.some((name) => findMakeName(makeKey(name)) === undefined)) return undefined;
  // In `wagon or mpv, not suv` the bodies are named, and nothing else is excluded.
  if (part === 'body' && excluded.length > 0 && namesBody(words, excluded, values)) return undefined;
  // In `fuel efficient, not diesel` petrol is left out, too.
  if (part === 'fuel' && excluded.length + values.length < fuels.length) return undefined;
  return excluded.length > 0 ? searchResultMessages.excluded(excluded, group) : group;
}

/** The fewest bodies that five doors stand for. A body that the question names is one of them. */
const bodiesMinimum = 3;
const bodiesOfFiveDoors = /hatch|liftback|fastback|estate|wagon|suv|utility|crossover|mpv|people|minivan/i;

/** Whether the bodies are those of cars with five doors, which the question asks for. */
function areFiveDoors(words: readonly string[], values: readonly string[]): boolean {
  const isAsked = /\b(?:5|five)[ -]?(?:doors?|dr)\b/.test(words.join(' '));
  return isAsked && values.length >= bodiesMinimum && values.every((value) => bodiesOfFiveDoors.test(value));
}

/** Whether the question names one of the bodies itself, beside the excluded ones. */
function namesBody(words: readonly string[], excluded: readonly string[], values: readonly string[]): boolean {
  const excludedWords = new Set(excluded.map((name) => name.toLowerCase()));
  return words.some((word) => {
    if (!bodies.has(word) || excludedWords.has(word)) return false;
    const pattern = bodiesByWord[word];
    return values.some((value) => (pattern === undefined ? value.toLowerCase() === word : pattern.test(value)));
  });
}

/**
 * The groups of makes that a question asks for: `German`, `German or Italian`. The result is undefined when the filter has
 * a make of another group.
 */
function nameOfGroups(
  words: readonly string[],
  excluded: readonly string[],
  values: readonly string[],
): string | undefined {
  const groups = words.flatMap((word) => groupsOfMakes.get(word) ?? []).filter(({ name }) => !excluded.includes(name));
  const [first] = groups;
  if (first === undefined) return undefined;
  const asked = groups.every(({ name }) => countries.test(name)) ? groups : [first];
  const makes = new Set(asked.flatMap(({ group }) => keysOfGroup(group)));
  if (!values.every((value) => makes.has(makeKey(value)))) return undefined;
  return [...new Set(asked.map(({ name }) => name))].join(searchMessages.empty.or);
}

/** `Premium` for the makes that the server took words such as `show off` for, as its note says. */
function nameOfNote({ notes = '' }: CarSearch, values: readonly string[]): string | undefined {
  const makes = new Set(keysOfGroup('premium'));
  const isPremium = notes.split('|').includes('luxury') && values.every((value) => makes.has(makeKey(value)));
  return isPremium ? groupsOfMakes.get('premium')?.name : undefined;
}

function keysOfGroup(group: GroupOfMakes): readonly string[] {
  return makesOfGroup[group].map(makeKey);
}

/** Whether one of the values of a filter is what an excluded word stands for. */
function isChosen(name: string, values: readonly string[]): boolean {
  const pattern = bodiesByWord[name.toLowerCase()];
  const group = groupsOfMakes.get(name.toLowerCase())?.group;
  const keys = new Set([makeKey(name), ...(group === undefined ? [] : keysOfGroup(group))]);
  return values.some((value) => keys.has(makeKey(value)) || pattern?.test(value) === true);
}

/** `Not Tesla Model 3` for all its versions, and otherwise the names of the excluded models. */
function nameOfExcludedModels(values: readonly string[], words: readonly string[]): string {
  const models = values.map((value) => readExcludedModel(value) ?? value);
  const nameOfAll = nameOfClass(words, models);
  if (nameOfAll !== undefined) return searchResultMessages.excluded([nameOfAll]);
  const families = new Map<string, string[]>();
  for (const model of models) {
    const family = model.split(' ', 2).join(' ');
    families.set(family, [...(families.get(family) ?? []), model]);
  }
  const names = [...families.values()].map((family) => nameInCommon(family) ?? family.join(', '));
  return searchResultMessages.excluded([...new Set(names)]);
}

/** The words of a question in lower case, with `not` for each negated verb. */
function wordsOf(said: string): readonly string[] {
  const words = said
    .toLowerCase()
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/\bang moh\b/g, 'angmoh')
    .split(/[\s,;/]+/);
  return withPlainNegations(words.map(withoutEnd).filter((word) => word !== ''));
}

/** Whether the question names one of the makes itself, as `japanese or bmw` does. */
function namesOneOf(words: readonly string[], brands: readonly string[]): boolean {
  const makes = words.map((word) => findMakeName(makeKey(word)));
  return brands.some((brand) => makes.some((make) => make !== undefined && makeKey(make) === makeKey(brand)));
}

/** The display texts of the excluded words that are values of this filter. */
function excludedNames(part: WordPart, words: readonly string[]): readonly string[] {
  const names: string[] = [];
  let isExcluding = false;
  for (let at = 0; at < words.length; ) {
    const phraseLength = lengthOfPhraseAt(words, at, exclusionPhrases);
    const word = words[at] ?? '';
    // `diesel no need` excludes what stands before.
    if (lengthOfPhraseAt(words, at + 1, trailingExclusionPhrases) > 0) {
      const name = excludedValue(part, word);
      if (name !== undefined && !names.includes(name)) names.push(name);
    }
    // `can or not` asks a question and excludes nothing.
    if (isNotOfQuestion(words, at)) isExcluding = false;
    else if (phraseLength > 0) isExcluding = true;
    else if (isExcluding && !exclusionFillers.has(word) && !exclusionJoiningWords.has(word)) {
      const name = excludedValue(part, word);
      if (name === undefined) isExcluding = false;
      else if (!names.includes(name)) names.push(name);
    }
    at += Math.max(1, phraseLength);
  }
  return names;
}

/** The number of words of the longest of the phrases at a word; 0 when there is none. */
function lengthOfPhraseAt(words: readonly string[], at: number, phrases: readonly string[]): number {
  const lengths = phrases.map((phrase) => {
    const parts = phrase.split(' ');
    return parts.every((word, index) => words[at + index] === word) ? parts.length : 0;
  });
  return Math.max(...lengths);
}

function excludedValue(part: WordPart, word: string): string | undefined {
  if (part === 'brand') return groupsOfMakes.get(word)?.name ?? findMakeName(makeKey(word));
  const isValue =
    (part === 'fuel' && (fuels as readonly string[]).includes(word)) ||
    (part === 'transmission' && (transmissions as readonly string[]).includes(word)) ||
    (part === 'colour' && colours.has(word)) ||
    (part === 'body' && bodies.has(word));
  if (!isValue) return undefined;
  return word === 'suv' || word === 'mpv' ? word.toUpperCase() : word;
}

/** The words with `not` for each negated verb: `isn't`, `won't be`. */
function withPlainNegations(words: readonly string[]): readonly string[] {
  const plainWords: string[] = [];
  for (let at = 0; at < words.length; ) {
    const count = countWordsOfNot(words, at);
    plainWords.push(count === 0 ? (words[at] ?? '') : 'not');
    at += Math.max(1, count);
  }
  return plainWords;
}

/** The word without the punctuation at its end. */
function withoutEnd(word: string): string {
  let end = word.length;
  while (end > 0 && !/[\p{L}\p{N}&-]/u.test(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
