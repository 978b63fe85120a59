import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import type { Vocabulary } from '../../text/vocabulary.ts';
import { makeCarName } from './absent-models.ts';
import { readOrdinaryModelAt } from './alternative-names.ts';
import { isYear, readAmountAt } from './amounts.ts';
import { findTopic, readOwnKindAt } from './own-kind.ts';
import type { Filter, FoundMatch, PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, makePhraseFinder, type Token } from './tokens.ts';

const replacementVerbs: readonly string[] =
  'trade in|trading in|trade|scrap|scrapping|sell|selling|sold|replace|replacing|to replace|replacement for|replacement of|change|changing|change from|changing from|change out of|switch from|switching from|swap|swapping|get rid of|getting rid of|move from|moving from|move on from|coming from|come from|retiring|retire|let go|letting go of'.split(
    '|',
  );
const ownerWords = [
  'my',
  'our',
  'my current',
  'our current',
  'my old',
  'our old',
  'my existing',
  'my present',
  'dad',
  'his',
  'her',
  'their',
  ...['dad', 'father', 'mum', 'mother', 'wife', 'husband', 'parents'].flatMap((relative) => [
    `my ${relative}`,
    `${relative}'s`,
    `my ${relative}'s`,
  ]),
];
/** Phrases before the car that the buyer has now. */
const findOwnCarPhrase = makePhraseFinder([
  ...replacementVerbs.flatMap((verb) => ownerWords.map((owner) => `${verb} ${owner}`)),
  ...'changing from|change from|switching from|switch from|moving from|coming from|replacement for|replacing|to replace'
    .split('|')
    .flatMap((verb) => [verb, `${verb} a`, `${verb} an`]),
  ...['i', 'we', "i'm", 'im', 'i am', "we're", 'we are', 'currently', 'i currently', 'now', 'i now', 'i m'].flatMap(
    (relative) =>
      [
        'drive',
        'driving',
        'own',
        'have',
        'have a',
        'have an',
        'drive a',
        'driving a',
        'own a',
        'owning a',
        'drive an',
        'driving an',
        'driving my',
      ].map((verb) => `${relative} ${verb}`),
  ),
  ...[
    'my current',
    'our current',
    'my old',
    'our old',
    'my existing',
    'my present',
    'my previous',
    'my last',
    'my',
  ].flatMap((owner) => [`${owner} car is`, `${owner} car is a`, `${owner} ride is`, `${owner} ride is a`, owner]),
  ...[
    'had',
    'owned',
    'drove',
    'used to drive',
    'used to own',
    'used to have',
    'previously drove',
    'previously owned',
    'previously had',
  ].flatMap((verb) => [verb, `${verb} a`, `${verb} an`]),
]);
/** Phrases that are so common that only a model with a known name is the car of the buyer. */
const weakPhrasePattern = /^(?:my|(?:i|we|i am|i'm|im|i m) (?:have|own)(?: an?)?|had(?: an?)?)$/;
/** Maximum number of words of the name of a car. */
const namesMaximum = 3;

/**
 * Reads the car that the buyer has now, which is no wish: `trade in my 2018 mazda 3`, `changing from wish`, `i drive a
 * jazz`. The filters of this car are in `ownCarFilters`.
 *
 * @param readAt reads the phrase at a token
 */
export function readOwnCarAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  readAt: (from: number) => PhraseMatch | null,
): PhraseMatch | null {
  const phrase = findOwnCarPhrase(tokens, at);
  const isWeakPhrase = phrase !== null && weakPhrasePattern.test(phrase.phrase);
  const kind = readOwnKindAt(tokens, at, isWeakPhrase ? null : phrase, readAt);
  if (kind !== null) return kind;
  if (phrase === null) return null;
  // `than my jazz` compares.
  if (/^(?:than|like|from|as)$/.test(tokens[at - 1]?.low ?? '')) return null;
  let next = phrase.next;
  const year = readAmountAt(tokens, next);
  if (year !== null && isYear(year) && year.next === next + 1) next = year.next;
  const names: Filter[] = [];
  for (let count = 0; count < namesMaximum; count += 1) {
    const ordinaryModel =
      weakPhrasePattern.test(phrase.phrase) || names.length > 0 ? null : readOrdinaryModelAt(tokens, next, vocabulary);
    const name = ordinaryModel ?? readAt(next);
    const isMakeOrModel =
      name !== null &&
      name.words === undefined &&
      name.isExclusion !== true &&
      name.filters.length > 0 &&
      name.filters.every((filter) => /^(?:brand|model)$/.test(filter.name) && !isExcludedModel(filter.value));
    if (!isMakeOrModel || (names.length > 0 && name.filters.some((filter) => filter.name === 'brand'))) break;
    names.push(...name.filters);
    next = name.next;
  }
  // A kind of make, such as `my german car`, is a wish.
  const makeValues = names.filter(({ name }) => name === 'brand');
  if (names.length === 0 || makeValues.length > 1) return null;
  return { next, filters: [], ownCarFilters: names, ...findTopic(phrase.phrase) };
}

/** Matches the words before what a car is compared with: `than my`, `like a`. */
const comparisonLinkWordPattern = /^(?:than|then|from|like|to|my|our|an?|the|current|old)$/;
/** Maximum number of words between the comparison and the year: `newer car than my current 2018 jazz`. */
const wordsOfComparison = 5;

/**
 * Reads the year of the car that others are compared with: 2018 in `newer than my 2018 mazda 3`. For `newer`, the
 * wanted cars are bought after this year, and for `older` before this year. For other wishes, the year is no condition.
 */
export function readComparedYearAt(
  tokens: readonly Token[],
  at: number,
  readAt: (from: number) => PhraseMatch | null,
): PhraseMatch | null {
  const year = comparisonLinkWordPattern.test(tokens[at - 1]?.low ?? '') ? readAmountAt(tokens, at) : null;
  if (year === null || !isYear(year) || year.next !== at + 1) return null;
  const before = tokens.slice(Math.max(0, at - wordsOfComparison), at).map(({ low }) => low);
  if (!before.some((word) => /^(?:than|then|from|like)$/.test(word))) return null;
  const named = readAt(at + 1)?.filters ?? [];
  if (named.length === 0 || !named.every(({ name }) => name === 'brand' || name === 'model')) return null;
  const isNewer = before.some((word) => /^(?:newer|younger|recent)$/.test(word));
  const isOlder = before.includes('older');
  const filters: readonly Filter[] = isNewer
    ? [{ name: 'minYear', value: String(year.value + 1) }]
    : isOlder
      ? [{ name: 'maxYear', value: String(year.value - 1) }]
      : [];
  return { next: at + 1, filters };
}

const ownCoePhrases = [
  'my coe',
  'my car coe',
  "my car's coe",
  'my current coe',
  'our coe',
  'coe of my car',
  'my scrap car',
];
const endingPhrases = [
  'expire',
  'expires',
  'expiring',
  'expired',
  'end',
  'ends',
  'ending',
  'ended',
  'up',
  'due',
  'finish',
  'finishing',
  'run out',
  'running out',
].flatMap((verb) =>
  ['', 'is ', 'will ', 'is going to ', 'going to ', 'about to ', 'gonna ', 'reaching '].map((before) => before + verb),
);
const endTimePattern =
  /^(?:in|on|by|at|end|early|mid|late|of|this|next|soon|liao|already|month|months|year|years|week|weeks|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december|20[2-4]\d|time|coming)$/;

/** Reads when the COE of the buyer's own car ends, which is no wish: `my coe expiring in june`. */
export function readOwnCoeAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, ownCoePhrases);
  const ending = subject === null ? null : findLongestPhrase(tokens, subject.next, endingPhrases);
  if (ending === null) return null;
  let next = ending.next;
  const isTime = (index: number) => endTimePattern.test(tokens[index]?.low ?? '');
  const isCount = (index: number) => /^\d{1,2}$/.test(tokens[index]?.low ?? '') && isTime(index + 1);
  while (isTime(next) || isCount(next)) next += 1;
  return { next, filters: [], words: 'ignored' };
}

