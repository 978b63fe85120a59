import { makeKey } from '@carhouse/domain/brand/brand-spellings';
import type { Vocabulary } from '../../text/vocabulary.ts';
import type { Filter, PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';
import type { PhraseMeaning, TradeEntry } from './trade-entry.ts';
import { tradeVocabulary } from './trade-vocabulary.ts';

/** Maximum number of values that one phrase may select. */
const valuesMaximum = 40;

type TradePhrase = { readonly words: readonly string[]; readonly entry: TradeEntry };

/**
 * The phrases by their first word, the longest first. A token is therefore compared only with the phrases that begin
 * with it.
 */
const phrasesByWord = new Map<string, TradePhrase[]>();
const wordsOfPhrases = new Set<string>();
const firstMeaningByWord = new Map<string, PhraseMeaning>();
for (const entry of tradeVocabulary) for (const phrase of entry.phrases) addPhrase(phrase, entry);
for (const phrases of phrasesByWord.values()) phrases.sort((a, b) => b.words.length - a.words.length);

function addPhrase(phrase: string, entry: TradeEntry): void {
  const words = phrase.split(' ');
  const [first = '', second = '', third] = words;
  // Only a part of the words may be joined: `rear-wheel drive`, `full dealer-service`.
  const partlyJoinedWords =
    words.length === 3
      ? [
          [`${first}-${second}`, third ?? ''],
          [first, `${second}-${third}`],
          [`${first}${second}`, third ?? ''],
        ]
      : [];
  const spellings = words.length === 1 ? [words] : [words, [words.join('-')], [words.join('')], ...partlyJoinedWords];
  for (const spelling of spellings) {
    const [firstWord = ''] = spelling;
    for (const word of spelling) wordsOfPhrases.add(word);
    if (spelling.length === 1 && !firstMeaningByWord.has(firstWord)) firstMeaningByWord.set(firstWord, entry.meaning);
    const knownPhrases = phrasesByWord.get(firstWord);
    if (knownPhrases === undefined) phrasesByWord.set(firstWord, [{ words: spelling, entry }]);
    else if (!knownPhrases.some((otherPhrase) => otherPhrase.words.join(' ') === spelling.join(' ')))
      knownPhrases.push({ words: spelling, entry });
  }
}

/**
 * The words of the table that mistyped words may be corrected to. Words that are only fillers or opinions are not
 * included.
 */
export const tradeWords: readonly string[] = [
  ...new Set(
    tradeVocabulary
      .filter(({ meaning: { is } }) => is !== 'filler' && is !== 'opinion')
      .flatMap(({ phrases }) => phrases.flatMap((phrase) => phrase.split(' '))),
  ),
];

/** The meaning of one word in the table. The result is undefined for an unknown word. */
export function findMeaning(word: string): PhraseMeaning['is'] | undefined {
  return firstMeaningByWord.get(word)?.is;
}

/** Whether a phrase of the table contains the word. */
export function isTradeWord(word: string): boolean {
  return wordsOfPhrases.has(word);
}

/** The longest phrase of the table at a token, with its filters as values that are on sale. */
export function findTradePhrase(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  for (const { words, entry } of phrasesByWord.get(tokens[at]?.low ?? '') ?? []) {
    if (words.some((word, index) => tokens[at + index]?.low !== word)) continue;
    const next = at + words.length;
    // A word after a comma belongs to another part of the text: in `hybrid, sunroof` the energy is meant.
    const isEnd = tokens[next - 1]?.isBeforeComma === true;
    if (!isEnd && entry.unlessBefore?.test(tokens[next]?.low ?? '') === true) continue;
    const isPartStart = tokens[at - 1]?.isBeforeComma === true;
    if (!isPartStart && entry.unlessAfter?.test(tokens[at - 1]?.low ?? '') === true) continue;
    const isBodyOrColour = ['body', 'colour', 'other colours'].includes(entry.meaning.is);
    const isSingleWord = entry.meaning.is === 'opinion' || entry.meaning.is === 'filler';
    if ((isBodyOrColour || isSingleWord) && isPartOfModelName(tokens, at, next, vocabulary)) continue;
    const match = makeMatch(entry, next, vocabulary);
    if (match === null) continue;
    const { impliedMeanings, preferredPhrases, synonyms, reportsUnstated, isEconomical, isVague, fact, note, topic } =
      entry;
    const suggestedMatches = (impliedMeanings ?? []).map((meaning) =>
      makeMatch({ phrases: entry.phrases, meaning }, next, vocabulary),
    );
    const quarter = suggestedMatches.find((each) => each?.quarter !== undefined)?.quarter;
    return {
      ...match,
      ...(impliedMeanings === undefined
        ? {}
        : { impliedFilters: suggestedMatches.flatMap((each) => each?.filters ?? []) }),
      ...(quarter === undefined ? {} : { quarter }),
      ...(preferredPhrases === undefined ? {} : { preferredPhrases }),
      ...(synonyms === undefined ? {} : { synonyms }),
      ...(reportsUnstated === undefined ? {} : { reportsUnstated }),
      ...(isVague === undefined ? {} : { isVague }),
      ...(isEconomical === undefined ? {} : { isEconomical }),
      ...(fact === undefined ? {} : { fact }),
      ...(note === undefined ? {} : { note }),
      ...(topic === undefined ? {} : { topic }),
    };
  }
  return null;
}

/** The colour that a single word names, also where the word is a part of a model's name: `ghost black`. */
export function findColourAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const low = tokens[at]?.low ?? '';
  const entry = phrasesByWord
    .get(low)
    ?.find(({ words, entry: { meaning } }) => words.length === 1 && meaning.is === 'colour')?.entry;
  return entry === undefined ? null : makeMatch(entry, at + 1, vocabulary);
}

