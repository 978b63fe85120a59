import { findLongestPhrase, type Token } from './tokens.ts';

/**
 * Nouns with the adjectives that Singapore English puts after them. Each adjective has the adjective that the
 * vocabulary uses.
 */
type TurnedNoun = {
  readonly nouns: readonly string[];
  readonly vocabularyAdjectiveByWord: Readonly<Record<string, string>>;
  /** The adjective of the vocabulary for `not high` and similar words. */
  readonly adjectiveIfNotHigh?: string;
};

const turnedNouns: readonly TurnedNoun[] = [
  {
    nouns: ['mileage', 'milage', 'odo', 'odometer'],
    vocabularyAdjectiveByWord: { low: 'low', lower: 'low', small: 'low', lowest: 'lowest' },
    adjectiveIfNotHigh: 'low',
  },
  {
    nouns: ['depreciation', 'depre', 'dep', 'annual depreciation', 'annual depre', 'yearly depreciation'],
    vocabularyAdjectiveByWord: {
      low: 'low',
      lower: 'low',
      cheap: 'low',
      small: 'low',
      lowest: 'lowest',
      cheapest: 'lowest',
    },
    adjectiveIfNotHigh: 'low',
  },
  {
    nouns: ['road tax', 'roadtax'],
    vocabularyAdjectiveByWord: {
      low: 'low',
      lower: 'low',
      cheap: 'low',
      small: 'low',
      lowest: 'lowest',
      cheapest: 'lowest',
    },
    adjectiveIfNotHigh: 'low',
  },
  {
    nouns: ['instalment', 'installment', 'monthly instalment', 'monthly payment'],
    vocabularyAdjectiveByWord: { low: 'low', lower: 'low', cheap: 'low', small: 'low', lowest: 'lowest' },
    adjectiveIfNotHigh: 'low',
  },
  {
    nouns: ['price'],
    vocabularyAdjectiveByWord: {
      low: 'low',
      cheap: 'low',
      lower: 'low',
      reasonable: 'reasonable',
      good: 'good',
      lowest: 'lowest',
    },
    adjectiveIfNotHigh: 'low',
  },
  {
    nouns: ['coe', 'coe left'],
    vocabularyAdjectiveByWord: { long: 'long', longer: 'long', longest: 'longest', short: 'short' },
  },
  {
    nouns: ['boot', 'boot space'],
    vocabularyAdjectiveByWord: { big: 'big', bigger: 'big', large: 'big', huge: 'big', spacious: 'big' },
  },
  {
    nouns: ['engine', 'cc', 'engine capacity'],
    vocabularyAdjectiveByWord: { small: 'small', big: 'big', large: 'big' },
  },
  {
    nouns: ['fuel consumption', 'petrol consumption', 'consumption', 'fc'],
    vocabularyAdjectiveByWord: { low: 'low', good: 'low' },
    adjectiveIfNotHigh: 'low',
  },
  {
    nouns: ['running cost', 'running costs'],
    vocabularyAdjectiveByWord: { low: 'low', cheap: 'low' },
    adjectiveIfNotHigh: 'low',
  },
  { nouns: ['maintenance'], vocabularyAdjectiveByWord: { cheap: 'cheap', low: 'low' }, adjectiveIfNotHigh: 'low' },
  { nouns: ['battery'], vocabularyAdjectiveByWord: { big: 'big', large: 'big' } },
  { nouns: ['resale value'], vocabularyAdjectiveByWord: { good: 'good', high: 'good' } },
  {
    nouns: ['paper value', 'scrap value', 'dereg value', 'dereg', 'parf value', 'parf rebate', 'parf', 'omv', 'arf'],
    vocabularyAdjectiveByWord: {
      high: 'high',
      higher: 'high',
      good: 'high',
      big: 'high',
      highest: 'high',
      low: 'low',
      small: 'low',
    },
  },
];

/** The noun that the vocabulary uses, for nouns without their own entry. */
const vocabularyNounByWord: Readonly<Record<string, string>> = {
  milage: 'mileage',
  odometer: 'odo',
  'boot space': 'boot',
  'petrol consumption': 'fuel consumption',
  consumption: 'fuel consumption',
  fc: 'fuel consumption',
  'engine capacity': 'engine',
};