/**
 * When a text names only the car that the buyer has now, cars similar to this car are meant, as in `replace my jazz`.
 */
export function addOwnCarAsWish(matches: readonly FoundMatch[], namesTrait: boolean): readonly FoundMatch[] {
  const hasWish = matches.some(
    ({ match }) =>
      match.wish !== undefined || match.filters.some(({ name }) => /^(?:brand|model|body|minSeats|fuel)$/.test(name)),
  );
  if (hasWish || namesTrait) return matches;
  return matches.map(({ match, at }) =>
    match.ownCarFilters === undefined || (match.topic !== undefined && hasOnlyBodies(match.ownCarFilters))
      ? { match, at }
      : {
          match: {
            next: match.next,
            filters: match.ownCarFilters,
            ...(hasOnlyBodies(match.ownCarFilters) ? {} : { wish: 'like' as const }),
          },
          at,
        },
  );
}

function hasOnlyBodies(filters: readonly Filter[]): boolean {
  return filters.every(({ name }) => name === 'body');
}

/** The names of the cars that the buyer has now, and that are no wish. */
export function listOwnCarNames(matches: readonly FoundMatch[]): readonly string[] {
  return matches.flatMap(({ match: { ownCarFilters = [], ownCarKind } }) => {
    if (ownCarKind !== undefined) return [ownCarKind];
    const model = ownCarFilters.find(({ name }) => name === 'model') ?? ownCarFilters[0];
    return model === undefined ? [] : [makeCarName(model)];
  });
}
