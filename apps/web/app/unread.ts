/**
 * The search of an address as it stands, with the type that links to the page give it. The page and its loader read it with
 * code of their own, which comes with them: every page knows all routes.
 */
export function unread<Choice>(search: Record<string, unknown>): Choice {
  return search as Choice;
}
