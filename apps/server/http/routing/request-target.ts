/** The target of a request line (RFC 9112, section 3.2). */
export type RequestTarget = {
  /** Path and query. The path is in canonical spelling. */
  readonly path: string;
  /** The host of a target in absolute form, in lower case; otherwise undefined. */
  readonly authority: string | undefined;
};

const absoluteTargetPattern = /^https?:\/\/([^/?]*)/i;
/** Matches the characters that a request target may contain: printable ASCII without `#`. */
const allowedTargetPattern = /^[\x21\x22\x24-\x7e]*$/;
const escapedBytePattern = /%[\da-f]{2}/gi;
const unreservedCharacterPattern = /[\w.~-]/;

/**
 * Parses a request target and returns it in one canonical spelling, so that routes, limits and caches see the same
 * path. The absolute form becomes path and query, and escaped letters, digits, `-`, `.`, `_` and `~` of the path are
 * unescaped (RFC 3986, section 6.2.2.2). Returns undefined for a malformed target.
 */
export function parseTarget(url: string, method: string | undefined): RequestTarget | undefined {
  if (!allowedTargetPattern.test(url)) return undefined;
  if (url === '*' && method === 'OPTIONS') return { path: url, authority: undefined };
  const authority = url.startsWith('/') ? undefined : absoluteTargetPattern.exec(url)?.[1];
  if (authority === undefined && !url.startsWith('/')) return undefined;
  const path = authority === undefined ? url : url.slice(url.indexOf('//') + 2 + authority.length);
  return { path: unescapePath(path.startsWith('/') ? path : `/${path}`), authority: authority?.toLowerCase() };
}

/** Returns the target in canonical spelling; unchanged when it is malformed. */
export function normaliseTarget(url: string, method: string | undefined): string {
  if (url.startsWith('/') && !url.includes('%')) return url;
  return parseTarget(url, method)?.path ?? url;
}

/** The path of a target, without its query. */
export function removeQuery(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

function unescapePath(target: string): string {
  const path = removeQuery(target);
  if (!path.includes('%')) return target;
  const unescapedPath = path.replace(escapedBytePattern, (escapedText) => {
    const letter = String.fromCharCode(Number.parseInt(escapedText.slice(1), 16));
    return unreservedCharacterPattern.test(letter) ? letter : escapedText;
  });
  return unescapedPath + target.slice(path.length);
}
