import { searchWords } from './search-words.ts';

/** Part of a text, as `slice` takes it. */
export type TextRange = { readonly from: number; readonly to: number };

/** Letters, digits and marks: what may belong to a word. */
const wordLike = /[\p{L}\p{N}\p{M}]+/gu;

/** Longer texts are marked up to here. */
const lengthMaximum = 20_000;

/**
 * The positions of words that begin with one of these, to show why a text matched: `tes` marks `Tes` of `Tesla`. The words are
 * as a search has
 * them, corrected ones among them. Ranges are in order, do not overlap and never cut a character in two.
 */
export function highlight(text: string, words: readonly string[]): readonly TextRange[] {
  const wanted = [...new Set(words.flatMap(searchWords))].sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [];
  const ranges: TextRange[] = [];
  for (const match of text.slice(0, lengthMaximum).matchAll(wordLike)) {
    const to = endOfBeginning(match[0], wanted);
    if (to > 0) ranges.push({ from: match.index, to: match.index + to });
  }
  return ranges;
}

/** How much of the word is the longest of the wanted beginnings; 0 when it begins with none. */
function endOfBeginning(word: string, wanted: readonly string[]): number {
  const plain = searchWords(word).join('');
  const beginning = wanted.find((each) => plain.startsWith(each));
  if (beginning === undefined) return 0;
  // Characters become more or fewer on the way (`ﬁ`, `é`), so it is grown by whole characters until it holds the beginning,
  // and by the marks that follow, which change nothing of what is held.
  let end = 0;
  let held = '';
  for (const character of word) {
    const next = searchWords(word.slice(0, end + character.length)).join('');
    if (held.length >= beginning.length && next !== held) break;
    held = next;
    end += character.length;
  }
  return end;
}
