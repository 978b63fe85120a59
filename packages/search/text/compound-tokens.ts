import { searchWords } from '@carhouse/domain/text/search-words';

/** Joins the tokens from `from` to `to` into one token: `cx` and `5` become `cx5`. */
export type TokenJoin = { readonly from: number; readonly to: number; readonly token: string };

/**
 * The tokens of a text and their joined forms, as in Lucene's word delimiter filter. Tokens are joined where letters
 * meet digits (`CX 5`, `E 220 d`), across a hyphen (`CR-V`), and when they are single letters in a row (`B.M.W.`).
 */
export function listTokensWithJoins(text: string): {
  readonly tokens: readonly string[];
  readonly tokenJoins: readonly TokenJoin[];
} {
  const tokens: string[] = [];
  /** For each token, whether a hyphen precedes it. */
  const hasHyphenBefore: boolean[] = [];
  for (const textPiece of text.split(/[\s\p{Cc}_/]+/u)) {
    for (const [index, token] of searchWords(textPiece).entries()) {
      tokens.push(token);
      hasHyphenBefore.push(index > 0 && /[-‐‑–]/.test(textPiece));
    }
  }
  const tokenJoins: TokenJoin[] = [];
  const addJoin = (from: number, to: number): void => {
    tokenJoins.push({ from, to, token: tokens.slice(from, to + 1).join('') });
  };
  const isJoinedToNext = (index: number): boolean => {
    const leftToken = tokens[index] ?? '';
    const rightToken = tokens[index + 1] ?? '';
    if (digitEndPattern.test(leftToken)) return letterStartPattern.test(rightToken);
    return digitStartPattern.test(rightToken)
      ? letterEndPattern.test(leftToken)
      : hasHyphenBefore[index + 1] === true && rightToken !== '';
  };
  for (let index = 0; index + 1 < tokens.length; index += 1) {
    if (!isJoinedToNext(index)) continue;
    addJoin(index, index + 1);
    if (isJoinedToNext(index + 1)) addJoin(index, index + 2);
  }
  for (let from = 0; from < tokens.length; from += 1) {
    let to = from;
    while (to < tokens.length && singleLetterPattern.test(tokens[to] ?? '')) to += 1;
    if (to - from > 1) addJoin(from, to - 1);
    if (to > from) from = to;
  }
  return { tokens, tokenJoins };
}

/** The parts of a token: `cx5` has `cx` and `5`. A token that contains only letters or only digits has no parts. */
export function splitToken(token: string): readonly string[] {
  const tokenPieces = token.match(/[0-9]+|[^0-9]+/g) ?? [];
  return tokenPieces.length > 1 ? tokenPieces : [];
}

const digitStartPattern = /^[0-9]/;
const digitEndPattern = /[0-9]$/;
const letterStartPattern = /^[a-z]/;
const letterEndPattern = /[a-z]$/;
const singleLetterPattern = /^[a-z]$/;

/** Maximum number of tokens of a query. Tokens beyond this number are ignored. */
const maxTokens = 16;

/** A token of a query and its alternative spellings: `cx` and `5` may each be `cx5`. */
export type QueryToken = { readonly typed: string; readonly spellings: readonly string[] };

/** The tokens of a query. A document matches when it contains one spelling of each token. */
export function tokenizeQuery(text: string): readonly QueryToken[] {
  const { tokens, tokenJoins } = listTokensWithJoins(text);
  const spellingsByToken = new Map<string, Set<string>>();
  for (const [index, token] of tokens.entries()) {
    const spellings = spellingsByToken.get(token) ?? new Set([token]);
    for (const join of tokenJoins) if (join.from <= index && index <= join.to) spellings.add(join.token);
    spellingsByToken.set(token, spellings);
  }
  return [...spellingsByToken].slice(0, maxTokens).map(([typed, spellings]) => ({ typed, spellings: [...spellings] }));
}
