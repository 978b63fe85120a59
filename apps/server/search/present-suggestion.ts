import type { Suggestion } from '@carhouse/contract/search';
import type { Suggestion as Suggested } from '@carhouse/search/query/suggest';

/** A suggestion of the API, with the filters that it applies. */
export function presentSuggestion({ kind, value, text, count }: Suggested): Suggestion {
  if (kind === 'brand') return { kind, text, brand: value, count };
  if (kind === 'model') return { kind, text, brand: value.slice(0, value.indexOf('/')), model: value, count };
  if (kind === 'word') return { kind, text, q: value, count };
  return { kind, text, location: value, count };
}
