/** The words that the index knows. */
export type KnownWords = {
  /** Whether the text of a car on sale contains the word, or a word that begins with it. */
  isInTexts(word: string): boolean;
  /** The search words of a text that no car has, neither alone nor as the beginning of a word. */
  missing(text: string): ReadonlySet<string>;
};
