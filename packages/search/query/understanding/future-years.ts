import type { Filter, PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

/** Words after which a car must last until the year begins. */
const lastingWordPattern = /^(?:until|till|til|to|in|by|for|at|from|since|after|post|>|>=)$/;

/**
 * Reads years in the future as the years in which the COE ends, because no car was bought in such a year.
 * In `for my son until 2032` and `car for 2032` the COE must last until that year begins. In `before 2030` the COE ends
 * before that year.
 *
 * @param today the day in Singapore, ISO date
 */
export function readFutureYears(
  match: PhraseMatch | null,
  tokens: readonly Token[],
  at: number,
  today: string,
): PhraseMatch | null {
  const thisYear = Number(today.slice(0, 4));
  const bounds = match?.filters ?? [];
  const isFuture = bounds.some(({ name, value }) => /^m(?:in|ax)Year$/.test(name) && Number(value) > thisYear);
  if (match === null || !isFuture) return match;
  const [min, max] = ['minYear', 'maxYear'].map((name) => bounds.find((bound) => bound.name === name)?.value);
  const others = bounds.filter(({ name }) => !name.endsWith('Year'));
  const isUntil = lastingWordPattern.test(tokens[at]?.low ?? '') || min === max;
  const ends: readonly Filter[] =
    isUntil || min !== undefined
      ? [
          { name: 'minCoeEnd', value: `${min ?? max}01` },
          ...(isUntil || max === undefined ? [] : [{ name: 'maxCoeEnd', value: `${max}12` } as const]),
        ]
      : [{ name: 'maxCoeEnd', value: `${max}12` }];
  return { ...match, filters: [...others, ...ends] };
}
