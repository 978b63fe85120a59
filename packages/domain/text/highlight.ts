import { searchWords } from './search-words.ts';

/** A range of a text, with the arguments of `slice`. */
export type TextRange = { readonly from: number; readonly to: number };

/** Matches letters, digits and marks, which may be part of a word. */
const wordLike = /[\p{L}\p{N}\p{M}]+/gu;

/** Maximum length up to which a text is searched for matches. */
const lengthMaximum = 20_000;

/**
 * Returns the ranges of words that begin with one of `words`, to show why a text matched: `tes` marks `Tes` of `Tesla`. The
 * words are those of the search, including corrected ones. The ranges are in order, do not overlap and never split a
 * character.
 */
export function highlight(text: string, words: readonly string[]): readonly TextRange[] {
  const wanted = [...new Set(words.flatMap(searchWords))].sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [];
  const ranges: TextRange[] = [];
  for (const match of text.slice(0, lengthMaximum).matchAll(wordLike)) {
    const to = matchedPrefixLength(match[0], wanted);
    if (to > 0) ranges.push({ from: match.index, to: match.index + to });
  }
  return ranges;
}

/** Returns the length of the matching beginning of the word; 0 without a match. */
function matchedPrefixLength(word: string, wanted: readonly string[]): number {
  const plain = searchWords(word).join('');
  const matchingStart = wanted.find((each) => plain.startsWith(each));
  if (matchingStart === undefined) return 0;
  // Normalisation changes the number of characters (`ﬁ`, `é`), so the range grows by whole characters until it covers the
  // beginning, and includes the combining marks after it.
  let end = 0;
  let held = '';
  for (const character of word) {
    const next = searchWords(word.slice(0, end + character.length)).join('');
    if (held.length >= matchingStart.length && next !== held) break;
    held = next;
    end += character.length;
  }
  return end;
}
