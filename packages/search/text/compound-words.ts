import { searchWords } from '@carhouse/domain/text/search-words';

/** Words of a text that may as well be written as one: `cx` and `5`, from the first to the last. */
export type Join = { readonly from: number; readonly to: number; readonly word: string };

/**
 * The words of a text and how neighbours may be written together: where letters meet digits (`CX 5`, `E 220 d`), where only
 * a hyphen stands between (`CR-V`), and single letters in a row (`B.M.W.`).
 */
export function joinedWords(text: string): { readonly words: readonly string[]; readonly joins: readonly Join[] } {
  const words: string[] = [];
  /** Whether a hyphen stands before the word. */
  const hyphened: boolean[] = [];
  for (const piece of text.split(/[\s\p{Cc}_/]+/u)) {
    for (const [index, word] of searchWords(piece).entries()) {
      words.push(word);
      hyphened.push(index > 0 && /[-‐‑–]/.test(piece));
    }
  }
  const joins: Join[] = [];
  const join = (from: number, to: number): void => {
    joins.push({ from, to, word: words.slice(from, to + 1).join('') });
  };
  const meets = (index: number): boolean => {
    const left = words[index] ?? '';
    const right = words[index + 1] ?? '';
    if (endsInDigit.test(left)) return startsWithLetter.test(right);
    return startsWithDigit.test(right) ? endsInLetter.test(left) : hyphened[index + 1] === true && right !== '';
  };
  for (let index = 0; index + 1 < words.length; index += 1) {
    if (!meets(index)) continue;
    join(index, index + 1);
    if (meets(index + 1)) join(index, index + 2);
  }
  for (let from = 0; from < words.length; from += 1) {
    let to = from;
    while (to < words.length && singleLetter.test(words[to] ?? '')) to += 1;
    if (to - from > 1) join(from, to - 1);
    if (to > from) from = to;
  }
  return { words, joins };
}

/** `cx5` has the parts `cx` and `5`; a word without both kinds of characters has none. */
export function wordParts(word: string): readonly string[] {
  const parts = word.match(/[0-9]+|[^0-9]+/g) ?? [];
  return parts.length > 1 ? parts : [];
}

const startsWithDigit = /^[0-9]/;
const endsInDigit = /[0-9]$/;
const startsWithLetter = /^[a-z]/;
const endsInLetter = /[a-z]$/;
const singleLetter = /^[a-z]$/;
