import { wordFacets } from '@carhouse/domain/listing/word-facets';

const words: ReadonlySet<string> = new Set([
  'q',
  'understand',
  'said',
  'sort',
  'before',
  'postedWithin',
  ...wordFacets,
]);
const bound = /^(?:min|max)[A-Z]/;

/**
 * The parameters of an address that the search reads, in the order of their names. The server renders a shared page for the address
 * with these parameters in this order, whatever else a link has, and the browser must take the page for the same one.
 */
export function searchDeps<Search extends object>(search: Search): Search {
  const read = Object.entries(search).filter(([name]) => words.has(name) || bound.test(name));
  return Object.fromEntries(read.sort(([one], [other]) => (one < other ? -1 : 1))) as Search;
}
