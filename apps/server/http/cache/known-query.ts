/**
 * The address with the query parameters that its page or call reads, in one order. Others are dropped: a cache that has the
 * whole address in its key could be passed by with an invented parameter. Parameters of one name keep their order.
 * @param url path and query.
 */
export function withKnownQuery(url: string, isKnown: (name: string) => boolean): string {
  const mark = url.indexOf('?');
  if (mark === -1) return url;
  const known = url
    .slice(mark + 1)
    .split('&')
    .map((part) => ({ part, name: nameOf(part) }))
    .filter(({ name }) => isKnown(name))
    .sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
    .map(({ part }) => part);
  const path = url.slice(0, mark);
  return known.length === 0 ? path : `${path}?${known.join('&')}`;
}

/** The name of a parameter as a form writes it; a malformed escape stays as it is. */
function nameOf(part: string): string {
  const name = (part.split('=', 1)[0] ?? '').replaceAll('+', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
