/** What turns text into an address for mail programs, in the forms that they make into links themselves. */
const signs: readonly RegExp[] = [
  // a scheme, or a link without one
  /:\/\/|\/\/|\\/,
  /(?:mailto|tel|sms|data|javascript|vbscript|file):/,
  /www\d?\./,
  // a domain: a dot between two words, the second of letters
  /[\p{L}\p{N}\p{M}_-]\.[\p{L}\p{M}][\p{L}\p{M}\p{N}-]/u,
  // an address of a machine: four numbers, or in brackets
  /\d\.\d{1,3}\.\d{1,3}\.\d/,
  /\[[\da-f]*:[\da-f:]*\]/,
  // an address of a person
  /[^\s@]@[^\s@]/,
];
/** Signs that look like the dot and the slash of an address, and are read as such by some programs. */
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
/** What a browser does not show and what would hide an address from this check. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Whether a text holds an address that does not lead to `origin`: a URL, a bare domain, a mail address. Addresses below the
 * origin are taken out first; only their path is left, which must not hold another one. Each word is looked at once.
 * @param origin such as `https://cars.example`, without a slash at the end.
 */
export function hasForeignAddress(text: string, origin: string): boolean {
  return plain(text)
    .split(/\s+/)
    .some((word) => isForeign(word, origin.toLowerCase()));
}

function isForeign(word: string, origin: string): boolean {
  const rest = ownPath(word, origin) ?? word;
  return signs.some((sign) => sign.test(rest));
}

/** What follows the origin; undefined where the word is no address below it. `https://cars.example.evil.example` is none. */
function ownPath(word: string, origin: string): string | undefined {
  if (!word.startsWith(origin)) return undefined;
  const rest = word.slice(origin.length);
  return rest === '' || /^[/?#]/.test(rest) ? rest : undefined;
}

function plain(text: string): string {
  const shown = text.normalize('NFKC').replace(invisible, '').toLowerCase();
  return [...shown].map((sign) => lookalikes.get(sign) ?? sign).join('');
}
