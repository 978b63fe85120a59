import type { Filter, UnderstoodFilter } from './phrase-match.ts';
import type { Token } from './tokens.ts';

/** A part of the typed text. */
export type TextPiece = {
  readonly from: number;
  readonly to: number;
  readonly typed: string;
  /** The text that is searched, with its spelling mistakes corrected. */
  readonly text: string;
};

const endMarks: ReadonlySet<string> = new Set('.!?:');

/** Returns the part of the text from one token up to the next index, with misspelled words corrected. */
export function makeTextPiece(text: string, tokens: readonly Token[], at: number, nextIndex: number): TextPiece {
  const from = tokens[at]?.from ?? 0;
  const end = tokens[nextIndex - 1]?.to ?? from;
  // A mark at the end of a sentence is no part of its last word.
  let to = end;
  while (to > from && endMarks.has(text.charAt(to - 1))) to -= 1;
  const pieceTokens = tokens.slice(at, nextIndex);
  const correctedText = pieceTokens.map((token) => token.correctedWord ?? text.slice(token.from, token.to)).join(' ');
  const typed = text.slice(from, to);
  return {
    from,
    to,
    typed,
    text: pieceTokens.some((token) => token.correctedWord !== undefined) ? correctedText : typed,
  };
}

/** Returns filters with the part of the text from which they were understood. */
export function addPositions(filters: readonly Filter[], { typed, from, to }: TextPiece): UnderstoodFilter[] {
  return filters.map(({ name, value }) => ({ name, value, typed, from, to }));
}
