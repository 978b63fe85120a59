/** Texts that mail programs turn into links. */
const signs: readonly RegExp[] = [
  // A scheme, or a link without one.
  /:\/\/|\/\/|\\/,
  /(?:mailto|tel|sms|data|javascript|vbscript|file):/,
  /www\d?\./,
  // A domain: a dot between two words, the second of letters.
  /[\p{L}\p{N}\p{M}_-]\.[\p{L}\p{M}][\p{L}\p{M}\p{N}-]/u,
  // An IP address: four numbers, or in brackets.
  /\d\.\d{1,3}\.\d{1,3}\.\d/,
  /\[[\da-f]*:[\da-f:]*\]/,
  // A mail address.
  /[^\s@]@[^\s@]/,
];
/** Characters that look like the dot and the slash of a URL. Some mail programs treat them as a dot or a slash. */
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
/** Characters that a browser does not show. They could hide a URL from this check. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Whether a text has a link that does not lead to `origin`: a URL, a bare domain or a mail address. URLs below the
 * origin are removed first; their path must not contain another link. Each word is examined once.
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

/** The rest of the word after the origin; undefined when it is no URL below it. `https://cars.example.evil.example` is none. */
function ownPath(word: string, origin: string): string | undefined {
  if (!word.startsWith(origin)) return undefined;
  const rest = word.slice(origin.length);
  return rest === '' || /^[/?#]/.test(rest) ? rest : undefined;
}

function plain(text: string): string {
  const shown = text.normalize('NFKC').replace(invisible, '').toLowerCase();
  return [...shown].map((sign) => lookalikes.get(sign) ?? sign).join('');
}
