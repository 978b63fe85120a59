import { tokensWithJoins } from './compound-tokens.ts';

/** Maximum number of tokens of a query. Further tokens are ignored. */
const maxTokens = 16;

/** A token of a query and its alternative spellings: `cx` and `5` may each be `cx5`. */
export type QueryToken = { readonly typed: string; readonly spellings: readonly string[] };

/** The tokens of a query. A document must match each by one of its spellings. */
export function tokenizeQuery(text: string): readonly QueryToken[] {
  const { tokens, joins } = tokensWithJoins(text);
  const byToken = new Map<string, Set<string>>();
  for (const [index, token] of tokens.entries()) {
    const spellings = byToken.get(token) ?? new Set([token]);
    for (const join of joins) if (join.from <= index && index <= join.to) spellings.add(join.token);
    byToken.set(token, spellings);
  }
  return [...byToken].slice(0, maxTokens).map(([typed, spellings]) => ({ typed, spellings: [...spellings] }));
}
