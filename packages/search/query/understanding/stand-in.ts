import type { Filter, NoteCode, PhraseMatch } from './phrase-match.ts';

/** What a search shows instead of a fact that no car states. */
export type StandIn = {
  /** The word that states the fact. No car has this word, so the search finds nothing. */
  readonly word: string;
  readonly filters: readonly Filter[];
};

/**
 * Finds what the search uses instead of a fact that no car states, when the text asks for nothing else. Not every car
 * is an answer to `coe renewed`.
 *
 * @param notedMatches the phrases with a note, in the order of the text
 */
export function findStandIn(
  notedMatches: readonly { readonly match: PhraseMatch; readonly note: NoteCode }[],
): StandIn | undefined {
  const [first] = notedMatches;
  const { fact } = first?.match ?? {};
  const [word] = fact?.words ?? [];
  if (first === undefined || fact?.filtersIfAlone === undefined || word === undefined) return undefined;
  return notedMatches.every(({ note }) => note === fact.note) ? { word, filters: fact.filtersIfAlone } : undefined;
}
