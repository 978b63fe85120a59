import { searchWords } from '@carhouse/domain/text/search-words';

/** A part of the typed text between spaces. */
export type Token = {
  /** Position of the token in the text. */
  readonly from: number;
  readonly to: number;
  /** The token in lower case, without surrounding quotes, brackets and full stops. */
  readonly low: string;
  /** The search tokens of this token, joined: `mercedesbenz`. */
  readonly name: string;
  /** Whether a comma or semicolon follows the token, or a full stop between two sentences. */
  readonly isBeforeComma?: true;
  /** The corrected word, when the word was mistyped. */
  readonly correctedWord?: string;
};

/** Maximum number of tokens that are read for filters. Tokens beyond this number are searched as text. */
const tokensMaximum = 40;

/**
 * Finds the tokens of a text. A comma ends a token except within a number (`80,000`). A comparison sign before a number
 * is a token of its own (`<150k`).
 */
const token = /[<>≤≥]=?|[^\s\p{Cc},;<>≤≥]+(?:,(?=\d{3}(?!\d))[^\s\p{Cc},;<>≤≥]+)*/gu;
const openingMarks = new Set('("\'“‘[');
const trailingMarks = new Set(')"\'”’].!?:');

export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  // `fuel=electric` and `budget:100k` are two words each.
  const words = text.replace(/(?<![<>≤≥])=/g, ' ').replace(/(?<=\p{L}):(?=\S)/gu, ' ');
  for (const match of words.matchAll(token)) {
    if (tokens.length === tokensMaximum) break;
    const typedText = match[0];
    const low = removeMarks(typedText.normalize('NFKC').toLowerCase())
      .replace(/[–—‐‑]/g, '-')
      .replace(/[’‘ʼ´`]/g, "'")
      // The token `80~100k` is a range.
      .replace(/(\dk?)~(?=\$?\d)/, '$1-');
    const to = match.index + typedText.length;
    const name = searchWords(typedText).join('');
    const before = tokens.at(-1);
    // `100 000 km` has a space between its thousands.
    if (
      /^000(?:kms?)?$/.test(low) &&
      before !== undefined &&
      before.to + 1 === match.index &&
      /^\D{0,2}\d{1,3}$/.test(before.low)
    ) {
      const number = { ...before, to, low: before.low + low, name: before.name + name };
      tokens[tokens.length - 1] = { ...number, ...(isPartEnd(text, match.index, to) ? { isBeforeComma: true } : {}) };
      continue;
    }
    tokens.push({
      from: match.index,
      to,
      low,
      name,
      ...(isPartEnd(text, match.index, to) ? { isBeforeComma: true } : {}),
    });
  }
  return tokens;
}

function isPartEnd(text: string, from: number, to: number): boolean {
  if (text.charAt(to) === ',' || text.charAt(to) === ';') return true;
  const isLastWord = text.slice(to).trim() === '';
  return !isLastWord && to - from > 1 && /[.!?]/.test(text.charAt(to - 1));
}

/** Removes surrounding quotes and brackets, and punctuation at the end. */
function removeMarks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && openingMarks.has(text.charAt(from))) from += 1;
  while (to > from && trailingMarks.has(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Whether a phrase begins at a token. @returns the index after the phrase, or -1 */
export function matchesPhraseAt(tokens: readonly Token[], at: number, phrase: string): number {
  const first = tokens[at]?.low;
  // Nearly all phrases are rejected here. They are compared with each token, so the phrase is not split before.
  if (first === undefined || !phrase.startsWith(first)) return -1;
  if (phrase.length === first.length) return at + 1;
  const words = phrase.split(' ');
  for (const [index, word] of words.entries()) if (tokens[at + index]?.low !== word) return -1;
  return at + words.length;
}

/** The longest of the phrases that begins at a token. @returns the phrase and the index after it */
export function findLongestPhrase(
  tokens: readonly Token[],
  at: number,
  phrases: readonly string[],
): { readonly phrase: string; readonly next: number } | null {
  let longestMatch: { phrase: string; next: number } | null = null;
  for (const phrase of phrases) {
    const next = matchesPhraseAt(tokens, at, phrase);
    if (next > (longestMatch?.next ?? -1)) longestMatch = { phrase, next };
  }
  return longestMatch;
}

/**
 * Makes a function that finds the longest of many phrases at a token. The returned function compares only phrases that
 * begin with the word of the token.
 */
export function makePhraseFinder(
  phrases: readonly string[],
): (tokens: readonly Token[], at: number) => { readonly phrase: string; readonly next: number } | null {
  const phrasesByWord = Map.groupBy(phrases, (phrase) => phrase.slice(0, `${phrase} `.indexOf(' ')));
  return (tokens, at) => findLongestPhrase(tokens, at, phrasesByWord.get(tokens[at]?.low ?? '') ?? []);
}
