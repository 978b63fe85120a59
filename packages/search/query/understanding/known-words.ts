import { isCodeOfModel } from './known-models.ts';
import type { Token } from './tokens.ts';

/** The words that the index knows. */
export type KnownWords = {
  /** Whether the text of a car on sale contains the word, or a word that begins with it. */
  isInTexts(word: string): boolean;
  /** Returns the search words of a text that no car contains, neither as a word nor as the beginning of a word. */
  findMissingWords(text: string): ReadonlySet<string>;
};

/**
 * Whether a word occurs in texts of cars and is therefore no name. For example, `chr` is a C-HR, although descriptions
 * contain `chrome`.
 */
export function isOrdinaryWord(token: Pick<Token, 'low' | 'name'> | undefined, words: KnownWords): boolean {
  return token !== undefined && words.isInTexts(token.low) && !isCodeOfModel(token.name);
}
