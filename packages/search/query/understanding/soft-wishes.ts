import type { FoundMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** Phrases after a wish which show that cars need not meet it: `hybrid if possible`. */
const phrasesAfter =
  'if possible|if can|if available|if have|if got|preferably|preferred|is preferred|ideally|would be nice|would be good|would be great|will be good|is a plus|a plus|is a bonus|bonus|nice to have|but not a must|not a must|but optional|optional'.split(
    '|',
  );
/** Phrases before a wish which show that cars need not meet it: `preferably white`. */
const phrasesBefore =
  'preferably|ideally|hopefully|if possible|if can|nice to have|better if|best if|bonus if|good if|would be nice if|would be good if|optional|a plus if'.split(
    '|',
  );
const wordsBeforeMaximum = 5;
const articles = /^(?:a|an|the|in|with|it|is|has|be|its|also)$/;
const joiningWords = /^(?:or|and|\/|&)$/;

/** Finds the matches that cars need not meet: those beside a phrase such as `if possible`, and their alternatives. */
export function findSoftMatches(tokens: readonly Token[], matches: readonly FoundMatch[]): ReadonlySet<FoundMatch> {
  const wishes = matches.filter(({ match }) => match.filters.some(({ name }) => name !== 'sort'));
  const softMatches = new Set<FoundMatch>();
  for (const [index, wish] of wishes.entries()) {
    const previous = wishes[index - 1];
    const isAlternative =
      previous !== undefined && softMatches.has(previous) && areAlternatives(tokens, previous, wish);
    if (isAlternative || isAfterSoftPhrase(tokens, wish.at)) softMatches.add(wish);
    const { next } = wish.match;
    if (findLongestPhrase(tokens, next, phrasesAfter) === null || tokens[next - 1]?.isBeforeComma === true) continue;
    softMatches.add(wish);
    // In `white or silver if possible` both colours are wishes.
    for (let first = index; first > 0; first -= 1) {
      const [earlier, later] = [wishes[first - 1], wishes[first]];
      if (earlier === undefined || later === undefined || !areAlternatives(tokens, earlier, later)) break;
      softMatches.add(earlier);
    }
  }
  return softMatches;
}

function isAfterSoftPhrase(tokens: readonly Token[], at: number): boolean {
  let end = at;
  while (articles.test(tokens[end - 1]?.low ?? '') && at - end < 2) end -= 1;
  for (let from = end - 1; from >= Math.max(0, end - wordsBeforeMaximum); from -= 1) {
    // After a comma, `hybrid if possible, white` begins another wish.
    if (from < end - 1 && tokens[from]?.isBeforeComma === true) return false;
    if (tokens[end - 1]?.isBeforeComma === true) return false;
    const phrase = findLongestPhrase(tokens, from, phrasesBefore);
    // In `hybrid if possible white` the phrase belongs to the words before it.
    if (phrase?.next === end && !(from > 0 && /^if (?:possible|can)$/.test(phrase.phrase))) return true;
  }
  return false;
}

function areAlternatives(tokens: readonly Token[], first: FoundMatch, second: FoundMatch): boolean {
  const isJoined =
    (second.at === first.match.next + 1 && joiningWords.test(tokens[first.match.next]?.low ?? '')) ||
    second.at === first.match.next;
  const names = new Set(first.match.filters.map(({ name }) => name));
  return isJoined && second.match.filters.every(({ name }) => names.has(name));
}