function makeMatch(
  { meaning: means, phrases: [phrase = ''] }: TradeEntry,
  next: number,
  vocabulary: Vocabulary,
): PhraseMatch | null {
  switch (means.is) {
    case 'filters':
      return { next, filters: means.filters };
    case 'body': {
      const values = findValuesContaining('body', means.words, vocabulary);
      if (values.length > 0) return { next, filters: values };
      const alternativeFilters = means.fallbackFilters?.filter(
        ({ name, value }) => name !== 'body' || vocabulary.isOnSale('body', value),
      );
      if (alternativeFilters !== undefined && alternativeFilters.length > 0)
        return { next, filters: alternativeFilters };
      return { next, filters: [{ name: 'body', value: makeBodyDisplayName(means.words[0] ?? '') }] };
    }
    case 'colour': {
      const values = findValuesContaining('colour', means.words, vocabulary);
      return {
        next,
        filters: values.length > 0 ? values : [{ name: 'colour', value: capitalise(means.words[0] ?? '') }],
      };
    }
    case 'other colours': {
      const excludedValues = new Set(findValuesContaining('colour', means.words, vocabulary).map(({ value }) => value));
      const values = chooseMostFrequent(
        vocabulary.listValues('colour').filter(({ value }) => !excludedValues.has(value) && !/^other/i.test(value)),
      );
      return values.length === 0 ? null : { next, filters: values.map((value) => ({ name: 'colour', value })) };
    }
    case 'titles': {
      const models = vocabulary
        .listValues('model')
        .filter(({ brand, value }) => means.title.test(value.slice(brand.length + 1)));
      const filters: readonly Filter[] =
        models.length === 0
          ? [{ name: 'sort', value: means.fallbackOrder }]
          : chooseMostFrequent(models).map((value) => ({ name: 'model', value }));
      return { next, filters };
    }
    case 'makes': {
      const keys = new Set(means.makes.map(makeKey));
      const brands = vocabulary.listValues('brand').filter(({ value }) => keys.has(makeKey(value)));
      const values = brands.length > 0 ? brands.map(({ value }) => value) : means.makes.map(findApiName);
      return { next, filters: values.map((value) => ({ name: 'brand', value })) };
    }
    case 'models': {
      const key = makeKey(means.make);
      const models = vocabulary
        .listValues('model')
        .filter(({ brand, value }) => makeKey(brand) === key && means.title.test(value.slice(brand.length + 1)));
      const values = chooseMostFrequent(models);
      if (values.length > 0) return { next, filters: values.map((value) => ({ name: 'model', value })) };
      const brand = findApiName(means.make);
      return {
        next,
        filters: [
          { name: 'brand', value: brand },
          { name: 'model', value: `${brand}/${capitalise(phrase)}` },
        ],
      };
    }
    case 'quarter':
      return { next, filters: [], quarter: means.of };
    case 'compared': {
      const matchAlone = makeMatch({ phrases: [phrase], meaning: means.meaningAlone }, next, vocabulary);
      return { ...(matchAlone ?? { next, filters: [] }), wish: means.wish };
    }
    case 'order':
      return { next, filters: [{ name: 'sort', value: means.sort }] };
    case 'remark':
      return { next, filters: [], words: 'text' };
    case 'opinion':
      return { next, filters: [], words: 'dropped' };
    case 'filler':
      return { next, filters: [], words: 'ignored' };
  }
}

