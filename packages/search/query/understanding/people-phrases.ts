import { smallNumbers } from './amounts.ts';
import type { PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

/** The kinds of people that a car carries. `adult` is a number of adults, and `family` a whole family with its drivers. */
type PersonKind = 'self' | 'partner' | 'parent' | 'child' | 'elder' | 'helper' | 'adult' | 'family';

/** The kind that a word names, and the number of people when the text gives none. */
type PersonWord = { readonly kind: PersonKind; readonly count: number };

const personWords: ReadonlyMap<string, PersonWord> = new Map(
  (
    [
      ['self', 1, 'me|myself'],
      ['partner', 1, 'wife|husband|spouse|girlfriend|boyfriend|fiance|fiancee'],
      ['parent', 1, 'mum|mummy|mom|mother|dad|daddy|father'],
      ['parent', 2, 'parents'],
      ['child', 1, 'kid|child|son|daughter|baby|toddler|newborn|teenager'],
      ['child', 2, 'kids|children|sons|daughters|babies|toddlers|teenagers|teens|twins'],
      ['child', 3, 'triplets'],
      ['elder', 1, 'grandparent|grandma|grandmother|grandpa|grandfather'],
      ['elder', 2, 'grandparents|in-laws|inlaws'],
      ['helper', 1, 'maid|helper|nanny'],
      ['helper', 2, 'maids|helpers'],
      ['adult', 1, 'adult'],
      ['adult', 2, 'adults'],
    ] as const
  ).flatMap(([kind, count, words]) => words.split('|').map((word): [string, PersonWord] => [word, { kind, count }])),
);
/** Words before parents which show that they are the parents of the driver. */
const driverParentPattern = /^(?:my|our|elderly|old|aged|ageing|aging|both)$/;
const joiningWordPattern = /^(?:and|&|n|\+|plus|with|w)$/;
const wordBeforePersonPattern =
  /^(?:my|our|a|an|the|one|young|small|little|elderly|old|aged|ageing|aging|both|another|domestic|big|large|huge|extended)$/;

const partsMaximum = 10;

/** Number of drivers of a family when the text names children and no driver. */
const parentCount = 2;
/** From this number of people on, a car needs a third row of seats. */
const thirdRowMinimum = 6;
const thirdRowSeats = 7;
const usualSeats = 5;
/** From this number of children on, a text need not name further people. */
const minManyChildren = 4;

type Part = PersonWord & { readonly next: number; readonly isCounted: boolean };

/**
 * Reads the people that a car carries and adds them up: `3 kids and grandparents`, `me my wife 4 kids and maid`. Two
 * drivers are added when the text names children and no driver. Six people and more need seven seats. A single person
 * or group is no phrase of this kind, except four or more children, and a family whose size is given.
 */
export function readPeopleAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const parts: Part[] = [];
  let next = at;
  for (let from = at; parts.length < partsMaximum; ) {
    const part = readPartAt(tokens, from);
    if (part === null) break;
    parts.push(part);
    next = part.next;
    from = joiningWordPattern.test(tokens[next]?.low ?? '') ? next + 1 : next;
  }
  const countPeople = (kind: PersonKind): number =>
    parts.reduce((sum, part) => (part.kind === kind ? sum + part.count : sum), 0);
  const family = countPeople('family');
  const children = countPeople('child');
  const isGroup = parts.length > 1 && children + family + countPeople('adult') > 0;
  if (!isGroup && family === 0 && !(children >= minManyChildren && parts[0]?.isCounted === true)) return null;
  const namedAdultCount = countPeople('self') + countPeople('partner') + countPeople('parent') + countPeople('adult');
  const otherPeopleCount = children + countPeople('elder') + countPeople('helper');
  const adults = family > 0 ? family + namedAdultCount : Math.max(namedAdultCount, parentCount);
  const total = adults + otherPeopleCount;
  // A very large family needs a seat for only one of the drivers.
  const passengerMinimum = family > 0 ? total : Math.max(namedAdultCount, 1) + otherPeopleCount;
  const seats = total < thirdRowMinimum ? usualSeats : Math.max(thirdRowSeats, passengerMinimum);
  return {
    next,
    filters: [{ name: 'minSeats', value: String(seats) }],
    preferredPhrases: [
      'is:roomy',
      ...(children > 0 ? ['child seats', 'isofix'] : []),
      ...(countPeople('elder') > 0 ? ['is:high', 'high seat'] : []),
    ],
  };
}

function readPartAt(tokens: readonly Token[], at: number): Part | null {
  let from = at;
  let isOfDriver = false;
  for (let words = 0; words < 2 && wordBeforePersonPattern.test(tokens[from]?.low ?? ''); words += 1) {
    isOfDriver ||= driverParentPattern.test(tokens[from]?.low ?? '');
    from += 1;
  }
  const { low = '' } = tokens[from] ?? {};
  if (low === 'family' && tokens[from + 1]?.low === 'of') {
    const count = readCount(tokens[from + 2]?.low ?? '');
    return count === null ? null : { kind: 'family', count, next: from + 3, isCounted: true };
  }
  const [, digit = '', joinedNoun = ''] = /^([1-9])-?([a-z]+)$/.exec(low) ?? [];
  const joined = personWords.get(joinedNoun);
  if (joined !== undefined) return { ...joined, count: Number(digit), next: from + 1, isCounted: true };
  const count = readCount(low);
  let nounIndex = count === null ? from : from + 1;
  if (count !== null && wordBeforePersonPattern.test(tokens[nounIndex]?.low ?? '')) {
    isOfDriver ||= driverParentPattern.test(tokens[nounIndex]?.low ?? '');
    nounIndex += 1;
  }
  const noun = tokens[nounIndex]?.low ?? '';
  // Words such as `child seats` mean equipment and no people.
  if (/^(?:seats?|car|cars|stroller|sitter)$/.test(tokens[nounIndex + 1]?.low ?? '')) return null;
  const inIndex = noun === 'in' ? nounIndex : nounIndex + 1;
  if (tokens[inIndex]?.low === 'in' && /^laws?$/.test(tokens[inIndex + 1]?.low ?? '')) {
    return { kind: 'elder', count: count ?? 2, next: inIndex + 2, isCounted: count !== null };
  }
  const person = personWords.get(noun);
  if (person === undefined) return null;
  const kind = isOfDriver && person.kind === 'parent' ? 'elder' : person.kind;
  return { kind, count: count ?? person.count, next: nounIndex + 1, isCounted: count !== null };
}

/** Reads a number from one to nine, as a digit or a word. */
function readCount(word: string): number | null {
  const count = /^\d$/.test(word) ? Number(word) : smallNumbers.indexOf(word);
  return count >= 1 && count <= 9 ? count : null;
}
