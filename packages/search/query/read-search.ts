import { joinedWords } from '../text/compound-words.ts';

/** Words of a search that are looked for; more are left aside. */
const wordsMaximum = 16;

/** A word of a search and what else may stand for it: `cx` and `5` may each be `cx5`. */
export type SearchedWord = { readonly typed: string; readonly spellings: readonly string[] };

/** The words of a typed text. Each has to be found by one of its spellings. */
export function readSearch(text: string): readonly SearchedWord[] {
  const { words, joins } = joinedWords(text);
  const searched = new Map<string, Set<string>>();
  for (const [index, word] of words.entries()) {
    const spellings = searched.get(word) ?? new Set([word]);
    for (const join of joins) if (join.from <= index && index <= join.to) spellings.add(join.word);
    searched.set(word, spellings);
  }
  return [...searched].slice(0, wordsMaximum).map(([typed, spellings]) => ({ typed, spellings: [...spellings] }));
}
