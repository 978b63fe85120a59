/**
 * Returns the URL with only the query parameters that its route reads, sorted by name. Other parameters are dropped. If
 * such parameters were part of a cache key, a client could bypass the cache with an invented parameter. Parameters of
 * the same name keep their order.
 * @param url path and query.
 */
export function withKnownQuery(url: string, isKnown: (name: string) => boolean): string {
  const mark = url.indexOf('?');
  if (mark === -1) return url;
  const knownQuery = url
    .slice(mark + 1)
    .split('&')
    .map((part) => ({ part, name: nameOf(part) }))
    .filter(({ name }) => isKnown(name))
    .sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
    .map(({ part }) => part);
  const path = url.slice(0, mark);
  return knownQuery.length === 0 ? path : `${path}?${knownQuery.join('&')}`;
}

/** Decodes the name of a query parameter; a name with a malformed escape stays unchanged. */
function nameOf(part: string): string {
  const name = (part.split('=', 1)[0] ?? '').replaceAll('+', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
