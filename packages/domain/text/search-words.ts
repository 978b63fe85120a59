/** Matches spaces and punctuation. */
const punctuationPattern = /[\s!-/:-@[-`{-~\u00a0-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f]+/g;

/**
 * Returns the words of a text in lower case, without accents and punctuation. The search catalogue compares words in
 * the form that `searchWords` returns.
 */
export function searchWords(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(punctuationPattern, ' ')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
}
