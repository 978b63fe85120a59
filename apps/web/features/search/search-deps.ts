import { searchParameters } from '@carhouse/contract/search-parameters';

const bound = /^(?:min|max)[A-Z]/;

/**
 * The parameters of a URL that the search reads, in the order of their names. The server renders a shared page for the
 * URL with these parameters in this order, whatever other parameters a link has. The browser must compute the same
 * value, because hydration compares it.
 */
export function searchDeps<Search extends object>(search: Search): Search {
  const read = Object.entries(search).filter(([name]) => searchParameters.includes(name) || bound.test(name));
  return Object.fromEntries(read.sort(([one], [other]) => (one < other ? -1 : 1))) as Search;
}
