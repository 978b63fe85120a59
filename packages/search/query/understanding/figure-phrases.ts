import { type Amount, readAmountAt } from './amounts.ts';
import {
  approximationShare,
  approximationWords,
  comparisonPhrases,
  comparisons,
  orNewerPhrases,
  orOlderPhrases,
} from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, makePhraseFinder, type Token } from './tokens.ts';

type Figure = 'Omv' | 'Arf' | 'Parf';
/** What is paid back for a car at its deregistration today: its PARF rebate and the rest of its COE. */
type PaperValue = 'paper value';

const figureByPhrase: Readonly<Record<string, Figure | PaperValue>> = Object.fromEntries(
  (
    [
      ['Omv', 'omv|omv value|open market value'],
      ['Arf', 'arf|arf paid|arf value|additional registration fee'],
      [
        'paper value',
        'paper value|dereg|dereg value|deregistration value|deregistration rebate|scrap value|scrap rebate',
      ],
      ['Parf', 'parf|parf rebate|parf rebates|parf value|minimum parf|minimum parf rebate|min parf'],
    ] as const
  ).flatMap(([figure, phrases]) => phrases.split('|').map((phrase) => [phrase, figure])),
);
const figurePhrases = Object.keys(figureByPhrase);
const findFigure = makePhraseFinder(figurePhrases.flatMap((phrase) => [phrase, `of ${phrase}`, `in ${phrase}`]));
const lessPhrases = [...orOlderPhrases, 'or less', 'or lower', 'and less', 'and lower', 'max', 'maximum', 'at most'];
const morePhrases = [...orNewerPhrases, 'or more', 'and more', 'or higher', 'and higher', 'min', 'minimum', 'at least'];
const linkPhrases = [...comparisonPhrases, ...approximationWords, 'of', 'is', 'between'];
/** Words between the figure and a comparison: `arf of less than 20k`. */
const linkWords = ['of', 'is', 'that is', 'must be', 'should be', 'paid'];
/** A smaller amount is a count of thousands, such as `omv 30`, or no amount of a figure. */
const lowestAmount = 1_000;

/**
 * Reads an amount of the OMV, the ARF or the PARF rebate: `omv at least 30k`, `below 20k arf`, `parf rebate 15k and
 * above`. A rebate without a comparison is a minimum, and any other amount without a comparison is approximate.
 */
export function readFigureAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, figurePhrases);
  const linkWordMatch = subject === null ? null : findLongestPhrase(tokens, subject.next, linkWords);
  const from = linkWordMatch?.next ?? subject?.next ?? at;
  const link = findLongestPhrase(tokens, from, linkPhrases);
  const amount = readMoneyAt(tokens, link?.next ?? from);
  if (amount === null) return null;
  const joint = findLongestPhrase(tokens, amount.next, link?.phrase === 'between' ? ['and', 'to', '-'] : ['to', '-']);
  const second = joint === null ? null : readMoneyAt(tokens, joint.next);
  const last = second ?? amount;
  const lessPhrase = findLongestPhrase(tokens, last.next, lessPhrases);
  const morePhrase = findLongestPhrase(tokens, last.next, morePhrases);
  const end = (lessPhrase ?? morePhrase)?.next ?? last.next;
  const subjectAfterMatch = subject === null ? findFigureAfter(tokens, at, end) : null;
  const figure = figureByPhrase[(subject ?? subjectAfterMatch)?.phrase.replace(/^(?:of|in) /, '') ?? ''];
  if (figure === undefined) return null;
  const next = subjectAfterMatch?.next ?? end;
  if (figure === 'paper value')
    return second === null ? makePaperValueMatch(amount, next, { link, less: lessPhrase, more: morePhrase }) : null;
  const makeBound = (side: 'min' | 'max', value: number) =>
    ({ name: `${side}${figure}`, value: String(Math.round(value)) }) as const;
  if (second !== null) {
    const [low = 0, high = 0] = [amount.value, second.value].toSorted((a, b) => a - b);
    return { next, filters: [makeBound('min', low), makeBound('max', high)] };
  }
  const side =
    lessPhrase !== null
      ? 'max'
      : morePhrase !== null || amount.isLowerBound
        ? 'min'
        : comparisons[link?.phrase ?? '']?.side;
  const isApproximate = link !== null && approximationWords.includes(link.phrase);
  if (side !== undefined) return { next, filters: [makeBound(side, amount.value)] };
  if (figure === 'Parf' && !isApproximate) return { next, filters: [makeBound('min', amount.value)] };
  const margin = amount.value * approximationShare;
  return { next, filters: [makeBound('min', amount.value - margin), makeBound('max', amount.value + margin)] };
}

type Bounds = Readonly<Record<'link' | 'less' | 'more', { readonly phrase: string } | null>>;

/**
 * A minimum paper value becomes a minimum PARF rebate: a car is worth at least its rebate on paper. The paper value of
 * a car is not known, so a maximum paper value limits no car.
 */
function makePaperValueMatch(amount: Amount, next: number, { link, less, more }: Bounds): PhraseMatch | null {
  const isAtMost = less !== null || (more === null && comparisons[link?.phrase ?? '']?.side === 'max');
  const isApproximate = link !== null && approximationWords.includes(link.phrase);
  return isAtMost || isApproximate ? null : { next, filters: [{ name: 'minParf', value: String(amount.value) }] };
}

/**
 * Returns the figure after an amount: `below 20k arf`, but not in `below 80k, arf below 20k`, where the figure has its
 * own amount.
 */
function findFigureAfter(
  tokens: readonly Token[],
  at: number,
  end: number,
): { readonly phrase: string; readonly next: number } | null {
  if (tokens.slice(at, end).some(({ isBeforeComma }) => isBeforeComma === true)) return null;
  const followingFigureMatch = findFigure(tokens, end);
  if (followingFigureMatch === null) return null;
  const link = findLongestPhrase(tokens, followingFigureMatch.next, linkPhrases);
  return readMoneyAt(tokens, link?.next ?? followingFigureMatch.next) === null ? followingFigureMatch : null;
}

function readMoneyAt(tokens: readonly Token[], at: number): Amount | null {
  const amount = readAmountAt(tokens, at);
  return amount === null || amount.unit !== null || amount.value < lowestAmount ? null : amount;
}
