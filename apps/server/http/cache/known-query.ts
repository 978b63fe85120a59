/**
 * Returns the URL with only the query parameters that its route reads, sorted by name. Other parameters are dropped. If
 * such parameters were part of a cache key, a client could bypass the cache with an invented parameter. Parameters of
 * the same name keep their order.
 * @param url path and query.
 */
export function keepKnownParameters(url: string, isKnownName: (name: string) => boolean): string {
  const queryStart = url.indexOf('?');
  if (queryStart === -1) return url;
  const knownParameters = url
    .slice(queryStart + 1)
    .split('&')
    .map((part) => ({ part, name: decodeParameterName(part) }))
    .filter(({ name }) => isKnownName(name))
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ part }) => part);
  const path = url.slice(0, queryStart);
  return knownParameters.length === 0 ? path : `${path}?${knownParameters.join('&')}`;
}

/** Decodes the name of a query parameter; a name with a malformed escape stays unchanged. */
function decodeParameterName(part: string): string {
  const name = (part.split('=', 1)[0] ?? '').replaceAll('+', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
