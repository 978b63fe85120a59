/** The cursor of the next page, as the `Link` header of a list carries it; null on the last page. */
export function nextCursor(headers: Headers): string | null {
  const [, address] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return address === undefined ? null : new URL(address, 'http://here').searchParams.get('before');
}
