import type { Vocabulary } from '../../text/vocabulary.ts';
import { readAccelerationAt } from './acceleration-phrases.ts';
import { readAgeAt } from './age-phrases.ts';
import { readAlternativeNameAt } from './alternative-names.ts';
import { readBareBudgetAt } from './bare-budget.ts';
import { readCashAt } from './cash-phrases.ts';
import { readCoeYearAt } from './coe-year.ts';
import { readConsumptionAt } from './consumption-phrases.ts';
import { readDescribedPersonAt } from './described-people.ts';
import { readDestinationAt } from './destination-phrases.ts';
import { readDownPaymentAt } from './down-payment-phrases.ts';
import { readEngineAt } from './engine-phrases.ts';
import { readFigureAt } from './figure-phrases.ts';
import { readFutureYears } from './future-years.ts';
import { readGenerationAt } from './generation-phrases.ts';
import { isOrdinaryWord, type KnownWords } from './known-words.ts';
import { readLastingAt } from './lasting-phrases.ts';
import { readMonthlyAt } from './monthly-phrases.ts';
import { findAbsentName, findModelName, readBrandAloneAt, readModelOfMakeAt, readNameAt } from './names.ts';
import { readNegationAt, readTrailingNegationAt } from './negations.ts';
import { readNumbersAt } from './number-phrases.ts';
import { readOtherEndAt } from './other-endings.ts';
import { readAgeOfPersonAt, readArticleAt, readHeightAt, readOtherMeaningAt } from './other-meanings.ts';
import { readComparedYearAt, readOwnCarAt, readOwnCoeAt } from './own-car.ts';
import { readOwnersAt } from './owner-phrases.ts';
import { readPeopleAt } from './people-phrases.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { readAllowanceAt } from './plain-negations.ts';
import { readPostedAt } from './posted-phrases.ts';
import { readRangeAt } from './range-phrases.ts';
import { readRenewedCoeAt } from './renewed-coe.ts';
import { readRoadTaxAt } from './road-tax-phrases.ts';
import { readSeatsAt } from './seat-phrases.ts';
import type { Token } from './tokens.ts';
import { findOwnValueAt, findTradePhrase } from './trade-phrases.ts';
import { readLoanTermAt, readUnfilteredAmountAt } from './unfiltered-amounts.ts';
import { readYearAt } from './year-phrases.ts';

/** Returns a function that reads the phrase at a token, with its negation, if any. */
export function makePhraseReader(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
  { today, words }: { readonly today: string; readonly words: KnownWords },
): (at: number) => PhraseMatch | null {
  const read = (from: number): PhraseMatch | null =>
    readOwnCoeAt(tokens, from) ??
    readCoeYearAt(tokens, from, today) ??
    readOtherEndAt(tokens, from) ??
    readGenerationAt(tokens, from, vocabulary) ??
    readLoanTermAt(tokens, from) ??
    readLastingAt(tokens, from) ??
    readRenewedCoeAt(tokens, from) ??
    readCashAt(tokens, from) ??
    readMonthlyAt(tokens, from) ??
    readRoadTaxAt(tokens, from) ??
    readFigureAt(tokens, from) ??
    readUnfilteredAmountAt(tokens, from) ??
    readConsumptionAt(tokens, from) ??
    readEngineAt(tokens, from) ??
    readAccelerationAt(tokens, from) ??
    readDownPaymentAt(tokens, from) ??
    readRangeAt(tokens, from) ??
    readPostedAt(tokens, from) ??
    readDestinationAt(tokens, from, vocabulary) ??
    readArticleAt(tokens, from) ??
    readHeightAt(tokens, from) ??
    readAlternativeNameAt(tokens, from, vocabulary) ??
    readAgeOfPersonAt(tokens, from) ??
    readAgeAt(tokens, from) ??
    readPeopleAt(tokens, from) ??
    readDescribedPersonAt(tokens, from) ??
    readFutureYears(readNumbersAt(tokens, from), tokens, from, today) ??
    (brands.size === 0 ? readBareBudgetAt(tokens, from) : null) ??
    readSeatsAt(tokens, from) ??
    readOwnersAt(tokens, from) ??
    chooseLongerMatch(
      chooseLongerMatch(
        readNameAt(tokens, from, vocabulary, brands) ??
          readModelOfMakeAt(tokens, from, vocabulary) ??
          readBrandAloneAt(tokens, from, vocabulary),
        chooseLongerMatch(findTradePhrase(tokens, from, vocabulary), readOtherMeaningAt(tokens, from)),
      ),
      // `golf gti` is a model, and `golf` alone a sport.
      findAbsentName(tokens, from, vocabulary, 2),
    ) ??
    findOwnValueAt(tokens, from, vocabulary) ??
    findModelName(tokens, from, vocabulary, brands) ??
    readFutureYears(readYearAt(tokens, from, vocabulary, brands), tokens, from, today) ??
    findAbsentName(tokens, from, vocabulary, isOrdinaryWord(tokens[from], words) ? 2 : 1);
  // A negation also reads the phrase after it, so the phrase at one token is needed several times.
  const cachedMatches = new Map<number, PhraseMatch | null>();
  const readAt = (from: number): PhraseMatch | null => {
    const cachedMatch = cachedMatches.get(from);
    if (cachedMatch !== undefined) return cachedMatch;
    const match = read(from);
    cachedMatches.set(from, match);
    return match;
  };
  return (at) =>
    readOwnCarAt(tokens, at, vocabulary, readAt) ??
    readComparedYearAt(tokens, at, readAt) ??
    readAllowanceAt(tokens, at, readAt) ??
    readNegationAt(tokens, at, vocabulary, readAt) ??
    readTrailingNegationAt(tokens, at, vocabulary, readAt) ??
    readAt(at);
}

/** Returns the match that covers more words, or the first match when both are equally long. */
function chooseLongerMatch(firstMatch: PhraseMatch | null, secondMatch: PhraseMatch | null): PhraseMatch | null {
  if (firstMatch === null || secondMatch === null) return firstMatch ?? secondMatch;
  return secondMatch.next > firstMatch.next ? secondMatch : firstMatch;
}