/**
 * The facet values that a single word names when it is not in the table: a colour or body type on sale. A facet value
 * such as `Other` has no meaning for the search.
 */
export function findOwnValueAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary): PhraseMatch | null {
  for (let count = Math.min(3, tokens.length - at); count > 0; count -= 1) {
    const next = at + count;
    const name = tokens
      .slice(at, next)
      .map((token) => token.name)
      .join('');
    if (tokens.slice(at, next).some(({ low }) => firstMeaningByWord.has(low))) continue;
    if (name === '' || /^(?:others?|unknown|na)$/.test(name)) continue;
    if (isPartOfModelName(tokens, at, next, vocabulary)) continue;
    const values = vocabulary.findValuesByName(name).filter(({ facet }) => facet === 'body' || facet === 'colour');
    const [firstValue] = values;
    if (firstValue === undefined || new Set(values.map(({ facet }) => facet)).size > 1) continue;
    return { next, filters: values.map(({ value }) => ({ name: firstValue.facet, value })) };
  }
  return null;
}

function findValuesContaining(
  facet: 'body' | 'colour',
  words: readonly string[],
  vocabulary: Vocabulary,
): readonly Filter[] {
  const joinedWords = new Set(words.map((word) => word.replaceAll(' ', '')));
  const values = vocabulary
    .listValues(facet)
    .filter(({ tokens }) => joinedWords.has(tokens.join('')) || tokens.some((token) => joinedWords.has(token)));
  return chooseMostFrequent(values).map((value) => ({ name: facet, value }));
}

function chooseMostFrequent(values: readonly { readonly value: string; readonly count: number }[]): readonly string[] {
  return values
    .toSorted((a, b) => b.count - a.count)
    .slice(0, valuesMaximum)
    .map(({ value }) => value);
}

/** Whether the words are part of the name of a model: `Silver Shadow`, `GLC 300 Coupé`. */
export function isPartOfModelName(tokens: readonly Token[], at: number, next: number, vocabulary: Vocabulary): boolean {
  const readName = (index: number) => tokens[index]?.name ?? '';
  return (
    vocabulary.areAdjacent(readName(at - 1), readName(at)) ||
    (readName(next) !== '' && vocabulary.areAdjacent(readName(next - 1), readName(next)))
  );
}

function findApiName(make: string): string {
  return make.replaceAll(/[ -]/g, '_');
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function makeBodyDisplayName(word: string): string {
  return word === 'suv' || word === 'mpv' ? word.toUpperCase() : capitalise(word);
}
