/** Number of colours of drawn photos. */
export const drawnTones = 8;

const form = /^\/media\/initials\/((?:[A-Z0-9]|%[0-9A-F]{2}){1,24})-([0-7])\.svg$/;

/** The initials and the tone of a drawn photo. */
export type DrawnPhoto = { readonly initials: string; readonly tone: number };

/**
 * The address of a photo that the server draws from a name: its initials on a colour. Nothing is stored for it, and the same
 * name always gives the same address.
 */
export function drawnPhotoUrl(name: string): string {
  const initials = initialsOf(name);
  const tone = [...name.trim()].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7) % drawnTones;
  return `/media/initials/${encodeURIComponent(initials)}-${tone}.svg`;
}

/** What such an address shows; undefined for any other text. */
export function readDrawnPhoto(url: string): DrawnPhoto | undefined {
  const [, written, tone] = form.exec(url) ?? [];
  if (written === undefined) return undefined;
  try {
    const initials = decodeURIComponent(written);
    return /^[\p{L}\p{N}]{1,2}$/u.test(initials) ? { initials, tone: Number(tone) } : undefined;
  } catch {
    return undefined;
  }
}

/** The first letters or digits of the first and the last word in upper case; `U` for a name without any. */
function initialsOf(name: string): string {
  const firsts = name
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0])
    .filter((sign) => sign !== undefined);
  const ends = firsts.length > 1 ? [firsts.at(0), firsts.at(-1)] : [firsts.at(0) ?? 'U'];
  // `ß` has no single upper-case letter.
  return ends.map((sign = '') => (sign.toUpperCase().length === sign.length ? sign.toUpperCase() : sign)).join('');
}
