import { isYear, readAmountAt } from './amounts.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, makePhraseFinder, type Token } from './tokens.ts';

/** What a buyer has besides a car, and papers of a car that no listing has. */
const nouns: readonly string[] =
  'licence|license|driving licence|driving license|driver licence|driver license|provisional licence|pdl|lease|rental|rental contract|contract|loan|car loan|insurance|car insurance|road tax|roadtax|inspection|season parking|work pass|ep|employment pass|passport|pr|contract with grab'.split(
    '|',
  );
const findNoun = makePhraseFinder(nouns);
/** Words between the noun and its time: `licence will only expire in march 2027`. */
const linkingWordPattern =
  /^(?:expir(?:e|es|ed|ing|y)|ends?|ended|ending|due|finish(?:es|ed|ing)?|until|till|til|valid|runs?|running|out|up|is|was|will|only|just|already|be|by|on|in|at|before|after|since|from|got|get|gotten|obtained|passed|pass|renew(?:ed|al)?|date|comes?|coming|next|this|end|early|mid|late|of|the|year|month|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
/** Words before the noun which show that the time belongs to it: `got my licence in 2024`, `passed my licence 2023`. */
const linkingMaximum = 6;

/**
 * Reads when something other than the COE ends or began: `my licence expires in 2027`, `insurance due march 2027`,
 * `lease till 2027`. The year of such a phrase belongs neither to a car nor to a COE, so the phrase is named as not
 * used.
 */
export function readOtherEndAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const noun = findNoun(tokens, at);
  if (noun === null || tokens[noun.next - 1]?.isBeforeComma === true) return null;
  for (let next = noun.next; next < tokens.length && next - noun.next <= linkingMaximum; next += 1) {
    const amount = readAmountAt(tokens, next);
    if (next > noun.next - 1 && amount !== null && isYear(amount)) {
      // After `loan, 2019 or newer` and `road tax 2020 onwards` the year is that of a car.
      return { next: amount.next, filters: [], words: 'dropped' };
    }
    const isLinked = linkingWordPattern.test(tokens[next]?.low ?? '') && tokens[next]?.isBeforeComma !== true;
    if (!isLinked || findLongestPhrase(tokens, next, ['car', 'coe']) !== null) return null;
  }
  return null;
}
