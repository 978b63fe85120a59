import { findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { searchWords } from '@carhouse/domain/text/search-words';
import type { Vocabulary } from '../../text/vocabulary.ts';
import { knownModels } from './known-models.ts';
import type { Token } from './tokens.ts';
import { findMeaning } from './trade-phrases.ts';

/** Two to four words with a sign for `or` or `and` between them: `audi/bmw`, `white|silver`, `noah&voxy`. */
const joinedWordsPattern = /^[a-z0-9-]+(?:[/|&][a-z0-9-]+){1,3}$/;
const joiningSignPattern = /([/|&])/;
/** Years that are typed as one word: `2019/2020`, `2019/20`, `2018-19`. */
const joinedYearsPattern = /^(?:19|20)\d\d(?:[/&](?:(?:19|20)\d\d|\d\d)){1,3}$|^20[01]\d-[012]\d$/;

/** The years and the signs between them, with the century that is left out: `2018`, `-`, `2019`. */
function splitJoinedYears(low: string): readonly string[] {
  const century = low.slice(0, 2);
  return low.split(/([/&-])/).map((part) => (/^\d\d$/.test(part) ? century + part : part));
}

/**
 * Splits names and kinds of cars that are typed as one word with a sign between them, so that each of them is read:
 * `audi/bmw suv`, `noah/voxy`, `suv/mpv`. Other words with such a sign stay whole: `km/l`, `9k/yr`, `w/o`.
 */
export function splitJoinedChoices(tokens: readonly Token[], vocabulary: Vocabulary): readonly Token[] {
  return tokens.flatMap((token) => {
    if (joinedYearsPattern.test(token.low) && token.to - token.from >= token.low.length)
      return splitToken(token, splitJoinedYears(token.low));
    if (!joinedWordsPattern.test(token.low) || token.to - token.from < token.low.length) return [token];
    const parts = token.low.split(joiningSignPattern);
    const words = parts.filter((_, index) => index % 2 === 0);
    if (isName(token.name, vocabulary) || !words.every((word) => isNameOfCars(word, vocabulary))) return [token];
    return splitToken(token, parts);
  });
}

/** Whether a word alone says what car is meant: a make, a model, a place, or a kind, colour or energy of cars. */
function isNameOfCars(word: string, vocabulary: Vocabulary): boolean {
  const meaning = findMeaning(word);
  const isMeaningOfCars = meaning === 'filters' || meaning === 'body' || meaning === 'colour' || meaning === 'makes';
  return isMeaningOfCars || isName(searchWords(word).join(''), vocabulary);
}

/** Whether a name is that of a make, a model or a place. Numbers alone are no such years: `1/2`. */
function isName(name: string, vocabulary: Vocabulary): boolean {
  if (!/[a-z]/.test(name)) return false;
  return (
    vocabulary.findValuesByName(name).length > 0 ||
    vocabulary.findModelsWith(name, name).length > 0 ||
    findMakeName(makeKey(name)) !== undefined ||
    knownModels.has(name)
  );
}

function splitToken(token: Token, parts: readonly string[]): readonly Token[] {
  let from = token.from;
  return parts.map((part, index): Token => {
    const to = Math.min(token.to, from + part.length);
    const isLast = index === parts.length - 1;
    const partToken: Token = {
      from,
      to: isLast ? token.to : to,
      low: part === '|' ? '/' : part,
      name: searchWords(part).join(''),
      ...(isLast && token.isBeforeComma === true ? { isBeforeComma: true } : {}),
    };
    from = to;
    return partToken;
  });
}
