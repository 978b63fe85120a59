import { comparisonPhrases, comparisons } from './number-words.ts';
import type { Filter, PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const numberByWord: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const seatCountPattern = /^(\d{1,2}|two|four|five|six|seven|eight|nine|ten)(-?seat[a-z]*|-?str)?(\+?)$/;
/** The words that name a type of car by its seats: a `5 seater` has five seats, but `5 seats` are needed at least. */
const seaterWordPattern = /^-?(?:seat(?:er|ers|ter|ters)|str)$/;
const seatWordPattern = /^(?:-?seat(?:s|er|ers|ter|ters)?|-?seatings?|pax|passengers?|people|persons?|ppl|adults|str)$/;
/** Words before `seats` which show that the next number does not count the seats: `leather seats 5 doors`. */
const otherSeatWordPattern =
  /^(?:leather|fabric|heated|cooled|ventilated|massage|memory|electric|power|powered|sports?|bucket|child|baby|front|rear|back)$/;
/** Words after a number which show that the number does not count seats. */
const otherCountWordPattern = /^(?:doors?|dr|years?|yrs?|owners?|k|km|months?)$/;
/** Words after a number which show that the number counts the people: `for 5 with a big boot`. */
const peopleCountEndPattern =
  /^(?:with|in|and|or|under|below|less|max|maximum|up|upto|within|at|over|above|from|between|around|about|not|no|[<>≤≥]=?)$/;
/** When the typed number of seats is at least this, cars with more seats match as well. */
const manySeatsMinimum = 6;

/** Words before the number of people whom a car carries: `fits 5`. */
const carryingWordPattern = /^(?:for|fits?|carry|carries|sits?|holds?)$/;

/** Reads a number of seats: `7 seater`, `seven-seater`, `5 seats`, `seats 6`, `at least 7 seats`. */
export function readSeatsAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const isSeatWordFirst =
    /^[2-9]$/.test(tokens[at + 1]?.low ?? '') &&
    /^seat(?:s|er|ers|ing)$/.test(tokens[at]?.low ?? '') &&
    !otherSeatWordPattern.test(tokens[at - 1]?.low ?? '') &&
    !otherCountWordPattern.test(tokens[at + 2]?.low ?? '');
  if (isSeatWordFirst) return { next: at + 2, filters: [{ name: 'minSeats', value: tokens[at + 1]?.low ?? '' }] };
  // `6 or 7 seats`, `5 to 7 seater`: both numbers are bounds.
  const [fewest, most] = [tokens[at]?.low ?? '', tokens[at + 2]?.low ?? ''];
  const isChoice = /^[2-9]$/.test(fewest) && /^(?:or|to|-|\/)$/.test(tokens[at + 1]?.low ?? '');
  const [, joinedFewest, joinedMost] = /^([2-9])[/-]([2-9])$/.exec(fewest) ?? [];
  if ((isChoice && /^[2-9]$/.test(most)) || joinedFewest !== undefined) {
    const nounAt = joinedFewest === undefined ? at + 3 : at + 1;
    if (seatWordPattern.test(tokens[nounAt]?.low ?? '')) {
      const counts = [Number(joinedFewest ?? fewest), Number(joinedMost ?? most)];
      return {
        next: nounAt + 1,
        filters: [
          { name: 'minSeats', value: String(Math.min(...counts)) },
          { name: 'maxSeats', value: String(Math.max(...counts)) },
        ],
      };
    }
  }
  // The number may follow a kind of car: `minivan for 7`, `convertible for two under 300k`.
  const carriedWord = carryingWordPattern.test(tokens[at]?.low ?? '') ? (tokens[at + 1]?.low ?? '') : '';
  const isCounted = tokens[at + 2] === undefined || peopleCountEndPattern.test(tokens[at + 2]?.low ?? '');
  if (/^(?:[2-9]|two|three|four|five|six|seven|eight|nine)$/.test(carriedWord) && isCounted) {
    return { next: at + 2, filters: [{ name: 'minSeats', value: String(numberByWord[carriedWord] ?? carriedWord) }] };
  }
  const comparisonPhrase = findLongestPhrase(tokens, at, comparisonPhrases);
  const from = comparisonPhrase?.next ?? at;
  const [, digits = '', wordAfterNumber = '', plus = ''] = seatCountPattern.exec(tokens[from]?.low ?? '') ?? [];
  const seats = numberByWord[digits] ?? (/^\d/.test(digits) ? Number(digits) : Number.NaN);
  if (Number.isNaN(seats) || seats < 1) return null;
  let next = from + 1;
  let noun = wordAfterNumber;
  if (wordAfterNumber !== '') {
    if (!seatWordPattern.test(wordAfterNumber)) return null;
  } else {
    noun = tokens[next]?.low ?? '';
    if (!seatWordPattern.test(noun)) return null;
    next += 1;
  }
  const moreSeatsPhrase = findLongestPhrase(tokens, next, [
    'or more',
    'and above',
    'and more',
    'or above',
    'and up',
    'at least',
    'min',
    'minimum',
  ]);
  const comparison = comparisonPhrase === null ? undefined : comparisons[comparisonPhrase.phrase];
  const isStrict =
    comparisonPhrase !== null &&
    !/^no/.test(comparisonPhrase.phrase) &&
    /than$|^over$|^above$|^under$|^below$|^[<>]$/.test(comparisonPhrase.phrase);
  if (comparison?.side === 'max')
    return { next, filters: [{ name: 'maxSeats', value: String(seats - (isStrict ? 1 : 0)) }] };
  if (comparison !== undefined)
    return { next, filters: [{ name: 'minSeats', value: String(seats + (isStrict ? 1 : 0)) }] };
  const filters: Filter[] = [{ name: 'minSeats', value: String(seats) }];
  const isSeaterWord = seaterWordPattern.test(noun) && seats < manySeatsMinimum;
  if (isSeaterWord && plus === '' && moreSeatsPhrase === null) filters.push({ name: 'maxSeats', value: String(seats) });
  return { next: moreSeatsPhrase?.next ?? next, filters };
}
