/**
 * Matches characters that change how the text around them is displayed: the direction marks, embeddings, overrides and
 * isolates of UAX 9, and Unicode's line and paragraph separators. Names in Arabic and Hebrew are displayed correctly
 * without these characters.
 */
const directionPattern = /[\p{Bidi_Control}\u2028\u2029]/u;
/** Matches Unicode tag characters, in which text can be hidden. */
const tagPattern = /[\u{e0000}-\u{e007f}]/u;
/**
 * Matches five combining marks in a row. No script puts five combining marks on one letter, and such stacks would cover
 * the lines above and below.
 */
const stackedMarksPattern = /\p{M}{5}/u;
/** Matches letters and symbols that are invisible, such as the fillers of Hangul and the blank of Braille. */
const invisibleCharacterPattern = /[\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu;
const visibleCharacterPattern = /[\p{L}\p{N}\p{P}\p{S}]/u;

export type LineFault = { readonly code: 'malformed' | 'required'; readonly message: string };

/**
 * Returns what is wrong with a line of text that other users see, such as a user's name or the title of a listing.
 * Forms report the result as an error. Imports remove the characters that make a line invalid
 * (packages/importer/read/clean-cell.ts).
 * @returns undefined for a valid line, and for an empty one.
 */
export function findPublicLineFault(text: string): LineFault | undefined {
  if (directionPattern.test(text)) {
    return { code: 'malformed', message: 'Characters that change the direction of text are not allowed' };
  }
  if (tagPattern.test(text)) return { code: 'malformed', message: 'Hidden characters are not allowed' };
  if (stackedMarksPattern.test(text))
    return { code: 'malformed', message: 'More than four marks on one letter are not allowed' };
  if (text.trim() !== '' && !visibleCharacterPattern.test(text.replace(invisibleCharacterPattern, '')))
    return { code: 'required', message: 'This has no visible character' };
  return undefined;
}

/**
 * Returns the text without characters that change the text direction. Some programs add such characters to copied
 * numbers.
 */
export function removeDirectionCharacters(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '').replace(/[\u2028\u2029]/g, '\n');
}
