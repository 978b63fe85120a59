import { searchWords } from './search-words.ts';

/** A range of a text: `text.slice(from, to)`. */
export type TextRange = { readonly from: number; readonly to: number };

/** Matches a sequence of letters, digits and combining marks. */
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;

/** Maximum number of characters of a text that are searched for matches. */
const highlightedTextMaximum = 20_000;

/**
 * Returns the ranges of a text at which a word begins with one of `words`: for `tes`, the range of `Tes` in `Tesla`.
 * Screens highlight these ranges to show why a search found the text. The words are the words of the search, including
 * corrected words. The ranges are in order, do not overlap and never split a character.
 */
export function findHighlights(text: string, words: readonly string[]): readonly TextRange[] {
  const searchedWords = [...new Set(words.flatMap(searchWords))].sort((a, b) => b.length - a.length);
  if (searchedWords.length === 0) return [];
  const ranges: TextRange[] = [];
  for (const match of text.slice(0, highlightedTextMaximum).matchAll(wordPattern)) {
    const to = measureMatchedPrefix(match[0], searchedWords);
    if (to > 0) ranges.push({ from: match.index, to: match.index + to });
  }
  return ranges;
}

/** Returns how many characters at the start of `word` match one of the searched words; 0 without a match. */
function measureMatchedPrefix(word: string, searchedWords: readonly string[]): number {
  const normalisedWord = searchWords(word).join('');
  const matchingWord = searchedWords.find((each) => normalisedWord.startsWith(each));
  if (matchingWord === undefined) return 0;
  // Normalisation changes the number of characters (`ﬁ`, `é`). The range of a highlight therefore grows character by
  // character until its normalised text covers the wanted word. The range also includes the combining marks that
  // follow.
  let matchEnd = 0;
  let matchedText = '';
  for (const character of word) {
    const nextPrefix = searchWords(word.slice(0, matchEnd + character.length)).join('');
    if (matchedText.length >= matchingWord.length && nextPrefix !== matchedText) break;
    matchedText = nextPrefix;
    matchEnd += character.length;
  }
  return matchEnd;
}
