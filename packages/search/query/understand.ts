import type { Vocabulary } from '../text/vocabulary.ts';
import { appearanceAt } from './understanding/colours-and-bodies.ts';
import { factAt } from './understanding/fact-phrases.ts';
import { brandsIn, nameAt } from './understanding/names.ts';
import { bareYearAt, numbersAt } from './understanding/number-phrases.ts';
import type { Filter, FilterName, Match } from './understanding/phrase-match.ts';
import { type Token, tokensOf } from './understanding/tokens.ts';

/**
 * A filter read from the text. Several filters with one name are alternatives. Prices are in dollars, COE in months.
 */
export type UnderstoodFilter = {
  readonly name: FilterName;
  readonly value: string;
  /** The part of the text from which the filter was read. */
  readonly typed: string;
  /** The position of `typed` in the text. */
  readonly from: number;
  readonly to: number;
};

export type Understanding = {
  /** The remaining text, which is searched. */
  readonly rest: string;
  readonly filters: readonly UnderstoodFilter[];
};

/** Words that are dropped when a filter was understood. */
const fillers = new Set(
  'a an and any around at buy by car cars find for from i in is looking me near of on or please sale selling show the to want with'.split(
    ' ',
  ),
);

/**
 * Reads filters out of plain words: "white tesla under 150k in bedok". Only unambiguous phrases become
 * filters; the rest, or the whole text when nothing was understood, is searched for as text.
 */
export function understand(text: string, vocabulary: Vocabulary): Understanding {
  const tokens = tokensOf(text);
  const brands = brandsIn(tokens, vocabulary);
  const filters: UnderstoodFilter[] = [];
  const left: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const match =
      numbersAt(tokens, at) ??
      nameAt(tokens, at, vocabulary, brands) ??
      factAt(tokens, at) ??
      appearanceAt(tokens, at, vocabulary) ??
      yearAt(tokens, at, vocabulary, brands);
    const token = tokens[at] as Token;
    if (match === null || isContradiction(filters, match.filters)) {
      left.push(token);
      at += 1;
      continue;
    }
    const to = (tokens[match.next - 1] as Token).to;
    const typed = text.slice(token.from, to);
    for (const { name, value } of match.filters) filters.push({ name, value, typed, from: token.from, to });
    at = match.next;
  }
  if (filters.length === 0) return { rest: text, filters };
  const unreadText = text.slice(tokens.at(-1)?.to ?? text.length).trim();
  const words = left.filter(({ low }) => !fillers.has(low)).map(({ from, to }) => text.slice(from, to));
  return { rest: [...words, unreadText].join(' ').trim(), filters };
}

/** Whether a filter repeats a bound of the same number or contradicts it. Such a filter is not understood. */
function isContradiction(known: readonly UnderstoodFilter[], added: readonly Filter[]): boolean {
  return added.some(({ name, value }) =>
    known.some((filter) => filter.name === name && (/^(?:min|max)/.test(name) || filter.value === value)),
  );
}

/**
 * `2008` is a year unless it is the name of a model: of a brand that the text names, or of any brand when it
 * names none.
 */
function yearAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
): Match | null {
  const models = vocabulary.brandsWithModelToken(tokens[at]?.name ?? '');
  const mayBeModel = brands.size === 0 ? models.size > 0 : [...models].some((brand) => brands.has(brand));
  return mayBeModel ? null : bareYearAt(tokens, at);
}
