/** Number of background colours of drawn photos. */
export const drawnColourCount = 8;

const drawnPhotoPathPattern = /^\/media\/initials\/((?:[A-Z0-9]|%[0-9A-F]{2}){1,24})-([0-7])\.svg$/;

/** The initials and the colour index of a drawn photo. */
export type DrawnPhoto = { readonly initials: string; readonly tone: number };

/**
 * Returns the URL of a photo that the server draws from a name: its initials on a colour. The server stores nothing for
 * a drawn photo, and the same name always gives the same URL.
 */
export function makeDrawnPhotoUrl(name: string): string {
  const initials = readInitials(name);
  const tone =
    [...name.trim()].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7) %
    drawnColourCount;
  return `/media/initials/${encodeURIComponent(initials)}-${tone}.svg`;
}

/** Parses the URL of a drawn photo; undefined for any other text. */
export function readDrawnPhoto(url: string): DrawnPhoto | undefined {
  const [, written, tone] = drawnPhotoPathPattern.exec(url) ?? [];
  if (written === undefined) return undefined;
  try {
    const initials = decodeURIComponent(written);
    return /^[\p{L}\p{N}]{1,2}$/u.test(initials) ? { initials, tone: Number(tone) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the first letters or digits of the first and the last word in upper case; `U` for a name without letters or
 * digits.
 */
function readInitials(name: string): string {
  const firstCharacters = name
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0])
    .filter((character) => character !== undefined);
  const initialWords =
    firstCharacters.length > 1 ? [firstCharacters.at(0), firstCharacters.at(-1)] : [firstCharacters.at(0) ?? 'U'];
  // Letters such as `ß` have no single upper-case letter and stay unchanged.
  return initialWords
    .map((character = '') =>
      character.toUpperCase().length === character.length ? character.toUpperCase() : character,
    )
    .join('');
}
