/**
 * Characters that change how the text around them is shown, the text of others too: the direction marks, embeddings, overrides
 * and isolates of UAX 9, and the two separators of lines. Names in Arabic and Hebrew are shown correctly without them.
 */
const directions = /[\p{Bidi_Control}\u2028\u2029]/u;
/** Tags of Unicode, in which text can be hidden. */
const tags = /[\u{e0000}-\u{e007f}]/u;
/** More combining marks than any script writes on one letter: they cover the lines above and below. */
const pileOfMarks = /\p{M}{5}/u;
/** Letters and symbols that are shown as nothing, such as the fillers of Hangul and the blank of Braille. */
const blank = /[\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

export type LineFault = { readonly code: 'malformed' | 'required'; readonly message: string };

/**
 * What is wrong with a line that other users see, such as a user's name or the title of a listing. An import removes these
 * characters (packages/importer/read/clean-cell.ts). A form gets an error.
 * @returns undefined for a line that is shown as it is written, and for an empty one.
 */
export function faultOfShownLine(text: string): LineFault | undefined {
  if (directions.test(text)) {
    return { code: 'malformed', message: 'Characters that change the direction of text are not allowed' };
  }
  if (tags.test(text)) return { code: 'malformed', message: 'Hidden characters are not allowed' };
  if (pileOfMarks.test(text))
    return { code: 'malformed', message: 'More than four marks on one letter are not allowed' };
  if (text.trim() !== '' && !visible.test(text.replace(blank, '')))
    return { code: 'required', message: 'This has no visible character' };
  return undefined;
}

/** The text without the characters that change the direction of the text around them; programs add them to copied numbers. */
export function withoutDirections(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '').replace(/[\u2028\u2029]/g, '\n');
}