/** Words between the noun and its adjective: `boot must be big`, `price not too high`. */
const fillerPattern = /^(?:must|be|should|is|need|needs|to|very|super|quite|damn|too|so|that|also)$/;
const highWordPattern = /^(?:high|expensive|ex|big|much)$/;
/** An adjective before the noun belongs to this noun: in `low mileage small car` the car is small. */
const adjectiveBeforePattern =
  /^(?:low|lower|lowest|high|higher|good|cheap|cheapest|small|smaller|big|bigger|large|huge|long|longer|longest|short|best|better|no|not|fresh|new|reasonable|min|max|minimum|maximum|renewed|balance|remaining|a|b)$/;
/** Nouns to which an adjective before them belongs: `boot small car`. */
const nounAfterPattern =
  /^(?:cars?|suvs?|mpvs?|sedans?|hatch(?:back)?s?|coupes?|wagons?|estates?|vans?|engines?|boot|family|ones?|budget|price|depre|dep|depreciation|mileage|mil|coe|road|maintenance|enough|as|than|like)$/;

/**
 * Puts the adjective before its noun, because the vocabulary of the trade has such phrases: `boot must be big`, `dep
 * low`, `coe long`, `price not too high`.
 */
export function turnPhrases(tokens: readonly Token[]): readonly Token[] {
  const turnedTokens: Token[] = [];
  let indexAfterTurnedPhrase = 0;
  for (let at = 0; at < tokens.length; ) {
    const previousWord =
      at === indexAfterTurnedPhrase || tokens[at - 1]?.isBeforeComma === true ? '' : (tokens[at - 1]?.low ?? '');
    const phrase = adjectiveBeforePattern.test(previousWord) ? null : readTurnedAt(tokens, at);
    const token = tokens[at];
    if (phrase !== null) turnedTokens.push(...phrase.tokens);
    else if (token !== undefined) turnedTokens.push(token);
    at = phrase?.next ?? at + 1;
    if (phrase !== null) indexAfterTurnedPhrase = at;
  }
  return turnedTokens;
}

function readTurnedAt(
  tokens: readonly Token[],
  at: number,
): { readonly tokens: readonly Token[]; readonly next: number } | null {
  for (const { nouns, vocabularyAdjectiveByWord, adjectiveIfNotHigh } of turnedNouns) {
    const noun = findLongestPhrase(tokens, at, nouns);
    if (noun === null) continue;
    let from = noun.next;
    let isNegated = false;
    for (; fillerPattern.test(tokens[from]?.low ?? '') || tokens[from]?.low === 'not'; from += 1)
      isNegated ||= tokens[from]?.low === 'not';
    const low = tokens[from]?.low ?? '';
    const isApart = tokens.slice(at, from).some(({ isBeforeComma }) => isBeforeComma === true);
    const matchedAdjective = Object.hasOwn(vocabularyAdjectiveByWord, low) ? vocabularyAdjectiveByWord[low] : undefined;
    const adjective = isNegated ? (highWordPattern.test(low) ? adjectiveIfNotHigh : undefined) : matchedAdjective;
    if (adjective === undefined || isApart) return null;
    const isOfNext = tokens[from]?.isBeforeComma !== true && nounAfterPattern.test(tokens[from + 1]?.low ?? '');
    if (isOfNext && !isNegated && !/^(?:low|lowest|long|longest|high|cheap)$/.test(low)) return null;
    return {
      tokens: makeTokens(tokens, at, from, `${adjective} ${vocabularyNounByWord[noun.phrase] ?? noun.phrase}`),
      next: from + 1,
    };
  }
  return null;
}

/** Makes a token for each word of a phrase, with the position of the whole phrase in the text. */
function makeTokens(tokens: readonly Token[], first: number, last: number, phrase: string): readonly Token[] {
  const [from, to] = [tokens[first]?.from ?? 0, tokens[last]?.to ?? 0];
  const words = phrase.split(' ');
  return words.map((low, index) => ({
    from,
    to,
    low,
    name: low,
    ...(index === words.length - 1 && tokens[last]?.isBeforeComma === true ? { isBeforeComma: true as const } : {}),
  }));
}
