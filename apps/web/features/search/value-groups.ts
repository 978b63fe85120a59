import { knownMake, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { fuels, transmissions } from '@carhouse/domain/car/drivetrain';
import { searchResultMessages } from '#messages/search-results';
import type { CarSearch, WordPart } from './car-search.ts';
import { readNames } from './search-parts.ts';

/**
 * Matches the excluded words of a question: `not a toyota`, `no diesel`
 * (packages/search/query/understanding/negations.ts).
 */
const exclusionPattern =
  /(?:^|\s)(?:no|not|non|except|without|excluding|dont|don't|avoid)\s+(?:(?:a|an|the|any|want|like|need|in)\s+)*(\S+)/i;
/** Words that stand for the makes of a country or of a kind. */
const groupOfMakes =
  /(?:^|\s)(german|japanese|korean|italian|british|french|chinese|american|swedish|continental|european|luxury|premium|exotic)(?=\s|$)/i;

/**
 * Names the values of a filter by the word of the question that they were read from: `Not Toyota`, `Japanese`. The
 * result is undefined when no word of the question stands for all the values, or when the visitor has changed the
 * values.
 */
export function nameOfGroup(search: CarSearch, part: WordPart): string | undefined {
  const values = search[part] ?? [];
  const { said } = search;
  if (said === undefined || values.length < 2 || !readNames(search).includes(part)) return undefined;
  const excludedValue = excludedName(part, exclusionPattern.exec(said)?.[1] ?? '');
  const group = part === 'brand' && !namesOneOf(said, values) ? groupOfMakes.exec(said)?.[1] : undefined;
  if (excludedValue !== undefined) return searchResultMessages.excluded(excludedValue, group);
  return group === undefined ? undefined : group.charAt(0).toUpperCase() + group.slice(1).toLowerCase();
}

/** Whether the question names one of the makes itself, as `japanese or bmw` does. */
function namesOneOf(said: string, brands: readonly string[]): boolean {
  const words = said.split(/\s+/).map((word) => knownMake(makeKey(word)));
  return brands.some((brand) => words.some((make) => make !== undefined && makeKey(make) === makeKey(brand)));
}

/** The display text of an excluded word, if it is a value of this filter. */
function excludedName(part: WordPart, typed: string): string | undefined {
  // The excluded word is read without the punctuation at its end.
  const word = /^[\s\S]*[\p{L}\p{N}-]/u.exec(typed.toLowerCase())?.[0] ?? '';
  const make = part === 'brand' ? knownMake(makeKey(word)) : undefined;
  if (make !== undefined) return make;
  const isValue =
    (part === 'fuel' && (fuels as readonly string[]).includes(word)) ||
    (part === 'transmission' && (transmissions as readonly string[]).includes(word));
  return isValue ? word : undefined;
}
