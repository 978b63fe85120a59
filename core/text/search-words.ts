/** Spaces and punctuation. `search_text` of the database takes control characters too, which no search may hold. */
const punctuation = /[\s!-/:-@[-`{-~\u00a0-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f]+/g;

/**
 * The words of a search as the database compares them: without marks and punctuation, in lower case. Whoever changes this
 * changes `search_text` as well, by a migration.
 */
export function searchWords(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(punctuation, ' ')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
}
