/** Patterns of texts that mail programs turn into links. */
const linkPatterns: readonly RegExp[] = [
  // This pattern finds a scheme, or a link without a scheme.
  /:\/\/|\/\/|\\/,
  /(?:mailto|tel|sms|data|javascript|vbscript|file):/,
  /www\d?\./,
  // This pattern finds a domain: a dot between two words, the second of letters.
  /[\p{L}\p{N}\p{M}_-]\.[\p{L}\p{M}][\p{L}\p{M}\p{N}-]/u,
  // This pattern finds an IP address: four numbers, or brackets.
  /\d\.\d{1,3}\.\d{1,3}\.\d/,
  /\[[\da-f]*:[\da-f:]*\]/,
  // This pattern finds a mail address.
  /[^\s@]@[^\s@]/,
];
/**
 * Characters that look like the dot and the slash of a URL. Some mail programs treat these look-alike characters as a
 * dot or a slash.
 */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ['。', '.'],
  ['．', '.'],
  ['｡', '.'],
  ['․', '.'],
  ['⁄', '/'],
  ['∕', '/'],
  ['／', '/'],
  ['：', ':'],
]);
/** Characters that a browser does not display. Characters that are not displayed could hide a URL from this check. */
const invisibleCharacterPattern = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Whether a text has a link that does not lead to `origin`: a URL, a bare domain or a mail address. URLs below the
 * origin are removed first; the path of such a URL must not contain another link. Each word of the text is examined
 * only once.
 * @param origin such as `https://cars.example`, without a slash at the end.
 */
export function hasForeignAddress(text: string, origin: string): boolean {
  return normaliseWord(text)
    .split(/\s+/)
    .some((word) => isForeignLink(word, origin.toLowerCase()));
}

function isForeignLink(word: string, origin: string): boolean {
  const pathOrWord = readPathAfterOrigin(word, origin) ?? word;
  return linkPatterns.some((linkPattern) => linkPattern.test(pathOrWord));
}

/**
 * Returns the part of a word after the origin; undefined when the word is no URL below the origin, for example
 * `https://cars.example.evil.example`.
 */
function readPathAfterOrigin(word: string, origin: string): string | undefined {
  if (!word.startsWith(origin)) return undefined;
  const pathPart = word.slice(origin.length);
  return pathPart === '' || /^[/?#]/.test(pathPart) ? pathPart : undefined;
}

function normaliseWord(text: string): string {
  const visibleText = text.normalize('NFKC').replace(invisibleCharacterPattern, '').toLowerCase();
  return [...visibleText].map((character) => lookalikes.get(character) ?? character).join('');
}
