/** Embeddings, overrides and isolates of UAX 9: they change how the text around them is shown, the text of others too. */
const directions = /[\u202a-\u202e\u2066-\u2069]/u;
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
  if (text.trim() !== '' && !visible.test(text)) return { code: 'required', message: 'This has no visible character' };
  return undefined;
}
