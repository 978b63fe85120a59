/** The search part of login and signup: the address that asked for it, unchecked (see `originPath`). */
export function originOf(search: Record<string, unknown>): { from?: string } {
  return typeof search.from === 'string' ? { from: search.from } : {};
}
