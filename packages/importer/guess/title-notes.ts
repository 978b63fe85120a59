/** The notes in brackets that follow the name of the car in a title. */
export type TitleNotes = {
  /** The title without the notes. */
  readonly title: string;
  /** The year and the month (1 to 12) in `(COE till 04/2029)`. */
  readonly coeTill: { readonly year: number; readonly month: number } | null;
  /** Whether the title has the note `(New 10-yr COE)`: the COE was renewed recently, and the note has no date. */
  readonly hasNewCoeNote: boolean;
  /** Whether the title has the note `(OPC)`, which means an off-peak car. */
  readonly hasOffPeakNote: boolean;
};

const bracketedTextPattern = / ?\(([^()]*)\)/g;

/** Removes known notes from a title. Other text in brackets remains. */
export function extractTitleNotes(fullTitle: string): TitleNotes {
  let coeTill: TitleNotes['coeTill'] = null;
  let hasNewCoeNote = false;
  let hasOffPeakNote = false;
  const title = fullTitle
    .replace(bracketedTextPattern, (bracketedNote, note: string) => {
      const coeTillNote = /^COE\s+(?:till|until|to|expires?)\s+(0?[1-9]|1[0-2])\/(\d{4})$/i.exec(note.trim());
      if (coeTillNote !== null) coeTill = { month: Number(coeTillNote[1]), year: Number(coeTillNote[2]) };
      else if (/^new\s+(?:\d+[\s-]*(?:yr|year)s?\s+)?COE$/i.test(note.trim())) hasNewCoeNote = true;
      else if (/^(?:revised\s+|old\s+)?OPC$/i.test(note.trim())) hasOffPeakNote = true;
      else return bracketedNote;
      return '';
    })
    .trim();
  return { title, coeTill, hasNewCoeNote, hasOffPeakNote };
}
